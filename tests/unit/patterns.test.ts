import { describe, expect, it } from 'vitest';
import { createPageMatcher } from '../../server/render/matchPage.ts';
import { routes } from '../../server/site/routes.tsx';
import { readBlogQuery } from '../../shared/blogFilter.ts';
import { enquiryValues, parseEnquiry } from '../../shared/enquiry.ts';
import { safeHref } from '../../shared/safeHref.ts';
import { scrubEvent, withoutQueries } from '../../shared/scrubReport.ts';
import { termSlug } from '../../shared/terms.ts';
import { readSources } from '../support/sources.ts';

const matchPage = createPageMatcher(routes, false);

/** Patterns that need quadratic time, and why no input can reach it. */
const bounded: Readonly<Record<string, string>> = {
  '\\/+$': 'the end of addresses in the configuration',
  '<[^>]*>': 'markup that the sanitiser has written: every bracket in it is closed',
  '(\\/[^\\s?#"\']*)\\?[^\\s"\')]*': 'texts that were cut to 2000 characters',
};

/** A regular expression as it stands in code; group 1 is its source, group 2 its flags. */
const literal =
  /(?<=[=(,:?!&|;{}[\]>]\s*|return\s+|^\s*)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s.,;)\]}:]|$)/gm;

/** Long enough that quadratic time is a fifth of a second, and linear time nothing that could be seen. */
const length = 10_000;
const ends = ['', '!', '\0', 'a', '>'];

/** One character again and again: what makes a pattern begin anew at every place of a text. */
function pumpsFor(source: string): readonly string[] {
  const characters = new Set([...' aA0-.@</\n=&%\\\'",;\t', ...source.replace(/\\./g, '')]);
  return [...characters].flatMap((character) => ends.map((end) => character.repeat(length) + end));
}

/** Between what linear and what quadratic time needs lie three orders of magnitude; this is in their middle. */
const enoughMs = 60;

/** Whether any of the texts takes that much processor time, each time. */
function isSlow(texts: readonly string[], run: (text: string) => unknown): boolean {
  const tookMs = (text: string) => {
    const before = process.threadCpuUsage();
    run(text);
    return process.threadCpuUsage(before).user / 1_000;
  };
  return texts.some(
    (text) => tookMs(text) >= enoughMs && tookMs(text) >= enoughMs && tookMs(text) >= enoughMs,
  );
}

describe('E20 texts that are made to be slow', () => {
  const patterns = readSources('server', 'client', 'shared')
    .filter(({ path }) => !path.startsWith('server/demo/'))
    .flatMap(({ path, text }) =>
      [...text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').matchAll(literal)].map(
        ([, source = '', flags = '']) => ({ path, source, flags }),
      ),
    );

  it('E20 need linear time of every pattern, but of those whose texts are bounded', () => {
    expect(patterns.length).toBeGreaterThan(100);
    const slow = patterns
      .filter(({ source }) => !Object.hasOwn(bounded, source))
      .filter(({ source, flags }) => {
        const pattern = new RegExp(source, flags);
        return isSlow(pumpsFor(source), (text) => text.replace(pattern, ''));
      });
    expect(slow).toEqual([]);
  });

  it.each(Object.keys(bounded))('E20 /%s/ is still needed, and still quadratic', (source) => {
    expect(patterns.map((pattern) => pattern.source)).toContain(source);
    const pattern = new RegExp(source, 'g');
    expect(isSlow(pumpsFor(source), (text) => text.replace(pattern, ''))).toBe(true);
  });

  const pumps = [...'a@.-/%<& 0+\\\t'].flatMap((pump) => [pump.repeat(50_000), `${pump.repeat(50_000)}!`]);
  it.each<[string, (text: string) => unknown]>([
    ['an e-mail address', (text) => parseEnquiry(enquiryValues({ email: text, message: text }))],
    [
      'an e-mail address with a host',
      (text) => parseEnquiry(enquiryValues({ email: `a@${text}`, name: text })),
    ],
    ['a phone number', (text) => parseEnquiry(enquiryValues({ phone: text }))],
    ['a slug', (text) => termSlug(text)],
    [
      'a filter',
      (text) => readBlogQuery(new URL(`https://x.example/blog?category=${encodeURIComponent(text)}`)),
    ],
    ['a link', (text) => safeHref(text)],
    ['an address', (text) => matchPage(`/blog/${encodeURIComponent(text)}`, `?category=${text}`)],
    ['a report', (text) => scrubEvent({ message: text })],
    ['a recording', (text) => withoutQueries(JSON.stringify(text))],
  ])('E20 50 kB of anything as %s are read at once', (_name, read) => {
    expect(isSlow(pumps, read)).toBe(false);
  });
});
