import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../../../scripts/build/browserFiles.mjs';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { allCode, holdCode, hydrate, islandCode, openPage } from '../../support/islandPage.ts';
import { Counter } from '../../support/reactIsland.tsx';
import { startSite, type TestSite } from '../../support/site.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';
import { startWarmSite } from '../../support/warmSite.ts';

let browser: Browser;
let site: TestSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([
    connectBrowser(),
    startWarmSite({ BOOKING_SITE_URL: 'https://stay.ridge.example/' }),
  ]);
});
afterAll(async () => {
  await Promise.all([browser.close(), site.close()]);
});

const withoutVendor = (page: Page) =>
  page.route('https://platform.hostfully.com/**', (route) => route.abort('blockedbyclient'));

describe('what was done before hydration stays after it', () => {
  it('a submenu and a drawer that were opened, and where the page was scrolled', async () => {
    let release = async (): Promise<void> => undefined;
    const { page, context, problems } = await openPage(browser, `${site.url}/about`, {
      waitUntil: 'domcontentloaded',
      prepare: async (opened) => {
        release = await holdCode(opened, allCode);
      },
    });
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    const summary = page.locator('.site-nav .submenu > summary').first();
    await summary.evaluate((element) => element instanceof HTMLElement && element.click());
    await release();
    await hydrate(page, 'siteMenu');
    const submenu = page.locator('.site-nav .submenu').first();
    expect(await submenu.evaluate((details) => details.hasAttribute('open'))).toBe(true);
    expect(await page.evaluate(() => Math.round(scrollY))).toBe(300);
    await summary.press('Escape');
    expect(await submenu.evaluate((details) => details.hasAttribute('open'))).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('islands of a late part of a stream are hydrated, and only where that part belongs', async () => {
  const streamed = await startSite({ environment: { SHELL_DEADLINE_MS: '50' } });
  await streamed.contentService.fault('blog_posts', { kind: 'slow', ms: 700 });
  const { page, context, problems } = await openPage(browser, `${streamed.url}/blog`);
  await page.locator('[data-island="blogFilters"]').waitFor({ state: 'attached' });
  await hydrate(page, 'blogFilters');
  await page.locator('.chips a').nth(1).click();
  await expect.poll(() => page.evaluate(() => location.search)).toMatch(/^\?category=/);
  expect(await page.locator('[hidden] [data-hydrated]').count()).toBe(0);
  expect(await page.locator('.pending').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
  await streamed.close();
});

it('G-10 code that is gone after a deployment reloads the page once, and never again', async () => {
  let loads = 0;
  const { page, context } = await openPage(browser, `${site.url}/about`, {
    prepare: async (opened) => {
      opened.on('load', () => {
        loads += 1;
      });
      await opened.route(islandCode, (route) => route.fulfill({ status: 404 }));
    },
  });
  const reloaded = page.waitForEvent('load');
  await page.hover('.site-nav a');
  await reloaded;
  const tried = page.waitForEvent('console', (message) => message.type() === 'error');
  await page.mouse.move(10, 800);
  await page.hover('.site-nav summary');
  await tried;
  await page.click('.site-nav .submenu > summary');
  expect(loads).toBe(2);
  expect(await page.locator('.site-nav .submenu[open]').count(), 'what is native goes on').toBe(1);
  await page.unroute(islandCode);
  await page.reload();
  await hydrate(page, 'siteMenu');
  await context.close();
});

it('G-10 nothing is reloaded offline, nor over anything typed', async () => {
  let loads = 0;
  const { page, context } = await openPage(browser, `${site.url}/contact`, {
    prepare: async (opened) => {
      opened.on('load', () => {
        loads += 1;
      });
      await opened.route(/\/static\/header-/, (route) => route.abort());
    },
  });
  const failed = () => page.waitForEvent('console', (message) => message.text().includes('header-'));
  await page.evaluate(() => Object.assign(document.body.dataset, { mine: 'still' }));
  // A page that is reloaded is another one; offline it is the browser's own, which never says `load`.
  const isSame = async () => {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
    });
    return [page.url(), await page.evaluate(() => document.body.dataset.mine), loads];
  };
  const same = [`${site.url}/contact`, 'still', 1];
  await page.fill('#enquiry-name', 'Ada');
  const typed = failed();
  await page.hover('.site-nav a');
  await typed;
  expect(await isSame(), 'over what was typed').toEqual(same);
  await page.fill('#enquiry-name', '');
  await context.setOffline(true);
  const offline = failed();
  await page.mouse.move(10, 800);
  await page.hover('.site-nav a');
  await offline;
  expect(await isSame(), 'offline').toEqual(same);
  // Online again and with nothing typed, the next touch does reload.
  await context.setOffline(false);
  const reloaded = page.waitForEvent('load');
  await page.mouse.move(10, 800);
  await page.hover('.site-nav a');
  await reloaded;
  expect(loads).toBe(2);
  await context.close();
});

it('G-11 an island that throws shows the error screen, reports once, and tries again', async () => {
  const { page, context, problems } = await openPage(browser, `${site.url}/sentry-example-page`);
  await page.click('[data-sentry-test="browser-error"]');
  await expect.poll(() => problems.join()).toContain('Test error of the browser.');
  problems.length = 0;
  await page.click('[data-sentry-test="island-error"]');
  const screen = page.locator('.island-error');
  await screen.waitFor();
  expect(await screen.textContent()).toContain('Oops! Something went wrong');
  expect(await screen.locator('a').getAttribute('href')).toBe('/');
  expect(problems).toEqual(['Error: Test error of an island.'].map((text) => expect.stringContaining(text)));
  await screen.locator('button').click();
  await page.locator('[data-sentry-test="island-error"]').waitFor();
  await context.close();
});

it('G-5 what extensions and translators change in the page breaks nothing', async () => {
  const { page, context } = await openPage(browser, `${site.url}/contact`, {
    prepare: async (opened) => {
      await opened.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.classList.add('translated-ltr');
          document.body.setAttribute('data-extension', '1');
          document.body.prepend(document.createElement('div'));
          for (const label of document.querySelectorAll('label, .nav-link, button')) {
            const font = document.createElement('font');
            font.append(...label.childNodes);
            label.append(font);
          }
        });
      });
    },
  });
  await hydrate(page, 'contactForm');
  await page.fill('#enquiry-name', 'Ada');
  await page.locator('#enquiry > button').click();
  await page.locator('#enquiry-email-error').waitFor();
  // What was changed is drawn anew when an island is hydrated: a press that begins before that and ends after it is none.
  await hydrate(page, 'themeSwitcher');
  await page.click('.theme-toggle');
  await page.click('.theme-option-sunset');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('sunset');
  await context.close();
});

