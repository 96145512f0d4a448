import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTheme, themes } from '../../../shared/themes.ts';
import { hydrateIslands, newVisitor, watchedPage } from '../../support/browser.ts';
import { type BuiltSite, startBuiltSite } from '../../support/builtSite.ts';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { goodEnquiry } from '../../support/goodEnquiry.ts';
import { listen } from '../../support/listen.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;

let browser: Browser;
let site: BuiltSite;
const addresses: string[] = [...Object.values(siteAddresses), '/blog?category=seasonal-care', '/blog?page=2'];

beforeAll(async () => {
  [browser, site] = await Promise.all([connectBrowser(), startBuiltSite()]);
  // A machine that is busy with other tests makes the server turn visitors away; from cached pages it never does.
  for (const path of addresses) {
    for (let tries = 0; tries < 20 && (await request(site.url).get(path)).status === 503; tries += 1);
  }
});

afterAll(() => Promise.all([browser.close(), site.close()]));

/** Changes the theme at once: a visitor without motion has no transition that could be seen half way. */
async function applyTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (key) => {
    document.documentElement.dataset.theme = key;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, theme);
}

/** What axe finds, in words; with `rules` only those. */
async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const faults: unknown = await page.evaluate(`
    axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, help, nodes }) =>
        nodes.slice(0, 3).map(({ target, any }) => id + ': ' + help + ' (' + target + ') ' + (any[0]?.message ?? ''))))`);
  return Array.isArray(faults) ? faults.map(String) : ['axe found nothing that can be read'];
}

describe.each(Object.entries(widths))('on a %s', (name, viewport) => {
  it.each(addresses)('F9 %s has no error, no violation and no barrier', async (path) => {
    const context = await newVisitor(browser, { viewport });
    const { page, problems } = await watchedPage(context);
    const response = await page.goto(site.url + path);
    expect(response?.status()).toBe(path === siteAddresses.notFound ? 404 : 200);
    await hydrateIslands(page);
    // A page that does not exist is not an error of the page; the browser says so all the same.
    const own = (await problems()).filter(
      (problem) => !(path === siteAddresses.notFound && /status of 404/.test(problem)),
    );
    expect(own).toEqual([]);
    const overflow: unknown = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow, 'pixels beyond the right edge').toBe(0);
    await page.evaluate('scrollTo(0, 0)');
    expect(await axeFaults(page)).toEqual([]);
    if (name === 'desktop') {
      // The default one has been looked at.
      for (const { key } of themes.filter(({ key }) => key !== defaultTheme)) {
        await applyTheme(page, key);
        expect(await axeFaults(page, ['color-contrast']), key).toEqual([]);
      }
    }
    await context.close();
  });
});

describe('forms and what follows them', () => {
  it('an empty form, a sent one and its page have no error, no violation and no barrier', async () => {
    const context = await newVisitor(browser, { viewport: widths.phone, javaScriptEnabled: true });
    const { page, problems } = await watchedPage(context);
    await page.goto(`${site.url}/contact`);
    // Past the browser's own check, as a browser without one sends it.
    await page.locator('form.contact-form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.locator('[name=name]').fill(goodEnquiry.name);
    await page.locator('[name=email]').fill(goodEnquiry.email);
    await page.locator('[name=message]').fill(goodEnquiry.message);
    expect(await axeFaults(page)).toEqual([]);
    await page.locator('form.contact-form button[type=submit]').click();
    await page.locator('.timeline').waitFor();
    expect(await page.locator('main').textContent()).toContain(
      'Thank you for your message! We will get back to you soon.',
    );
    expect(await axeFaults(page)).toEqual([]);
    expect(await problems()).toEqual([]);
    expect(site.contactService.submissionIds).toHaveLength(1);
    await context.close();
  });

  it('a real picture arrives', async () => {
    const context = await newVisitor(browser, { viewport: widths.phone, pictures: true });
    const { page, problems } = await watchedPage(context);
    await page.goto(`${site.url}/about`);
    const width: unknown = await page
      .locator('main img')
      .first()
      .evaluate((image) =>
        image instanceof HTMLImageElement ? image.decode().then(() => image.naturalWidth) : 0,
      );
    expect(Number(width)).toBeGreaterThan(300);
    expect(await problems()).toEqual([]);
    await context.close();
  });
});

describe('F9 the policy', () => {
  it('F9 a planted inline script, handler and style do nothing, and are told of', async () => {
    const context = await newVisitor(browser);
    const { page, problems } = await watchedPage(context);
    await page.goto(`${site.url}/about`);
    await page.evaluate(`
      const script = document.createElement('script');
      try { script.textContent = 'window.planted = 1'; document.body.append(script); } catch {}
      const button = document.createElement('p');
      button.setAttribute('style', 'color: red');
      document.body.append(button);
    `);
    expect(await page.evaluate('window.planted')).toBeUndefined();
    // The page hears of what was blocked in a later task.
    await expect
      .poll(async () => (await problems()).filter((problem) => problem.startsWith('policy: ')))
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/script-src|require-trusted-types-for|trusted-types/),
          expect.stringContaining('style-src-attr'),
        ]),
      );
    await context.close();
  });

  it('F13 no page can be framed', async () => {
    // It sends no policy of its own, so that nothing but the framed page can refuse.
    const host = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Frames</title>');
    });
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(await listen(host));
    /** Frames a page, until the browser has loaded whatever it lets the frame show. */
    const frame = (address: string) =>
      page.evaluate(async (src) => {
        const frame = document.createElement('iframe');
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        frame.src = src;
        document.body.replaceChildren(frame);
        await loaded;
      }, address);
    /** Where the frame is, and its heading. */
    const shown = async () => {
      const [, inside] = page.frames();
      return [inside?.url(), await inside?.locator('main h1').allTextContents()];
    };
    const mayBeFramed = `${site.contentService.url}/booking`;
    await frame(mayBeFramed);
    // The browser tells its driver of what is in a frame a little later.
    await expect.poll(shown).toEqual([mayBeFramed, ['Demo booking site']]);
    await frame(`${site.url}/about`);
    await expect.poll(shown).toEqual(['chrome-error://chromewebdata/', []]);
    await context.close();
    host.close();
  });
});
