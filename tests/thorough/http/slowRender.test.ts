import { expect, it, onTestFinished } from 'vitest';
import { parseHtml } from '../../support/html.ts';
import { openResponse, sendRequest } from '../../support/http.ts';
import { startSite } from '../../support/site.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

const crawler = { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };

/** A site that has seen nothing. */
async function start(options: Parameters<typeof startSite>[0] = {}) {
  const site = await startSite({ ...options, environment: { SHELL_DEADLINE_MS: '20' } });
  onTestFinished(() => site.close());
  return site;
}

it('D10 a render over its budget sends what is ready, and nobody waits longer than 6 s', async () => {
  // Longer than any query may take in earnest: only the render's own budget can end this one.
  const patient = { content: { primaryMs: 15_000, secondaryMs: 15_000 }, client: { deadlineMs: 15_000 } };
  const [endless, usual] = await Promise.all([start(patient), start()]);
  await endless.contentService.fault('*', { kind: 'blackhole' });
  await usual.contentService.fault('*', { kind: 'blackhole' });
  const startedAt = performance.now();
  const [visitor, waiting] = await Promise.all([
    openResponse(endless.url, '/').then(async (reply) => ({
      status: reply.status,
      text: await reply.rest(),
    })),
    sendRequest(usual.url, siteAddresses.service, { headers: crawler }),
  ]);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(visitor.status).toBe(200);
  expect(parseHtml(visitor.text).all('.pending').length).toBeGreaterThan(0);
  expect(visitor.text.trim().endsWith('</html>')).toBe(true);
  expect(waiting.status).toBe(503);
  expect(waiting.headers['cache-control']).toBe('no-store');
});

it('sends the shell at its deadline, and a call of 3 s ends in content or in the notice', async () => {
  const begin = async (ms: number) => {
    const site = await startSite();
    onTestFinished(() => site.close());
    await site.contentService.fault('*', { kind: 'slow', ms });
    return site;
  };
  // Below the default deadline of a call, and above it.
  const [slow, tooSlow] = await Promise.all([begin(2_000), begin(10_000)]);
  const complete = (site: typeof slow) =>
    site.contentService.requests.filter(({ outcome }) => outcome === 'sent').length;
  const replies = await Promise.all([openResponse(slow.url, '/'), openResponse(tooSlow.url, '/')]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect([complete(slow), complete(tooSlow)]).toEqual([0, 0]);
  const [content = '', notice = ''] = await Promise.all(replies.map((reply) => reply.rest()));
  // The stream ended by the deadline of its calls, before the content service had sent anything.
  expect(complete(tooSlow)).toBe(0);
  expect(content).toContain('A well-kept home under a wide sky');
  const lateParts = notice.slice(notice.indexOf('<div hidden id="S:'));
  expect(lateParts).toContain('Directus is unreachable.');
  expect(notice.trim().endsWith('</html>')).toBe(true);
});