it('an island may use every export of React', async () => {
  const { outputFiles } = await build({
    ...browserOptions,
    entryPoints: ['tests/support/reactIsland.tsx'],
    write: false,
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => errors.push(message.text()));
  await page.setContent(`<body>${renderToString(createElement(Counter))}</body>`);
  expect(await page.textContent('button')).toBe('From the server');
  const button = await page.$('button');
  await page.addScriptTag({ type: 'module', content: outputFiles?.[0]?.text ?? '' });
  await page.waitForFunction(() => document.body.textContent === '0, doubled 0');
  // The element that the server sent, not one that was drawn in its place.
  await button?.click();
  await page.waitForFunction(() => document.body.textContent === '3, doubled 6');
  expect(errors).toEqual([]);
  await page.close();
});

it('React has no warning to give about any page, under the policy and Trusted Types', async () => {
  // The same entry with React's development build, which checks every attribute and every text.
  const { outputFiles } = await build({
    entryPoints: ['client/main.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  const body = outputFiles[0]?.text ?? '';
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.route(/\/static\/main-/, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  await withoutVendor(page);
  const warnings: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (/Failed to load resource|Unrecognized feature|React DevTools/.test(text)) return;
    warnings.push(`${page.url()}: ${text}`);
  });
  page.on('pageerror', (error) => warnings.push(`${page.url()}: ${error}`));
  const { home, rentals, blog, blogTag, contact, sentryExample, notFound } = siteAddresses;
  for (const path of [home, rentals, blog, `${blog}?tag=winter`, blogTag, contact, sentryExample, notFound]) {
    await page.goto(site.url + path);
    for (const root of await page.locator('[data-island]').all()) {
      await root.locator('> *').first().dispatchEvent('pointerover', { bubbles: true });
    }
    await expect.poll(() => page.locator('[data-island]:not([data-hydrated])').count()).toBe(0);
  }
  expect(warnings).toEqual([]);
  await context.close();
});
