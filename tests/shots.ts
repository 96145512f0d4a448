import { mkdir } from 'node:fs/promises';
import { removePictures } from '../scripts/removePictures.ts';
import { startSite } from '../scripts/serverProcess.ts';
import { startContactService } from '../server/demo/contactService.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { themes } from '../shared/themes.ts';
import { launchBrowser } from './support/browser.ts';

// Screenshots of routes x themes x widths into `shots/`:
//   npm run shots -- [routes] [themes] [widths] [full|bare|unreachable]
// Each is a name, several names separated by commas, or `all`. `bare`: content without any picture; `unreachable`:
// the content service is down.

const routes: Readonly<Record<string, string>> = {
  home: '/',
  about: '/about',
  services: '/services',
  service: '/services/snow-removal',
  rentals: '/rentals',
  'rentals-filtered': '/rentals?town=sunriver&guests=4',
  rental: '/rentals/meadow-cabin',
  'search-rentals': '/search-rentals',
  'str-management': '/str-management',
  contact: '/contact',
  blog: '/blog',
  'blog-filtered': '/blog?category=seasonal-care',
  categories: '/blog/categories',
  tags: '/blog/tags',
  category: '/blog/category/seasonal-care',
  tag: '/blog/tag/bend',
  post: '/blog/anatomy-of-a-turnover-day',
  privacy: '/privacy',
  'own-page': '/second-homes',
  'not-found': '/no-such-page',
  style: '/style',
};
const widths = [390, 768, 1280, 1920];

const [onlyRoute = 'all', onlyTheme = 'all', onlyWidth = 'all', state = 'full'] = process.argv.slice(2);
const wanted = <T>(items: readonly T[], only: string, nameOf: (item: T) => string): readonly T[] =>
  only === 'all' ? items : items.filter((item) => only.split(',').includes(nameOf(item)));

const [content, contact] = await Promise.all([startContentService(), startContactService()]);
if (state === 'bare') removePictures(content.rows);
if (state === 'unreachable') await fetch(`${content.url}/demo/down`, { method: 'POST', redirect: 'manual' });
const site = await startSite(content.url, {
  environment: {
    NODE_ENV: 'development',
    CONTACT_API_URL: contact.url,
    BOOKING_SITE_URL: `${content.url}/booking`,
  },
  probePath: '/livez',
});
const browser = await launchBrowser();
await mkdir('shots', { recursive: true });
const suffix = state === 'full' ? '' : `-${state}`;

for (const width of wanted(widths, onlyWidth, String)) {
  for (const { key } of wanted(themes, onlyTheme, (theme) => theme.key)) {
    const context = await browser.newContext({ viewport: { width, height: width < 700 ? 844 : 900 } });
    await context.addInitScript((theme) => localStorage.setItem('selectedTheme', theme), key);
    const page = await context.newPage();
    for (const [name, path] of wanted(Object.entries(routes), onlyRoute, ([route]) => route)) {
      await page.goto(site.url + path, { waitUntil: 'load' });
      // Pictures below the fold are lazy.
      await page.evaluate(async () => {
        for (const picture of document.images) picture.loading = 'eager';
        await Promise.allSettled([...document.images].map((picture) => picture.decode()));
      });
      await page.screenshot({ path: `shots/${name}-${key}-${width}${suffix}.png`, fullPage: true });
    }
    await context.close();
  }
}

await browser.close();
await site.stop();
await Promise.all([content.close(), contact.close()]);
