import request from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { parseHtml } from '../support/html.ts';
import { startSite } from '../support/site.ts';

async function start(environment: Readonly<Record<string, string>> = {}) {
  const site = await startSite({ environment });
  onTestFinished(() => site.close());
  return (name: string) => request(site.url).post(`/sentry-example-page/${name}`);
}

it.each([
  ['content-error', 'The content service refused, and the error was logged: error reporting is off here.'],
  ['message', 'A message was logged: error reporting is off here.'],
])('%s shows what it did, and by which number it is found', async (name, result) => {
  const reply = await (await start())(name);
  const { text } = parseHtml(reply.text).one('[role=status]');
  expect(text).toBe(`${result} The number of this request is ${reply.headers['x-request-id']}.`);
});

it('there are sixty tests a minute from one network', async () => {
  const run = await start();
  const statuses: number[] = [];
  for (let at = 0; at < 62; at += 1) statuses.push((await run('endpoint-error')).status);
  expect(statuses).toEqual([...Array<number>(60).fill(500), 429, 429]);
});

it('there are none where nobody develops', async () => {
  const run = await start({ DEV_PAGES: '0' });
  for (const name of ['render-error', 'endpoint-error', 'content-error', 'message']) {
    expect((await run(name)).status, name).toBe(405);
  }
});
