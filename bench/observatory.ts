import { mkdir, writeFile } from 'node:fs/promises';
import { startSite } from '../scripts/serverProcess.ts';
import { startContentService } from '../server/demo/contentService.ts';

// npm run check:observatory: the score that MDN's HTTP Observatory gives the headers of each kind of page, with default
// settings behind a proxy that terminates TLS and redirects http to https. Exits with 1 below the targets.

const host = 'www.ridge.example';
const origin = `https://${host}`;
const targets = [
  { path: '/', least: 130 },
  { path: '/services/snow-removal', least: 130 },
  { path: '/blog/anatomy-of-a-turnover-day', least: 130 },
  { path: '/contact', least: 130 },
  { path: '/rentals', least: 120 },
  { path: '/search-rentals', least: 120 },
];

// The package's install script would download this list. An empty one will do: our made-up host is not in it.
const lists = new URL('./node_modules/@mdn/mdn-http-observatory/conf/', import.meta.url);
await mkdir(lists, { recursive: true });
await writeFile(new URL('hsts-preload.json', lists), '{}');
const observatory = '@mdn/mdn-http-observatory/src';
const { ALL_TESTS } = await import(`${observatory}/constants.js`);
const { Requests } = await import(`${observatory}/types.js`);
const { getScoreModifier } = await import(`${observatory}/grader/grader.js`);
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await import(`${observatory}/grader/charts.js`);
const { parseHttpEquivHeaders } = await import(`${observatory}/retriever/utils.js`);

const content = await startContentService();
const site = await startSite(content.url, { environment: { FRONTEND_URL: origin, LOG_LEVEL: 'error' } });
let missed = 0;
for (const { path, least } of targets) {
  const score = await scoreOf(path);
  if (score < least) missed += 1;
  console.log(`${score < least ? 'MISSED' : 'holds '} ${score} (at least ${least}) ${path}`);
}
await site.stop();
await content.close();
process.exit(missed === 0 ? 0 : 1);

async function scoreOf(path: string): Promise<number> {
  const response = await fetch(site.url + path);
  const html = await response.text();
  const seen = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    verified: true,
    httpEquiv: parseHttpEquivHeaders(html, origin + path),
  };
  const route = [`http://${host}${path}`, origin + path].map((url) => ({ url: new URL(url), status: 200 }));
  const requests = new Requests(host);
  Object.assign(requests.responses, { auto: seen, https: seen, http: seen, cors: seen });
  Object.assign(requests.responses, { httpRedirects: route, httpsRedirects: route.slice(1) });
  requests.resources.path = html;
  requests.session = { url: new URL(origin + path), jar: { serializeSync: () => ({ cookies: [] }) } };
  // The sum as in its own `scan`: extra credit counts only if the score without it reaches the minimum.
  const modifiers: number[] = [];
  for (const test of ALL_TESTS) {
    const { result } = test(requests);
    const modifier = getScoreModifier(result);
    modifiers.push(modifier);
    if (modifier !== 0) console.log(`  ${modifier > 0 ? '+' : ''}${modifier} ${result}`);
  }
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 100);
  const uncurved = total(modifiers.filter((modifier) => modifier < 0));
  return uncurved >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? total(modifiers) : uncurved;
}
