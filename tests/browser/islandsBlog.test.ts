import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser } from '../support/connectBrowser.ts';
import { accessibilityProblems, hydrate, hydrated, openPage } from '../support/islandPage.ts';
import type { TestSite } from '../support/site.ts';
import { startWarmSite } from '../support/warmSite.ts';

let browser: Browser;
let site: TestSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([connectBrowser(), startWarmSite()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), site.close()]);
});

/** What a reader sees of the blog, rendered by server or island. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => element.textContent?.trim() ?? '');
    return {
      posts: visible('.post-list .card-title, .empty-title'),
      current: visible('.chips [aria-current], .sidebar [aria-current], .pagination [aria-current]'),
      banner: visible('.filter-banner strong').join(),
      title: document.title,
    };
  });

/** What the server alone shows for an address: what the page must show for it, however it came there. */
const expected = new Map<string, Promise<Awaited<ReturnType<typeof seen>>>>();
function fromServer(address: string) {
  const known = expected.get(address);
  if (known) return known;
  const loaded = (async () => {
    const { page, context } = await openPage(browser, site.url + address);
    const found = await seen(page);
    await context.close();
    return found;
  })();
  expected.set(address, loaded);
  return loaded;
}

const address = (page: Page) => page.evaluate(() => location.pathname + location.search);
const isSame = (page: Page) => page.evaluate(() => document.body.dataset.mine === 'still');
const chip = (name: string) => `.chips a:has-text("${name}")`;

async function openBlog(path = '/blog') {
  const opened = await openPage(browser, site.url + path);
  await hydrate(opened.page, 'blogFilters');
  await opened.page.evaluate(() => Object.assign(document.body.dataset, { mine: 'still' }));
  return opened;
}

it('G-8 a walk of 20 random steps: address, filter, list and title are always those of a shared link', async () => {
  const { page, context, problems } = await openBlog();
  const choices = await page
    .locator('.chips a, .sidebar .term-list a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  // The same walk every time, and a different one when the seed is changed.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  const model = { entries: ['/blog'], at: 0 };
  for (let step = 1; step <= 20; step += 1) {
    const way = random(10);
    if (way < 5 || model.entries.length === 1) {
      const choice = choices[random(choices.length)] ?? '/blog';
      await page.locator(`.blog-body a[href="${choice}"]:visible`).first().click();
      if (choice !== model.entries[model.at]) {
        model.entries.splice(model.at + 1, Number.POSITIVE_INFINITY, choice);
        model.at += 1;
      }
    } else if (way < 7 && model.at > 0) {
      await page.evaluate(() => history.back());
      model.at -= 1;
    } else if (way < 9 && model.at < model.entries.length - 1) {
      await page.evaluate(() => history.forward());
      model.at += 1;
    } else {
      // The next step finds an island that sleeps.
      await page.reload();
    }
    const now = model.entries[model.at] ?? '';
    const patient = { message: `step ${step}: ${now}` };
    await expect.poll(() => address(page), patient).toBe(now);
    await expect.poll(() => seen(page), patient).toEqual(await fromServer(now));
  }
  expect(problems).toEqual([]);
  await context.close();
});

it('shows the old list until the new one is loaded, announces how many, and leaves the focus', async () => {
  const { page, context } = await openBlog();
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
  expect([await seen(page), await address(page)]).toEqual([before, '/blog']);
  expect(await page.getAttribute('.blog-filters', 'aria-busy')).toBe('true');
  respond();
  await expect.poll(() => address(page)).toMatch(/^\/blog\?category=/);
  expect(await page.textContent('.blog-filters [role=status]')).toMatch(/^\d+ posts? in \w/);
  await page.click('.filter-banner a');
  await expect.poll(() => address(page)).toBe('/blog');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('All posts');
  await context.close();
});

it('handles the sidebar and the pages of a list too, from its top, and scrolls back with the history', async () => {
  const { page, context } = await openBlog();
  const next = page.locator('.pagination-next:visible');
  await next.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => Math.round(scrollY));
  await next.click();
  await expect.poll(() => address(page)).toBe('/blog?page=2');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(left);
  await page.evaluate(() => history.back());
  await expect.poll(() => address(page)).toBe('/blog');
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(left);
  expect(await isSame(page)).toBe(true);
  await context.close();
});

