import { expect, it } from 'vitest';
import { newVisitor, phone, visitSite } from '../support/browserPage.ts';
import { sendRequest } from '../support/http.ts';

const visit = visitSite();

it('the home page weighs at most 80 kB before the first interaction, with its fonts but without photographs', async () => {
  // Cached, with the best compression, as the second visitor gets it.
  await sendRequest(visit.site.url, '/', { headers: { 'user-agent': 'a bot', 'accept-encoding': 'br' } });
  const context = await newVisitor(visit.browser, { viewport: phone.viewport });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const addresses = new Map<string, string>();
  const weights = new Map<string, number>();
  network.on('Network.responseReceived', ({ requestId, response }) => {
    addresses.set(requestId, new URL(response.url).pathname);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = addresses.get(requestId) ?? '';
    if (!path.startsWith('/media/')) weights.set(path, encodedDataLength);
  });
  await page.goto(visit.site.url, { waitUntil: 'networkidle' });
  // Everything that waits for an idle moment has run.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  expect([...weights.keys()]).toContain('/');
  expect([...weights.keys()].filter((path) => path.endsWith('.woff2'))).toHaveLength(2);
  expect(total, JSON.stringify([...weights])).toBeLessThanOrEqual(80_000);
});
