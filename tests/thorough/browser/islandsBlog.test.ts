import { describe, expect, it } from 'vitest';
import { collectionNames } from '../../../server/content/collections/collections.ts';
import { samplePosts } from '../../../server/site/components/samplePosts.tsx';
import { seen, visitBlog } from '../../support/blogPage.ts';
import {
  accessibilityProblems,
  addressOf,
  hydrate,
  isSame,
  mark,
  openPage,
} from '../../support/browserPage.ts';
import { createRandom } from '../../support/createRandom.ts';
import { siteForTest } from '../../support/started.ts';

const blog = visitBlog();

it('G-8 blogFilters shows the filter, list and title that a shared link shows, over 20 random steps', async () => {
  const { page, problems } = await blog.openBlog();
  const choices = await page
    .locator('.chips a, .sidebar .term-list a:is([href*="category="], [href*="tag="])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const random = createRandom(7);
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
      // The next step finds an island that is not hydrated.
      await page.reload();
    }
    const now = model.entries[model.at] ?? '';
    const patient = { message: `step ${step}: ${now}` };
    await expect.poll(() => addressOf(page), patient).toBe(now);
    await expect.poll(() => seen(page), patient).toEqual(await blog.fromServer(now));
  }
  expect(problems).toEqual([]);
});

it('a page beyond the last has no posts and says so in its title, until a list is chosen', async () => {
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
])('blogFilters keeps what the server has rendered for %s', async (_name, path, plain) => {
  const { page, problems, requested } = await blog.openBlog(path);
  expect(await seen(page)).toEqual(await blog.fromServer(plain));
  expect(requested).not.toContain('/api/posts');
  expect(problems).toEqual([]);
});

it('every choice under an empty filter, whose page does not know its address, is an ordinary navigation', async () => {
  const { page, problems, requested } = await blog.openBlog('/blog?tag=no-such-tag');
  expect(await seen(page)).toMatchObject({ posts: ['No posts found'], current: [], banner: '' });
  expect(await page.locator('[data-island=blogFilters]').getAttribute('data-props')).not.toContain('no-such');
  await page.click('#posts .empty a');
  await page.waitForURL('**/blog');
  expect(await isSame(page)).toBe(false);
  expect(await seen(page)).toEqual(await blog.fromServer('/blog'));
  expect(requested).not.toContain('/api/posts');
  await page.goBack();
  await page.waitForURL('**/blog?tag=no-such-tag');
  expect((await seen(page)).posts).toEqual(['No posts found']);
  expect(problems).toEqual([]);
});

it('blogFilters says that a list is empty, with and without a filter, and axe finds nothing', async () => {
  const { page, problems } = await blog.openBlog('/blog?tag=winter');
  const empty = { posts: [], total: 0, page: 1, pageCount: 1, term: null };
  await page.route('**/api/posts*', (route) => route.fulfill({ json: empty }));
  await page.click('.chips a:has-text("All")');
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
});

describe('while posts cannot be read', () => {
  const sample = `.post-samples a:has-text("${samplePosts[0]?.title}")`;

  it.each([
    ['/blog', 'a sample', sample],
    ['/blog', 'All', '.chips a:has-text("All")'],
    ['/blog?category=maintenance-tips', 'a category', '.chips a:has-text("Maintenance")'],
  ])(
    'on %s %s is an ordinary navigation, and leads to the posts when they are back',
    async (path, _name, link) => {
      const down = await siteForTest();
      await down.contentService.fault('*', { kind: 'refuse' });
      const { page } = await openPage(blog.browser, down.url + path);
      await page.locator(sample).waitFor();
      const press = async () => {
        await hydrate(page, 'blogFilters');
        await mark(page);
        await page.click(link);
        await expect.poll(() => isSame(page)).toBe(false);
      };
      await press();
      await page.locator(sample).waitFor();
      await down.contentService.clearFaults();
      await down.content.load(collectionNames, false);
      await press();
      await page.locator('.post-list').waitFor();
      expect(await page.locator('.post-samples').count()).toBe(0);
    },
  );
});
