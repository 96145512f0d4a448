import { mkdirSync } from 'node:fs';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { type Row, readRow, readRows } from '../../server/directus/readField.ts';
import { sendRequest } from '../support/http.ts';
import { siteForFile } from '../support/started.ts';
import { chooseFromLibrary, field, iconButton, logInAsEditor, save } from './adminApp.ts';
import { runProvisioning } from './runProvisioning.ts';
import { ownDirectus } from './sharedDirectus.ts';

// A day of an editor in the real admin app. EDITORS_PICTURES=docs/editors takes the screenshots of docs/editors.md.

const { admin, url, token } = await ownDirectus('tests-editors-day');
const hookSecret = 'the-secret-of-an-editors-day';
const secrets = {
  PREVIEW_SECRET: 'the-secret-of-the-preview-tests',
  DIRECTUS_PREVIEW_TOKEN: 'the-token-of-previews-0123456789',
};
const folder = process.env.EDITORS_PICTURES;
const title = 'Gutters before the thaw';
const [slug, renamed] = ['gutters-before-the-thaw', 'gutters-in-february'];
const environment = { DIRECTUS_URL: url, BACKEND_URL: url, CONTENT_HOOK_SECRET: hookSecret, ...secrets };
const site = await siteForFile({ environment });

beforeAll(async () => {
  await site.load();
  const run = await runProvisioning({
    DIRECTUS_URL: url,
    DIRECTUS_ADMIN_TOKEN: token,
    FRONTEND_URL: site.url,
    ...secrets,
    SITE_HOOK_URL: site.url,
    CONTENT_HOOK_SECRET: hookSecret,
  });
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

const at = async (path: string) => sendRequest(site.url, path);
const status = async (path: string) => (await at(path)).status;

/** Saves a screenshot for the documentation. */
async function keep(page: Page, name: string): Promise<void> {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.waitForTimeout(700);
  const seen = await page.screenshot();
  await sharp(seen).resize({ width: 1_200 }).webp({ quality: 80 }).toFile(`${folder}/${name}.webp`);
}

const choose = async (page: Page, name: string, words: string) => {
  await field(page, name).locator('.v-input').first().click();
  await page.locator('.v-list-item', { hasText: words }).last().click();
};
/** The newest notification. */
const heard = async () =>
  String((await admin.readRows('/notifications', { sort: '-timestamp,-id', limit: 1 }))[0]?.message);

it('an editor writes a draft with a picture, corrects it in the preview, schedules it, and publishes it', async () => {
  const page = await logInAsEditor(admin);
  await page.setViewportSize({ width: 1_200, height: 800 });
  await page.goto(`${url}/admin/content/blog_posts/+`);
  await field(page, 'title').locator('input').fill(title);
  await field(page, 'slug').locator('input').fill(slug);
  await field(page, 'excerpt')
    .locator('textarea')
    .fill('What to clear in February, so that March stays outside.');
  const text = page.frameLocator('[data-field="content"] iframe').locator('body');
  await text.fill('Begin at the corner where the ice was.');
  const picture = await sharp('server/demo/images/gutter-needles.svg')
    .resize({ width: 1_600 })
    .jpeg()
    .toBuffer();
  const file = { name: 'gutter.jpg', mimeType: 'image/jpeg', buffer: picture };
  await field(page, 'featured_image').locator('input[type=file]').setInputFiles(file);
  await field(page, 'featured_image').locator('img').first().waitFor();
  await field(page, 'title').scrollIntoViewIfNeeded();
  await keep(page, 'write');
  await save(page);
  await page.waitForURL((address) => !address.pathname.endsWith('/+'));
  expect(await status(`/blog/${slug}`)).toBe(404);

  await page.setViewportSize({ width: 1_600, height: 1_000 });
  await iconButton(page, 'visibility').first().click();
  const shown: FrameLocator = page.frameLocator('#frame');
  await shown.locator('h1', { hasText: title }).waitFor();
  expect(await shown.locator('.preview-bar').innerText()).toContain('a draft');
  await keep(page, 'preview');
  await field(page, 'title').locator('input').fill(`${title} comes`);
  await save(page);
  await shown.locator('h1', { hasText: `${title} comes` }).waitFor();
  await iconButton(page, 'visibility').first().click();

  // First scheduled for next month, then published at once.
  await choose(page, 'status', 'Published');
  await field(page, 'published_at').locator('.v-input, .v-list-item').first().click();
  await page.locator('[aria-label="Next page"]').click();
  await page.locator('[data-value$="-15"]').first().click();
  await page.keyboard.press('Escape');
  await save(page);
  expect(await status(`/blog/${slug}`)).toBe(404);
  await field(page, 'published_at').locator('[data-icon="close"]').click();
  await save(page);
  await expect.poll(() => status(`/blog/${slug}`)).toBe(200);
  await expect
    .poll(heard)
    .toMatch(new RegExp(`^Live at ${site.url}/blog/${slug}: \\d+ ms, \\d+ address(es)?\\.$`));
  await page.setViewportSize({ width: 1_200, height: 800 });
  await page.reload();
  await iconButton(page, 'notifications').first().click();
  const newest = page.locator('.notification, .v-list-item', { hasText: 'is live' }).first();
  await newest.locator('[data-icon=expand_more]').click();
  await page.getByText('Live at').first().waitFor();
  await keep(page, 'receipt');
  await page.goto(`${url}/admin/insights`);
  await page.getByText('Publications').last().click();
  await page.getByText('Live at').first().waitFor();
  await page.goto(`${url}/admin/content/publications`);
  const row = page.locator('tbody tr').first();
  await row.getByText('Live at').waitFor();
  expect(await page.locator('thead').innerText()).toContain('Result');
}, 120_000);

it('an editor corrects a text on the page itself', async () => {
  const page = await logInAsEditor(admin);
  await page.setViewportSize({ width: 1_200, height: 800 });
  await page.goto(`${url}/admin/visual`);
  const heading = page.frameLocator('iframe').locator('h1');
  const pencil = page
    .frameLocator('iframe')
    .locator('.directus-visual-editing-rect-hover .directus-visual-editing-edit-button');
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await heading.hover();
      return pencil.isVisible();
    })
    .toBe(true);
  await pencil.click();
  await page.locator('input[field=hero_title]').fill('We look after it while you are away');
  await keep(page, 'visual');
  await iconButton(page, 'check').last().click();
  await expect.poll(async () => (await at('/')).text).toContain('We look after it while you are away');
});

