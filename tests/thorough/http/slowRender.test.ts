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
