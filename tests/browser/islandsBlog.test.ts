import { expect, it, onTestFinished } from 'vitest';
import { seen, visitBlog } from '../support/blogPage.ts';
import { addressOf, holdRequests, hydrate, isSame } from '../support/browserPage.ts';

const blog = visitBlog();

it('blogFilters shows the old list until the new one is loaded, announces the count, and keeps the focus', async () => {
  const { page } = await blog.openBlog();
  let respond: () => void = () => undefined;
  const requested = Promise.withResolvers<void>();
  await page.route('**/api/posts*', async (route) => {
    requested.resolve();
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await route.continue();
  });
  const before = await seen(page);
  const [, second] = await page.locator('.chips a').all();
  await second?.click();
  await requested.promise;
  expect([await seen(page), await addressOf(page)]).toEqual([before, '/blog']);
  expect(await page.getAttribute('.blog-filters', 'aria-busy')).toBe('true');
  const announced = () => page.textContent('.blog-filters [role=status]');
  await expect.poll(announced).toBe('Loading posts');
  respond();
  await expect.poll(() => addressOf(page)).toMatch(/^\/blog\?category=/);
  expect(await announced()).toMatch(/^\d+ posts? in \w/);
  await page.click('.filter-banner a');
  await expect.poll(() => addressOf(page)).toBe('/blog');
  expect(await announced()).toMatch(/^\d+ posts$/);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('All posts');
});

const withoutPictures = { featured_image: null, thumbnail_image: null };
it('blogFilters shows pictures by their focal points, also where the page had none', async () => {
  onTestFinished(() => blog.reset());
  const { content, contentService } = blog.site;
  contentService.row('pages', 'blog').hero_image = null;
  for (const row of contentService.rows.blog_posts)
    if (String(row.categories).includes('Seasonal Care')) Object.assign(row, withoutPictures);
  await content.load(['pages', 'blog_posts'], true);
  const { page } = await blog.openBlog('/blog?category=seasonal-care');
  await page.locator('.chips a').first().click();
  await expect.poll(() => addressOf(page)).toBe('/blog');
  const places = await page
    .locator('.post-list img[class*=focus-]')
    .evaluateAll((pictures) => pictures.map((picture) => getComputedStyle(picture).objectPosition));
  expect(places.filter((place) => place !== '50% 50%')).not.toEqual([]);
  expect(await isSame(page)).toBe(true);
});

it('blogFilters opens the next page of a list at its top, and scrolls back when the visitor goes back', async () => {
  const { page } = await blog.openBlog('/blog?page=2');
  const next = page.locator('.pagination-next:visible');
  await next.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => Math.round(scrollY));
  await next.click();
  await expect.poll(() => addressOf(page)).toBe('/blog?page=3');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(left);
  await page.evaluate(() => history.back());
  await expect.poll(() => addressOf(page)).toBe('/blog?page=2');
  expect(await page.textContent('.blog-filters [role=status]')).toMatch(/^\d+ posts, page 2 of \d+$/);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(left);
  expect(await isSame(page)).toBe(true);
});

it('blogFilters shows the list that was chosen last, also if an earlier one arrives after it', async () => {
  const { page } = await blog.openBlog();
  const [, first, second] = await page.locator('.chips a').all();
  const [slow, target] = [await first?.getAttribute('href'), (await second?.getAttribute('href')) ?? ''];
  const list = Promise.withResolvers<void>();
  await page.route(`**${slow?.replace('/blog', '/api/posts')}`, async (route) => {
    await list.promise;
    await route.continue();
  });
  await first?.click();
  await second?.click();
  await expect.poll(() => seen(page)).toEqual(await blog.fromServer(target));
  const answered = page.waitForEvent('requestfinished').catch(() => null);
  list.resolve();
  // Cancelled, or answered: then it would be shown in place of the other.
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 500))]);
  expect(await seen(page)).toEqual(await blog.fromServer(target));
  expect(await addressOf(page)).toBe(target);
});

