import lighthouse from 'lighthouse';
import { startSite } from '../scripts/serverProcess.ts';
import { startContactService } from '../server/demo/contactService.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { findFreePort } from '../server/demo/ports.ts';
import { launchSmallBrowser } from '../tests/support/browser.ts';
import { median } from './load.ts';

// Lighthouse for phones, median of three runs per page: npm run lighthouse -- [paths]; without paths, every route.
// Fails below the targets. Performance is measured on a simulated slow phone; on a busy machine it is lower.

const paths = process.argv.slice(2);
/** One page of each route. */
const routes = [
  '/',
  '/services',
  '/services/snow-removal',
  '/rentals',
  '/rentals/meadow-cabin',
  '/search-rentals',
  '/str-management',
  '/about',
  '/contact',
  '/privacy',
  '/blog',
  '/blog/anatomy-of-a-turnover-day',
  '/blog/categories',
  '/blog/category/seasonal-care',
  '/blog/tags',
  '/blog/tag/winter',
];
const pages = paths.length > 0 ? paths : routes;
const targets = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const figures = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
  'total-byte-weight': 'weight',
} as const;
const runs = 3;
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>;

const [content, contact, port] = await Promise.all([
  startContentService(),
  startContactService(),
  findFreePort(0),
]);
await content.drawPictures();
const site = await startSite(content.url, {
  environment: { LOG_LEVEL: 'error', CONTACT_API_URL: contact.url },
});
const browser = await launchSmallBrowser([`--remote-debugging-port=${port}`]);
let missed = 0;

for (const path of pages) {
  // Fills the server's caches of pages and pictures, as an earlier visitor would have.
  await fetch(site.url + path);
  const results: Result['lhr'][] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(site.url + path, { port, output: 'json', logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse has no result for ${path}.`);
    results.push(result.lhr);
  }
  const scoreOf = (name: (typeof categories)[number]) =>
    median(results.map(({ categories: found }) => Math.round((found[name]?.score ?? 0) * 100)));
  const scores = categories.map((name) => ({ name, score: scoreOf(name) }));
  const values = Object.entries(figures).map(
    ([audit, label]) =>
      `${label} ${results.map(({ audits }) => audits[audit]?.displayValue ?? '-').join(' / ')}`,
  );
  console.log(`${path}\n  ${scores.map(({ name, score }) => `${name} ${score}`).join('  ')}`);
  console.log(`  ${values.join('\n  ')}`);
  const faults = new Map(
    results
      .flatMap(({ audits }) => Object.values(audits))
      .filter(
        ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
      )
      .map((audit) => [audit.id, audit]),
  );
  for (const { id, title, displayValue = '' } of faults.values())
    console.log(`  - ${id}: ${title} ${displayValue}`);
  missed += scores.filter(({ name, score }) => score < targets[name]).length;
}

await browser.close();
await site.stop();
await Promise.all([content.close(), contact.close()]);
if (missed > 0) {
  console.error(`${missed} scores are below their targets.`);
  process.exitCode = 1;
}
