import { expect, it } from 'vitest';
import { addressOf, seen, useBlogSite } from '../../support/blogPage.ts';
import { accessibilityProblems, hydrate, hydrated, openPage } from '../../support/islandPage.ts';

const blog = useBlogSite();
const chip = (name: string) => `.chips a:has-text("${name}")`;

it('G-8 a walk of 20 random steps: address, filter, list and title are always those of a shared link', async () => {
  const { page, problems } = await blog.openBlog();
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
    await expect.poll(() => addressOf(page), patient).toBe(now);
    await expect.poll(() => seen(page), patient).toEqual(await blog.fromServer(now));
  }
  expect(problems).toEqual([]);
});

it('leaves the skip link to the browser, wherever a list was left, rendered by server or island', async () => {
  const { page } = await blog.openBlog();
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
  await expect.poll(() => addressOf(page)).toBe(target);
  const announced = await said();
  expect([await skip(), await said()]).toEqual([main, announced]);
  await page.evaluate(() => history.back());
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  expect([await addressOf(page), await seen(page)]).toEqual([target, await blog.fromServer(target)]);
  await page.evaluate(() => history.back());
  await expect.poll(() => addressOf(page)).toBe('/blog');
  await expect.poll(() => seen(page)).toEqual(await blog.fromServer('/blog'));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

it('a page that was reloaded in the middle of its history handles it from the first step', async () => {
  const { page } = await blog.openBlog();
  const [, second] = await page.locator('.chips a').all();
  const target = (await second?.getAttribute('href')) ?? '';
  await second?.click();
  await expect.poll(() => addressOf(page)).toBe(target);
  await page.reload();
  await page.evaluate(() => history.back());
  await expect.poll(() => addressOf(page)).toBe('/blog');
  await expect.poll(() => seen(page)).toEqual(await blog.fromServer('/blog'));
});

it('a page that was reloaded when its list had become empty goes back to the list before', async () => {
  const { page } = await blog.openBlog();
  await page.locator('.chips a').nth(1).click();
  await expect.poll(() => addressOf(page)).toMatch(/^\/blog\?category=/);
  await page.evaluate(() => history.replaceState(null, '', '/blog?category=nothing-any-more'));
  await page.reload();
  await expect.poll(async () => (await seen(page)).posts).toEqual(['No posts found']);
  await page.evaluate(() => history.back());
  await expect.poll(() => seen(page)).toEqual(await blog.fromServer('/blog'));
});

it('a page beyond the last says so in its title, until a list is chosen', async () => {
  const { page } = await blog.openBlog('/blog?page=99');
  expect((await seen(page)).title).toMatch(/^No posts found - /);
  const second = page.locator('.chips a').nth(1);
  const target = (await second.getAttribute('href')) ?? '';
  await second.click();
  await expect.poll(() => seen(page)).toEqual(await blog.fromServer(target));
});

it.each([
  ['spaces around a page', '/blog?page=+2', '/blog?page=2'],
  ['a category that is too long', `/blog?category=${'a'.repeat(65)}`, '/blog'],
])('leaves what the server has drawn for %s', async (_name, path, plain) => {
  const { page, problems } = await openPage(blog.browser, blog.site.url + path);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await hydrate(page, 'blogFilters');
  expect(await seen(page)).toEqual(await blog.fromServer(plain));
  expect(requests.filter((url) => url.includes('/api/posts'))).toEqual([]);
  expect(problems).toEqual([]);
});

it('says that there is nothing, in both words, and axe finds nothing', async () => {
  const { page, problems } = await blog.openBlog('/blog?tag=winter');
  const empty = { posts: [], total: 0, page: 1, pageCount: 1, term: null };
  await page.route('**/api/posts*', (route) => route.fulfill({ json: empty }));
  await page.locator(chip('All')).click();
  await expect.poll(() => addressOf(page)).toBe('/blog');
  await expect.poll(async () => (await seen(page)).posts).toEqual(['No posts found']);
  expect(await page.textContent('#posts-shown .empty')).toContain('There is nothing to read here yet.');
  expect(await page.textContent('.blog-filters [role=status]')).toBe('No posts found');
  await page.locator('.chips a').nth(1).click();
  await expect.poll(() => page.textContent('#posts-shown .empty')).toContain('under this heading');
  expect(await accessibilityProblems(page, '.blog-body')).toEqual([]);
  await page.evaluate(() => history.go(-2));
  await expect.poll(() => seen(page)).toEqual(await blog.fromServer('/blog?tag=winter'));
  expect(problems).toEqual([]);
  await hydrated(page, 'blogFilters');
});