it('blogFilters falls back to an ordinary navigation when a list cannot be loaded', async () => {
  const { page } = await blog.openBlog();
  await page.route('**/api/posts*', (route) => route.fulfill({ status: 503, body: '{}' }));
  const [, , third] = await page.locator('.chips a').all();
  const target = (await third?.getAttribute('href')) ?? '';
  await third?.click();
  await page.waitForURL(`**${target}`);
  await expect.poll(() => isSame(page)).toBe(false);
  await expect.poll(() => seen(page)).toEqual(await blog.fromServer(target));
});

it('blogFilters does not take a visitor back who has left for a post while a list could not be loaded', async () => {
  const { page } = await blog.openBlog();
  const list = Promise.withResolvers<void>();
  const post = Promise.withResolvers<void>();
  await page.route('**/api/posts*', async (route) => {
    await list.promise;
    await route.fulfill({ status: 503 });
  });
  await page.route(/\/blog\/[^/?]+$/, async (route) => {
    await post.promise;
    await route.continue();
  });
  await page.locator('.chips a').nth(1).click();
  const title = page.locator('.post-list a').first();
  const path = await title.getAttribute('href');
  // Not a click: hovering would prerender the post.
  await title.evaluate((link) => link instanceof HTMLElement && link.click());
  const answered = page.waitForEvent('requestfinished').catch(() => null);
  list.resolve();
  // Cancelled, or answered: then a navigation to the list would replace the one to the post.
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 500))]);
  post.resolve();
  await page.waitForURL(`**${path}`);
});

it('blogFilters does not take a visitor back who goes back while a list cannot be loaded', async () => {
  const { page } = await blog.open('/about');
  await page.goto(`${blog.site.url}/blog`);
  await hydrate(page, 'blogFilters');
  const list = Promise.withResolvers<void>();
  const before = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/posts*', async (route) => {
    await list.promise;
    await route.fulfill({ status: 503 });
  });
  await page.route('**/about', async (route) => {
    asked.resolve();
    await before.promise;
    await route.continue();
  });
  await page.locator('.chips a').nth(1).click();
  await page.evaluate(() => history.back());
  await asked.promise;
  const answered = page.waitForEvent('requestfinished').catch(() => null);
  list.resolve();
  // Cancelled, or answered: then a navigation to the list would replace the one back.
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 500))]);
  before.resolve();
  await page.waitForURL('**/about');
});

it('blogFilters does so also in Safari, which ends the load a moment before it leaves the page', async () => {
  const { page } = await blog.open('/about');
  await page.goto(`${blog.site.url}/blog`);
  await hydrate(page, 'blogFilters');
  await page.evaluate(() => {
    window.fetch = () => {
      setTimeout(() => history.back(), 20);
      return Promise.reject(new TypeError('Load failed'));
    };
  });
  await page.locator('.chips a').nth(1).click();
  await page.waitForURL('**/about');
});

it('blogFilters says no more that it is loading when a visitor has called while it was, and stays', async () => {
  const { page } = await blog.openBlog();
  await holdRequests(page, /\/api\/posts/);
  await page.locator('.chips a').nth(1).click();
  const status = page.locator('.blog-filters [role=status]');
  await expect.poll(() => status.textContent()).toBe('Loading posts');
  // Some browsers take a link to a phone number for one that leaves the page.
  await page.evaluate(() => dispatchEvent(new Event('beforeunload')));
  await expect.poll(() => status.textContent()).toBe('');
});

it('blogFilters leaves clicks for a new tab to the browser', async () => {
  const { page } = await blog.openBlog();
  // The window gets the click last and cancels it: opening a tab would only take time.
  await page.evaluate(() =>
    addEventListener('click', (event) => {
      Object.assign(document.body.dataset, { leftAlone: String(!event.defaultPrevented) });
      event.preventDefault();
    }),
  );
  const second = page.locator('.chips a').nth(1);
  await second.click({ modifiers: ['ControlOrMeta'] });
  expect(await page.evaluate(() => document.body.dataset.leftAlone)).toBe('true');
  expect(await addressOf(page)).toBe('/blog');
  await second.click();
  expect(await page.evaluate(() => document.body.dataset.leftAlone)).toBe('false');
});