it('leaves the skip link to the browser, wherever a list was left, rendered by server or island', async () => {
  const { page, context } = await openBlog();
  const main = await page.evaluate(() => {
    location.hash = 'main';
    return new Promise((resolve) => requestAnimationFrame(() => resolve(scrollY)));
  });
  const said = () => page.textContent('.blog-filters [role=status]');
  const scrollTo = (top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  const skip = async () => {
    await scrollTo(600);
    await page.focus('.skip-link');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#main');
    // Any handler of the history has run by the next frame but one.
    return page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
      return scrollY;
    });
  };
  expect([await skip(), await said()]).toEqual([main, '']);
  await scrollTo(300);
  const second = page.locator('.chips a').nth(1);
  const target = (await second.getAttribute('href')) ?? '';
  await second.dispatchEvent('click');
  await expect.poll(() => address(page)).toBe(target);
  const announced = await said();
  expect([await skip(), await said()]).toEqual([main, announced]);
  await page.evaluate(() => history.back());
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  expect([await address(page), await seen(page)]).toEqual([target, await fromServer(target)]);
  await page.evaluate(() => history.back());
  await expect.poll(() => address(page)).toBe('/blog');
  await expect.poll(() => seen(page)).toEqual(await fromServer('/blog'));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  await context.close();
});

it('a page that was reloaded in the middle of its history handles it from the first step', async () => {
  const { page, context } = await openBlog();
  const [, second] = await page.locator('.chips a').all();
  const target = (await second?.getAttribute('href')) ?? '';
  await second?.click();
  await expect.poll(() => address(page)).toBe(target);
  await page.reload();
  await page.evaluate(() => history.back());
  await expect.poll(() => address(page)).toBe('/blog');
  await expect.poll(() => seen(page)).toEqual(await fromServer('/blog'));
  await context.close();
});

it('a failure is an ordinary navigation', async () => {
  const { page, context } = await openBlog();
  await page.route('**/api/posts*', (route) => route.fulfill({ status: 503, body: '{}' }));
  const [, , third] = await page.locator('.chips a').all();
  const target = (await third?.getAttribute('href')) ?? '';
  await third?.click();
  await page.waitForURL(`**${target}`);
  await expect.poll(() => isSame(page)).toBe(false);
  expect(await seen(page)).toEqual(await fromServer(target));
  await context.close();
});

it('a page beyond the last says so in its title, until a list is chosen', async () => {
  const { page, context } = await openBlog('/blog?page=99');
  expect((await seen(page)).title).toMatch(/^No posts found - /);
  const second = page.locator('.chips a').nth(1);
  const target = (await second.getAttribute('href')) ?? '';
  await second.click();
  await expect.poll(() => seen(page)).toEqual(await fromServer(target));
  await context.close();
});

it.each([
  ['spaces around a page', '/blog?page=+2', '/blog?page=2'],
  ['a category that is too long', `/blog?category=${'a'.repeat(65)}`, '/blog'],
])('leaves what the server has drawn for %s', async (_name, path, plain) => {
  const { page, context, problems } = await openPage(browser, site.url + path);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await hydrate(page, 'blogFilters');
  expect(await seen(page)).toEqual(await fromServer(plain));
  expect(requests.filter((url) => url.includes('/api/posts'))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

it('leaves clicks alone that want a new tab', async () => {
  const { page, context } = await openBlog();
  const opened = context.waitForEvent('page');
  await page
    .locator('.chips a')
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  expect(await address(page)).toBe('/blog');
  await context.close();
});

it('says that there is nothing, in both words, and axe finds nothing', async () => {
  const { page, context, problems } = await openBlog('/blog?tag=winter');
  const empty = { posts: [], total: 0, page: 1, pageCount: 1, term: null };
  await page.route('**/api/posts*', (route) => route.fulfill({ json: empty }));
  await page.locator(chip('All')).click();
  await expect.poll(() => address(page)).toBe('/blog');
  expect((await seen(page)).posts).toEqual(['No posts found']);
  expect(await page.textContent('#posts-shown .empty')).toContain('There is nothing to read here yet.');
  expect(await page.textContent('.blog-filters [role=status]')).toBe('No posts found');
  await page.locator('.chips a').nth(1).click();
  await expect.poll(() => page.textContent('#posts-shown .empty')).toContain('under this heading');
  expect(await accessibilityProblems(page, '.blog-body')).toEqual([]);
  await page.evaluate(() => history.go(-2));
  await expect.poll(() => seen(page)).toEqual(await fromServer('/blog?tag=winter'));
  expect(problems).toEqual([]);
  await hydrated(page, 'blogFilters');
  await context.close();
});
