import request from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { drawingNames } from '../../shared/drawings.ts';
import { productionEnvironment } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { startSite } from '../support/site.ts';

async function start(environment: Readonly<Record<string, string>> = {}) {
  const site = await startSite({ environment });
  onTestFinished(() => site.close());
  await site.load();
  return {
    get: (path: string) => request(site.url).get(path),
    post: (path: string) => request(site.url).post(path),
  };
}

const tests = ['render-error', 'endpoint-error', 'content-error', 'message'].map(
  (name) => `/sentry-example-page/${name}`,
);

it('/style shows every drawing and is never indexed', async () => {
  const { get } = await start();
  const { status, text } = await get('/style');
  const page = parseHtml(text);
  expect([status, page.one('meta[name=robots]').attribute('content')]).toEqual([200, 'noindex']);
  expect(page.all('link[rel=canonical]')).toEqual([]);
  expect(page.all('.placeholder use')).toHaveLength(drawingNames.length);
  expect((await get('/sitemap.xml')).text).not.toContain('/style<');
});

it('neither the pages nor their tests exist in production', async () => {
  const { get, post } = await start(productionEnvironment);
  for (const path of ['/style', '/sentry-example-page']) expect((await get(path)).status, path).toBe(404);
  for (const path of tests) expect((await post(path)).status, path).toBe(405);
});

it.each([
  ['content-error', 'The content service refused, and the error was logged: error reporting is off here.'],
  ['message', 'A message was logged: error reporting is off here.'],
])('%s shows what it did, and the number of its request', async (name, result) => {
  const { post } = await start();
  const { headers, text } = await post(`/sentry-example-page/${name}`);
  const shown = parseHtml(text).one('[role=status]').text;
  expect(shown).toBe(`${result} The number of this request is ${headers['x-request-id']}.`);
});