it('an editor renames a published post, and its old address redirects', async () => {
  const page = await logInAsEditor(admin);
  const [post] = await admin.readRows('/items/blog_posts', { filter: { slug: { _eq: slug } } });
  await page.goto(`${url}/admin/content/blog_posts/${post?.id}`);
  await field(page, 'slug').locator('input').fill(renamed);
  await save(page);
  const moved = async () => (await at(`/blog/${slug}`)).headers.location;
  await expect.poll(moved).toBe(`/blog/${renamed}`);
  expect([await status(`/blog/${slug}`), await status(`/blog/${renamed}`)]).toEqual([301, 200]);
});

it('an editor builds a landing page from four kinds of blocks', async () => {
  const page = await logInAsEditor(admin);
  await page.goto(`${url}/admin/content/pages/+`);
  await field(page, 'slug').locator('.v-input').first().click();
  await page.locator('.v-menu-content input').last().fill('ski-week');
  await page.keyboard.press('Escape');
  await field(page, 'title').locator('input').fill('Ski week');
  const addBlock = async (kind: string, write: (drawer: Locator) => Promise<void>) => {
    const blocks = field(page, 'blocks');
    await blocks.getByRole('button', { name: /Create New/ }).click();
    await page.locator('.v-menu-content .v-list-item', { hasText: kind }).click();
    const drawer = page.locator('.v-drawer').last();
    await drawer.locator('[data-field]').first().waitFor();
    await write(drawer);
    await drawer.locator('button:has([data-icon="check"])').last().click();
    await drawer.waitFor({ state: 'detached' });
  };
  const input = (drawer: Locator, name: string) =>
    drawer.locator(`[data-field="${name}"]`).locator('input, textarea').first();
  await addBlock('Quotation', async (drawer) => {
    await input(drawer, 'text').fill('We came back to a warm house.');
  });
  await addBlock('Call to action', async (drawer) => {
    await input(drawer, 'title').fill('Book the first week of March');
    await input(drawer, 'link').fill('/search-rentals');
    await input(drawer, 'link_text').fill('Search rentals');
  });
  await addBlock('Homes, services or posts', async (drawer) => {
    await input(drawer, 'title').fill('Near the lifts');
    await input(drawer, 'homes').fill('Meadow Cabin');
    await input(drawer, 'homes').press('Enter');
  });
  await addBlock('Contact form', async (drawer) => {
    await input(drawer, 'title').fill('Ask about ski week');
  });
  await keep(page, 'blocks');
  await save(page);
  await page.waitForURL((address) => !address.pathname.endsWith('/+'));
  expect(await status('/ski-week')).toBe(404);
  await choose(page, 'status', 'Published');
  await save(page);
  await expect.poll(() => status('/ski-week')).toBe(200);
  const { text } = await at('/ski-week');
  const words = [
    'We came back to a warm house',
    'Book the first week',
    'Near the lifts',
    'Ask about ski week',
  ];
  const places = words.map((each) => text.indexOf(each, text.indexOf('<main')));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  // A block that is changed in its drawer is updated in the preview beside the form.
  await iconButton(page, 'visibility').first().click();
  const shown = page.frameLocator('#frame');
  await shown.getByText('Near the lifts').waitFor();
  await field(page, 'blocks').getByText('Near the lifts').click();
  const drawer = page.locator('.v-drawer').last();
  await input(drawer, 'title').fill('Beside the lifts');
  await drawer.locator('button:has([data-icon="check"])').last().click();
  await drawer.waitFor({ state: 'detached' });
  await save(page);
  await shown.getByText('Beside the lifts').waitFor();
}, 120_000);

