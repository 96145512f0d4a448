import { expect, it, onTestFinished } from 'vitest';
import { startContentService } from '../../server/demo/contentService.ts';
import { askFor } from '../support/http.ts';
import { startSiteProcess } from '../support/siteProcess.ts';

it('A1 a process that starts while the content service is away is ready in time, says so, and heals by itself', async () => {
  const content = await startContentService();
  await content.fault('*', { kind: 'refuse' });
  const site = await startSiteProcess(content.url);
  onTestFinished(async () => {
    await site.end('SIGKILL');
    await content.close();
  });
  await site.firstOk('/livez');
  const early = await askFor(site.url, '/');
  expect([early.status, early.headers['retry-after'], early.headers['cache-control']]).toEqual([
    503,
    '30',
    'no-store',
  ]);
  expect(early.text).toContain('Directus is unreachable.');
  expect(early.text).toContain('What Our Clients Say');
  expect(await site.firstOk('/readyz')).toBeLessThan(10_000);

  await content.heal();
  const healedAt = performance.now();
  await site.firstOk('/');
  expect(performance.now() - healedAt).toBeLessThan(15_000);
  expect((await askFor(site.url, '/about')).status).toBe(200);
  expect(await site.end()).toBe(0);
});
