import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type ContentService, startContentService } from '../../server/demo/contentService.ts';
import { askFor } from '../support/http.ts';
import { type SiteProcess, startSiteProcess } from '../support/siteProcess.ts';

let content: ContentService;
let site: SiteProcess;
beforeAll(async () => {
  content = await startContentService();
  site = await startSiteProcess(content.url);
  await site.firstOk('/readyz');
});
afterAll(async () => {
  await site.end('SIGKILL');
  await content.close();
});

/** Connects, says something, goes on with a byte a second; resolves with what came back until the end. */
async function linger(
  first: string,
  drip: string,
): Promise<{ readonly answer: string; readonly seconds: number }> {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += String(part);
  });
  await once(socket, 'connect');
  const startedAt = performance.now();
  if (first !== '') socket.write(first);
  const dripping = setInterval(() => drip !== '' && socket.write(drip), 1_000);
  onTestFinished(() => {
    clearInterval(dripping);
    socket.destroy();
  });
  await once(socket, 'close');
  clearInterval(dripping);
  return { answer, seconds: (performance.now() - startedAt) / 1_000 };
}

const slowHeaders = ['GET / HTTP/1.1\r\nHost: x\r\n', 'x: y\r\n'] as const;
const slowBody = [
  'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
  ' ',
] as const;

it('D2 clients that take their time are told so and cut off, and keep nobody else waiting', async () => {
  const crowd = Array.from({ length: 300 }, () => linger(...slowHeaders));
  const ended = Promise.all([linger(...slowHeaders), linger(...slowBody), linger('', '')]);
  for (let visit = 0; visit < 100; visit += 1) expect((await askFor(site.url, '/')).status).toBe(200);
  const [headers, body, silent] = await ended;
  const told = /^HTTP\/1\.1 408 /;
  expect([headers.answer, body.answer, silent.answer]).toEqual([
    ...[expect.stringMatching(told), expect.stringMatching(told), expect.stringMatching(/^$|408/)],
  ]);
  // Ten and fifteen seconds, looked at every two.
  expect(headers.seconds).toBeGreaterThan(9);
  expect(headers.seconds).toBeLessThan(14);
  expect(body.seconds).toBeGreaterThan(14);
  expect(body.seconds).toBeLessThan(19);
  expect(silent.seconds).toBeLessThan(14);
  await Promise.all(crowd);
}, 60_000);