it('an editor copies a page with its blocks, as a draft', async () => {
  const page = await logInAsEditor(admin);
  const read = async (own: string) => {
    const kinds = ['quote', 'call', 'choice', 'form'].map((kind) => `blocks.item:block_${kind}.*`);
    const fields = ['id', 'status', 'title', 'blocks.collection', 'blocks.sort', ...kinds].join();
    return (await admin.readRows('/items/pages', { filter: { slug: { _eq: own } }, fields }))[0];
  };
  const original = await read('ski-week');
  await page.goto(`${url}/admin/content/pages/${original?.id}`);
  await field(page, 'blocks')
    .getByRole('button', { name: /Create New/ })
    .waitFor();
  expect(await page.getByRole('button', { name: /Add Existing/ }).count()).toBe(0);
  await field(page, 'slug').locator('.v-input').first().click();
  await page.locator('.v-menu-content input').last().fill('ski-week-of-2027');
  await page.keyboard.press('Escape');
  await iconButton(page, 'more_vert').first().click();
  await page.getByText('Save as Copy').click();
  await expect.poll(() => read('ski-week-of-2027')).toBeTruthy();
  const copy = await read('ski-week-of-2027');
  const itemsOf = (row: Row | undefined) => readRows(row?.blocks).map(({ item }) => readRow(item));
  const withoutIds = (row: Row | undefined) => ({
    title: row?.title,
    blocks: readRows(row?.blocks).map(({ item, ...place }) => ({ ...place, ...readRow(item), id: null })),
  });
  expect(original?.status).toBe('published');
  expect(copy?.status).toBe('draft');
  expect(itemsOf(copy)).toHaveLength(4);
  expect(withoutIds(copy)).toEqual(withoutIds(original));
  itemsOf(copy).forEach((item, at) => {
    expect(item?.id).not.toBe(itemsOf(original)[at]?.id);
  });
});

