import { build } from 'esbuild';
import type { CDPSession, Page } from 'playwright-core';

/** The virtual screen reader as one script for a browser. */
const readerScript = build({
  stdin: {
    contents: "export { virtual } from '@guidepup/virtual-screen-reader'",
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'reader',
  platform: 'browser',
}).then(({ outputFiles: [file] }) => file?.text ?? '');

/** A world of its own in the page, whose policy blocks foreign scripts. */
async function worldIn(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'screen reader',
  });
  return executionContextId;
}

/** Hides what browsers keep from assistive technology and this reader says: closed disclosures, the parts of images. */
const hideUnheard = `
  for (const part of document.querySelectorAll('details:not([open]) > :not(summary), [role=img] > *'))
    part.setAttribute('aria-hidden', 'true');`;

/**
 * Phrases that only end or begin a container without a name, rows, whose cells follow, and roles of text that people do
 * not hear.
 */
const silent =
  /^(end( of)?\b.*|document|list|group|paragraph|strong|emphasis|time|term|definition|rowgroup|superscript|mark|article|row, .*)$/;

/** The reader's phrases as people hear them: the place in a list before its entry, no name twice. */
function asHeard(phrases: readonly string[]): readonly string[] {
  const heard: string[] = [];
  let place = '';
  let name = '';
  for (const phrase of phrases) {
    const [, at, size] = /^listitem.*?position (\d+), set size (\d+)$/.exec(phrase) ?? [];
    if (at !== undefined) place = `${at} of ${size}: `;
    // The text within a control is its name.
    const isClosedChoice = name.startsWith('combobox') && phrase.startsWith('option, ');
    const isRepeated = isClosedChoice || (name !== '' && name.includes(phrase));
    if (at !== undefined || silent.test(phrase) || isRepeated) continue;
    name = phrase;
    heard.push(place + phrase);
    place = '';
  }
  return heard;
}

/**
 * What a virtual screen reader says when it reads a part of the page from the beginning to the end, one line for each
 * phrase. It sees the page as the browser lays it out: what styles hide is not read.
 */
export async function spokenOn(page: Page, within = 'body'): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const contextId = await worldIn(session);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(hideUnheard);
  await evaluate(await readerScript);
  const spoken = await evaluate(`(async () => {
    const { virtual } = reader;
    await virtual.start({ container: document.querySelector(${JSON.stringify(within)}) });
    const first = await virtual.lastSpokenPhrase();
    let said = first;
    do {
      await virtual.next();
      said = await virtual.lastSpokenPhrase();
    } while (said !== 'end of ' + first);
    const log = await virtual.spokenPhraseLog();
    await virtual.stop();
    return log;
  })()`);
  await session.detach();
  if (!Array.isArray(spoken)) throw new Error('The screen reader said nothing.');
  return asHeard(spoken.map(String));
}
