import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { DirectusAdmin } from '../../provisioning/directusAdmin.ts';
import { connectBrowser } from '../support/connectBrowser.ts';

const password = 'the-password-of-an-editor';

/** Logs a user with the role *Site editor* in to the admin app; the browser context ends with the test. */
export const logInAsEditor = (admin: DirectusAdmin): Promise<Page> => logInAs(admin, 'Site editor');

/** The same with another role. */
export async function logInAs(admin: DirectusAdmin, name: string): Promise<Page> {
  const email = `${name.replace(' ', '.').toLowerCase()}@example.com`;
  const [role] = await admin.readRows('/roles', { filter: { name: { _eq: name } } });
  const [user] = await admin.readRows('/users', { filter: { email: { _eq: email } } });
  if (!user) await admin.create('/users', { email, password, role: role?.id });
  const browser = await connectBrowser();
  const context = await browser.newContext({ viewport: { width: 1_600, height: 1_000 } });
  onTestFinished(async () => {
    await context.close();
    await browser.close();
  });
  const page = await context.newPage();
  await page.goto(`${admin.url}/admin/login`);
  await page.getByPlaceholder('Email').fill(email);
  await page.getByPlaceholder('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  // The login leads to the page that the editor visited last.
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
  return page;
}

/** A button of the admin app that has no name, found by its icon. */
export const iconButton = (page: Page, icon: string) => page.locator(`button:has([data-icon="${icon}"])`);

/** A field of the form of an item. */
export const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).first();

/**
 * Saves the item in the open form with the keyboard.
 *
 * @param from the CSS selector of a control of the form, which gets the focus
 */
export async function save(page: Page, from = '[data-field="title"] input'): Promise<void> {
  const saved = page.waitForResponse(
    (response) => /PATCH|POST/.test(response.request().method()) && response.url().includes('/items/'),
  );
  // Not from inside the frame of the text editor.
  await page.locator(from).first().focus();
  await page.keyboard.press('Control+s');
  expect((await saved).status()).toBe(200);
}

/** Chooses the file with this title from the library, in the drawer that is open and asks for a file. */
export async function chooseFromLibrary(page: Page, title: string): Promise<void> {
  await page.locator('.v-drawer').last().locator('[data-icon="folder_open"]').click();
  const library = page.locator('.v-drawer').last();
  await library.locator('[data-icon="search"]').first().click();
  await library.locator('input').first().fill(title);
  await library.getByText(title).first().click();
  await library.locator('button:has([data-icon="check"])').last().click();
}
