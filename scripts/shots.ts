import { mkdir } from 'node:fs/promises';
import { startContactService } from '../server/demo/contactService.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { themes } from '../shared/themes.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { startSite } from './bench/siteProcess.ts';

// Screenshots of routes x themes x widths into `shots/`: npm run shots -- [route] [theme] [width]

const routes: Readonly<Record<string, string>> = {
  home: '/',
  about: '/about',
  services: '/services',
  service: '/services/snow-removal',
  rentals: '/rentals',
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
  'not-found': '/no-such-page',
};
const widths = [390, 768, 1024, 1440, 1920];

const [onlyRoute = 'all', onlyTheme = 'all', onlyWidth = 'all'] = process.argv.slice(2);
const wanted = <T>(items: readonly T[], only: string, nameOf: (item: T) => string): readonly T[] =>
  only === 'all' ? items : items.filter((item) => only.split(',').includes(nameOf(item)));

const [content, contact] = await Promise.all([startContentService(), startContactService()]);
const site = await startSite(content.url, 3200, {
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  CONTACT_API_URL: contact.url,
  BOOKING_SITE_URL: `${content.url}/booking`,
});
const browser = await launchBrowser();
await mkdir('shots', { recursive: true });

for (const width of wanted(widths, onlyWidth, String)) {
  for (const { key } of wanted(themes, onlyTheme, (theme) => theme.key)) {
    const context = await browser.newContext({ viewport: { width, height: width < 700 ? 844 : 900 } });
    await context.addInitScript((theme) => localStorage.setItem('selectedTheme', theme), key);
    const page = await context.newPage();
    for (const [name, path] of wanted(Object.entries(routes), onlyRoute, ([route]) => route)) {
      await page.goto(site.url + path, { waitUntil: 'load' });
      // Pictures below the fold load when they come near.
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 600) {
          scrollTo(0, y);
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
        scrollTo(0, 0);
      });
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `shots/${name}-${key}-${width}.png`, fullPage: true });
    }
    await context.close();
  }
}

await browser.close();
await site.stop();
await Promise.all([content.close(), contact.close()]);
