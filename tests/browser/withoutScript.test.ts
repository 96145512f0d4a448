import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type PageOptions, phone, visitSite } from '../support/browserPage.ts';

const visit = visitSite({ environment: { SHELL_DEADLINE_MS: '20' } });

/** Opens a page in a browser that runs no script. */
const open = async (path: string, options: PageOptions = {}) =>
  (await visit.open(path, { ...options, javaScriptEnabled: false })).page;

/** How far down the page something begins. */
async function top(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen.`);
  return box.y;
}

describe('G-2 scripts off', () => {
  it.each([
    ['/', 'A well-kept home'],
    ['/blog', 'Notes from the ridge'],
  ])('G-2 all of %s can be read, in order, although content came late', async (path, heading) => {
    await visit.site.reset();
    await visit.site.contentService.fault('*', { kind: 'slow', ms: 400 });
    onTestFinished(() => visit.reset());
    let cacheControl: string | undefined;
    const page = await open(path, {
      prepare: async (opened) =>
        opened.once('response', (response) => {
          cacheControl = response.headers()['cache-control'];
        }),
    });
    // The page did not wait for its content; otherwise it would prove nothing.
    expect(cacheControl).toBe('no-store');
    // As rendered: hidden text must not count.
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

  it('G-2 the submenus of the navigation open, and their links work', async () => {
    const page = await open('/');
    const link = page.locator('.site-nav a[href="/services/painting"]');
    expect(await link.isVisible()).toBe(false);
    await page.locator('.site-nav summary', { hasText: 'Services' }).click();
    await link.click();
    await expect.poll(() => page.url()).toBe(`${visit.site.url}/services/painting`);
    // The theme switcher is hidden, because nothing could apply a choice.
    expect(await page.locator('.theme-switcher summary').isVisible()).toBe(false);
  });

  it('G-2 the drawer of a phone opens, and its links work', async () => {
    const page = await open('/about', phone);
    const link = page.locator('.drawer-panel a', { hasText: 'Blog' }).first();
    expect(await link.isVisible()).toBe(false);
    await page.locator('.drawer-toggle').click();
    await link.click();
    await expect.poll(() => page.url()).toBe(`${visit.site.url}/blog`);
  });

  it('G-2 the filter of the blog is applied and cleared', async () => {
    const page = await open('/blog');
    await page.locator('.blog-filters a', { hasText: 'Owner Guides' }).click();
    await expect.poll(() => page.url()).toBe(`${visit.site.url}/blog?category=owner-guides`);
    await page.locator('.filter-banner a').click();
    await expect.poll(() => page.url()).toBe(`${visit.site.url}/blog`);
  });

  it('G-2 the contact form sends a message and shows its status', async () => {
    const page = await open('/contact', phone);
    await page.locator('[name=name]').fill('Ada Juniper');
    await page.locator('[name=email]').fill('ada@juniper.example');
    await page.locator('[name=message]').fill('Without any script.');
    await page.locator('form.contact-form button[type=submit]').click();
    // The fragment of the form's action stays over the redirect.
    await page.waitForURL(/\/contact\/sent\/[\w-]+(#enquiry)?$/);
    expect(await page.locator('main').textContent()).toContain('Thank you for your message!');
    expect(await page.locator('.timeline-step').count()).toBe(3);
    // The page stays where it is until its reader looks again.
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    visit.site.contactService.setDelivery(visit.site.contactService.submissionIds[0] ?? '', 'delivered');
    const link = page.getByRole('link', { name: 'Look again' });
    await expect
      .poll(async () => {
        if (await link.isVisible()) await link.click();
        return page.locator('[data-step=delivered]').getAttribute('data-state');
      })
      .toBe('completed');
    expect(await link.count()).toBe(0);
  });
});