it('an editor adds a picture of the library to a home', async () => {
  const page = await logInAsEditor(admin);
  const [home] = await admin.readRows('/items/homes', { filter: { slug: { _eq: 'meadow-cabin' } } });
  const filter = { title: { _eq: 'Deck in the evening' } };
  const [file] = await admin.readRows('/files', { filter, limit: 1 });
  expect([typeof home?.id, typeof file?.id]).toEqual(['number', 'string']);
  const shows = async () => (await at('/rentals/meadow-cabin')).text.includes(String(file?.id));
  expect(await shows()).toBe(false);
  await page.goto(`${url}/admin/content/homes/${home?.id}`);
  const pictures = field(page, 'pictures');
  expect(await pictures.locator('.v-list-item').first().innerText()).toContain('The cabin from the meadow');
  await pictures.getByRole('button', { name: 'Add a picture' }).click();
  const drawer = page.locator('.v-drawer').last();
  await chooseFromLibrary(page, String(file?.title));
  await drawer.locator('img').waitFor();
  await drawer.locator('button:has([data-icon="check"])').last().click();
  await save(page, '[data-field="name"] input');
  await expect.poll(shows).toBe(true);
});

it('an editor publishes a notice and takes it down', async () => {
  const page = await logInAsEditor(admin);
  await page.goto(`${url}/admin/content/notices/+`);
  await field(page, 'text').locator('textarea').fill('Highway 20 is closed at the pass.');
  await choose(page, 'status', 'Published');
  const from = '[data-field="text"] textarea';
  await save(page, from);
  const shows = async () => (await at('/about')).text.includes('Highway 20 is closed');
  await expect.poll(shows).toBe(true);
  await page.waitForURL((address) => !address.pathname.endsWith('/+'));
  await choose(page, 'status', 'Archived');
  await save(page, from);
  await expect.poll(shows).toBe(false);
});

it('an editor fixes every finding of the page doctor', async () => {
  const page = await logInAsEditor(admin);
  await page.setViewportSize({ width: 1_200, height: 800 });
  const [post] = await admin.readRows('/items/blog_posts', { filter: { slug: { _eq: renamed } } });
  const shown = page.frameLocator('#frame');
  const openDoctor = async () => {
    await page.goto(`${url}/admin/content/blog_posts/${post?.id}`);
    await field(page, 'title').waitFor();
    await page.waitForTimeout(1_000);
    // The admin app remembers that the preview was open.
    if (!(await page.locator('#frame').isVisible())) await iconButton(page, 'visibility').first().click();
    await shown.getByRole('link', { name: 'Page doctor' }).click();
    await shown.locator('h1', { hasText: 'Page doctor' }).waitFor();
  };
  /** Opens the form that a finding leads to, and saves a change in it. */
  const mend = async (words: string, write: (form: Page) => Promise<void>) => {
    const opened = page.waitForEvent('popup');
    const finding = shown.locator('li', { hasText: words });
    await finding.getByRole('link', { name: /^Edit/ }).click();
    const form = await opened;
    await write(form);
    // The app also saves which page its user is on.
    const saved = form.waitForResponse(
      (response) => response.request().method() === 'PATCH' && !response.url().includes('/users/me'),
    );
    await form.keyboard.press('Control+s');
    expect((await saved).status()).toBe(200);
    await form.close();
  };
  await openDoctor();
  expect(await shown.locator('main').innerText()).toContain('3 things to fix');
  await keep(page, 'doctor');
  await mend(`A picture in Blog post “${title}`, async (form) => {
    await field(form, 'description').locator('textarea').fill('A gutter full of needles under snow');
  });
  await mend('It has no description for search engines', async (form) => {
    const description = field(form, 'seo_description').locator('textarea');
    await form.getByText('Search results and shares').first().click();
    await description.fill('A warm house near the lifts, in the first week of March.');
  });
  expect(await shown.locator('main').innerText()).toContain('No menu, list or text links here.');
  await page.goto(`${url}/admin/content/navigation/+`);
  await field(page, 'title').locator('input').fill('Ski week');
  await field(page, 'url').locator('input').fill('/ski-week');
  await save(page);
  await expect.poll(async () => (await at('/')).text).toContain('href="/ski-week"');
  await openDoctor();
  expect(await shown.locator('main').innerText()).toContain('Nothing to fix');
}, 300_000);
