import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readRow } from '../../server/directus/readField.ts';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { chooseFromLibrary, logInAsEditor, save } from './adminApp.ts';
import { connectedSiteForFile } from './connectedSite.ts';
import { ownDirectus } from './sharedDirectus.ts';

const directus = await ownDirectus('tests-editor-text');
const { admin, url } = directus;
const site = await connectedSiteForFile(directus, 'the-secret-of-an-editors-text');

/** Writes a text into the open form: marked words, the picture with this title, a link in a centered paragraph. */
async function writeText(page: Page, picture: string): Promise<void> {
  const { keyboard } = page;
  const press = (name: string) => page.locator('.tox').getByRole('button', { name, exact: true }).click();
  const text = page.frameLocator('[data-field="content"] iframe').locator('body');
  await text.locator('p').first().waitFor();
  await text.focus();
  await keyboard.press('Control+a');
  await keyboard.press('Delete');
  await keyboard.type('Call us ');
  await keyboard.press('Control+u');
  await keyboard.type('before the first storm');
  await keyboard.press('Control+u');
  await keyboard.type('. The visit costs ');
  await press('Strikethrough');
  await keyboard.type('$240');
  await press('Strikethrough');
  await keyboard.type(' $190.');
  await keyboard.press('Enter');

  await press('Add/Edit Image');
  await chooseFromLibrary(page, picture);
  const drawer = page.locator('.v-drawer').last();
  await drawer.locator('img.image-preview').waitFor();
  await drawer.locator('button:has([data-icon="check"])').last().click();
  await drawer.waitFor({ state: 'detached' });
  await text.locator('img').waitFor();

  await text.focus();
  await keyboard.press('Control+End');
  await keyboard.press('Enter');
  await keyboard.type('Prices are at ');
  await press('Add/Edit Link');
  const dialog = page.locator('.v-card').last();
  await dialog.locator('input').nth(0).fill('www.example.com');
  await dialog.locator('input').nth(1).fill('our partner');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await text.focus();
  await press('Align Center');
}

it('a text that is written with the editor of Directus is shown as it was meant', async () => {
  const filter = { status: { _eq: 'published' } };
  const [post] = await admin.readRows('/items/blog_posts', { filter, limit: 1, sort: 'id' });
  const title = 'Deck in the evening';
  const [file] = await admin.readRows('/files', { filter: { title: { _eq: title } }, limit: 1 });
  const picture = String(file?.id);
  const page = await logInAsEditor(admin);
  await page.goto(`${url}/admin/content/blog_posts/${post?.id}`);
  await writeText(page, title);
  await save(page);

  const item = await admin.read(`/items/blog_posts/${post?.id}`, { fields: 'content' });
  const stored = String(readRow(item)?.content);
  expect(stored).toContain('<span style="text-decoration: underline;">before the first storm</span>');
  expect(stored).toContain('<s>$240</s>');
  expect(stored).toContain(
    `<img src="${url}/assets/${picture}.jpg?width=1600&amp;height=1000" alt="${title}">`,
  );
  expect(stored).toContain('<p style="text-align: center;">Prices are at <a href="www.example.com"');

  const shown = async () => (await sendRequest(site.url, `/blog/${post?.slug}`)).text;
  await expect.poll(shown).toContain('before the first storm');
  const main = parseHtml(await shown()).one('main');
  expect(main.one('u').text).toBe('before the first storm');
  expect(main.one('s').text).toBe('$240');
  const image = main.one(`img[alt="${title}"]`).attributes;
  expect(image).toMatchObject({ width: '1600', height: '1000', loading: 'lazy' });
  expect(image.src).toMatch(new RegExp(`^/media/${picture}\\?w=\\d+&v=\\w+$`));
  expect(await sendRequest(site.url, String(image.src))).toMatchObject({
    status: 200,
    headers: { 'content-type': expect.stringMatching(/^image\//) },
  });
  const centered = main.one('p.align-center');
  expect(centered.text).toBe('Prices are at our partner');
  expect(centered.one('a')).toMatchObject({
    text: 'our partner',
    attributes: { href: 'https://www.example.com/' },
  });
});
