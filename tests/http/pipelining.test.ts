import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { sendRequest } from '../support/http.ts';
import { countsOf } from '../support/metricValues.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const request = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';

/** A connection on which requests are sent in advance; counts the responses. */
function open() {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += String(part);
  });
  return { socket, responses: () => text.split('HTTP/1.1 200 OK').length - 1 };
}
const flooded = async () => (await countsOf(site.counts.shed, 'reason')).flood ?? 0;

it('D13 a few requests sent in advance are served, again and again', async () => {
  const { socket, responses } = open();
  for (const expected of [17, 34, 51]) {
    socket.write(request.repeat(17));
    await expect.poll(responses).toBe(expected);
  }
  expect(await flooded()).toBe(0);
});

it('D13 a flood of them ends its connection before many are served, and is counted', async () => {
  const { socket, responses } = open();
  socket.write(request.repeat(1_500));
  await once(socket, 'close');
  expect(responses()).toBeLessThanOrEqual(17);
  const byStatus = await countsOf(site.counts.requests, 'status');
  const responded = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  expect(responded).toBeLessThanOrEqual(51 + 17);
  expect(await flooded()).toBeGreaterThan(0);
  expect((await sendRequest(site.url, '/livez')).status).toBe(200);
});
