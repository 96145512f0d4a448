import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { DirectusAdmin } from '../../scripts/directus/directusAdmin.ts';
import { connectBrowser } from '../support/connectBrowser.ts';

const editor = { email: 'writer@example.com', password: 'the-password-of-an-editor' };

/** Logs a user with the role *Site editor* in to the admin app; the browser context ends with the test. */
export async function logInAsEditor(admin: DirectusAdmin): Promise<Page> {
  const [role] = await admin.readRows('/roles', { filter: { name: { _eq: 'Site editor' } } });
  const [user] = await admin.readRows('/users', { filter: { email: { _eq: editor.email } } });
  if (!user) await admin.create('/users', { ...editor, role: role?.id });
  const browser = await connectBrowser();
  const context = await browser.newContext({ viewport: { width: 1_600, height: 1_000 } });
  onTestFinished(async () => {
    await context.close();
    await browser.close();
  });
  const page = await context.newPage();
  await page.goto(`${admin.url}/admin/login`);
  await page.getByPlaceholder('Email').fill(editor.email);
  await page.getByPlaceholder('Password').fill(editor.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  // The login leads to the page that the editor visited last.
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
  return page;
}

/** A button of the admin app that has no name, found by its icon. */
export const iconButton = (page: Page, icon: string) => page.locator(`button:has([data-icon="${icon}"])`);
