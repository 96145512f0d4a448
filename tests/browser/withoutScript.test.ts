import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newVisitor } from '../support/browser.ts';
import { type BuiltSite, startBuiltSite } from '../support/builtSite.ts';
import { connectBrowser } from '../support/connectBrowser.ts';

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(() => browser.close());

/** How far down the page something begins. */
async function top(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen.`);
  return box.y;
}

describe('G-2 scripts off', () => {
  describe('and the content slow and never seen', () => {
    it.each(['/', '/about', '/blog'])('G-2 the whole of %s is there to read, in its order', async (path) => {
      const context = await newVisitor(browser, { viewport: desktop, javaScriptEnabled: false });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const site = await startBuiltSite({
        prepare: (content) => content.fault('*', { kind: 'slow', ms: 1_500 }),
      });
      onTestFinished(() => site.close());
      const response = await page.goto(site.url + path);
      // A page that had waited would prove nothing.
      expect(response?.headers()['cache-control']).toBe('no-store');
      const heading = {
        '/': 'A well-kept home',
        '/about': 'The people behind',
        '/blog': 'Notes from the ridge',
      }[path];
      // As it is drawn: what is hidden must not count.
      const text = String(await page.evaluate('document.body.innerText'));
      expect(text).toContain(heading);
      expect(text).not.toMatch(/^Loading$/m);
      const [content, reviews, footer] = await Promise.all([
        top(page, `h1:has-text("${heading}")`),
        top(page, '.reviews'),
        top(page, 'footer.site-footer'),
      ]);
      expect(content).toBeLessThan(reviews);
      expect(reviews).toBeLessThan(footer);
    });
  });

  describe('and everything there', () => {
    let site: BuiltSite;
    beforeAll(async () => {
      site = await startBuiltSite();
      return () => site.close();
    });

    it('G-2 the submenus of the row open and lead somewhere', async () => {
      const context = await newVisitor(browser, { viewport: desktop, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(site.url);
      const link = page.locator('.site-nav a[href="/services/painting"]');
      expect(await link.isVisible()).toBe(false);
      await page.locator('.site-nav summary', { hasText: 'Services' }).click();
      await link.click();
      expect(page.url()).toBe(`${site.url}/services/painting`);
      await context.close();
    });

    it('G-2 the drawer of a phone opens, closes and leads somewhere', async () => {
      const context = await newVisitor(browser, { viewport: phone, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${site.url}/about`);
      const link = page.locator('.drawer-panel a', { hasText: 'Blog' }).first();
      expect(await link.isVisible()).toBe(false);
      await page.locator('.drawer-toggle').click();
      await link.click();
      expect(page.url()).toBe(`${site.url}/blog`);
      await context.close();
    });

    it('G-2 the choice of a theme is not offered, because nothing could apply it', async () => {
      const context = await newVisitor(browser, { viewport: desktop, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${site.url}/about`);
      expect(await page.locator('.theme-switcher summary').isVisible()).toBe(false);
      await context.close();
    });

    it('G-2 the filter of the blog filters, and clears', async () => {
      const context = await newVisitor(browser, { viewport: desktop, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${site.url}/blog`);
      await page.locator('.blog-filters a', { hasText: 'Owner Guides' }).click();
      expect(page.url()).toBe(`${site.url}/blog?category=owner-guides`);
      await page.locator('.filter-banner a').click();
      expect(page.url()).toBe(`${site.url}/blog`);
      await context.close();
    });

    it('G-2 the form goes its whole way', async () => {
      const context = await newVisitor(browser, { viewport: phone, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${site.url}/contact`);
      await page.locator('[name=name]').fill('Ada Juniper');
      await page.locator('[name=email]').fill('ada@juniper.example');
      await page.locator('[name=message]').fill('Without any script.');
      await page.locator('form.contact-form button[type=submit]').click();
      await page.waitForURL(/\/contact\/sent\/[\w-]+(#|$)/);
      expect(await page.locator('main').textContent()).toContain('Thank you for your message!');
      expect(await page.locator('.timeline-step').count()).toBe(3);
      await context.close();
    });
  });
});
