import { build } from 'esbuild';
import { expect, it } from 'vitest';
import {
  allCode,
  hydrate,
  hydrateAll,
  islandCode,
  isSame,
  mark,
  openHeld,
  openPage,
  themeOf,
  visitSite,
} from '../../support/browserPage.ts';
import { holdResponses } from '../../support/hold.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';
import { serverForTest, siteForTest } from '../../support/started.ts';

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });

it('a submenu that was opened before hydration stays open, and the page keeps its scroll position', async () => {
  const { page, problems, release } = await openHeld(visit, '/about', { pattern: allCode });
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
});

it('islands in a late part of a stream are hydrated in their final place only', async () => {
  const streamed = await siteForTest({ environment: { SHELL_DEADLINE_MS: '50' } });
  await streamed.contentService.fault('blog_posts', { kind: 'slow', ms: 700 });
  const { page, problems } = await openPage(visit.browser, `${streamed.url}/blog`);
  await hydrate(page, 'blogFilters');
  await page.locator('.chips a').nth(1).click();
  await expect.poll(() => page.evaluate(() => location.search)).toMatch(/^\?category=/);
  expect(await page.locator('[hidden] [data-hydrated]').count()).toBe(0);
  expect(await page.locator('.pending').count()).toBe(0);
  expect(problems).toEqual([]);
});

it('a page that breaks off says ten seconds later that a part of it is missing', async () => {
  const cold = await siteForTest({ environment: { SHELL_DEADLINE_MS: '20' } });
  await holdResponses(cold.contentService, '*');
  const brokenOff = await serverForTest(async ({ url = '/', headers }, response) => {
    const isPage = url === '/about';
    const { body, headers: sent } = await fetch(cold.url + url, {
      headers: { accept: headers.accept ?? '*/*' },
    });
    response.writeHead(200, { 'content-type': sent.get('content-type') ?? '' });
    let text = '';
    for await (const part of body ?? []) {
      response.write(part);
      text += isPage ? Buffer.from(part).toString() : '';
      if (text.includes('</footer>')) break;
    }
    if (isPage) {
      // The browser reads what it has got before it hears that the connection is gone.
      await new Promise((resolve) => setTimeout(resolve, 200));
      response.destroy();
    } else response.end();
  });
  const page = await visit.browser.newPage();
  await page.clock.install();
  const entry = page.waitForEvent('requestfinished', (request) => /\/static\/main-/.test(request.url()));
  const broken = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
  await page.goto(`${brokenOff}/about`, { waitUntil: 'commit' });
  await Promise.all([entry, broken]);
  const pending = page.locator('.pending');
  expect((await pending.innerText()).trim()).toBe('Loading');
  // The script may begin to wait only now.
  const tenSecondsLater = async () => {
    await page.clock.runFor(10_000);
    return pending.innerText();
  };
  await expect.poll(tenSecondsLater).toMatch(/^(?!Loading)[\s\S]*Reload this page$/);
  await page.close();
});

it('G-10 code that cannot be loaded leaves the page as it is; what is native goes on', async () => {
  let loads = 0;
  const { page } = await visit.open('/contact', {
    prepare: async (opened) => {
      opened.on('load', () => {
        loads += 1;
      });
      await opened.route(islandCode, (route) => route.abort('connectionreset'));
    },
  });
  await mark(page);
  const tried = page.waitForEvent('console', (message) => message.text().includes('header-'));
  await page.hover('.site-nav summary');
  await tried;
  await page.click('.site-nav .submenu > summary');
  expect(await page.locator('.site-nav .submenu[open]').count()).toBe(1);
  expect([page.url(), await isSame(page), loads]).toEqual([`${visit.site.url}/contact`, true, 1]);
  await page.unroute(islandCode);
  await page.reload();
  await hydrate(page, 'siteMenu');
});

it('G-5 changes that extensions and translators make in the page break nothing', async () => {
  const { page } = await visit.open('/contact', {
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
  // Hydration redraws what was changed: a press that begins before it and ends after it is not a click.
  await hydrate(page, 'themeSwitcher');
  await page.click('.theme-toggle');
  await page.click('.theme-list [value=sunset]');
  await expect.poll(() => themeOf(page)).toBe('sunset');
});

it('G-5 a page that was translated before it is hydrated keeps the focus and what is typed', async () => {
  const translate = () => {
    for (const text of document.querySelectorAll('label, .nav-link, summary, button')) {
      const font = document.createElement('font');
      font.append(...text.childNodes);
      text.append(font);
    }
    // As a password manager does.
    document.querySelector('#enquiry-name')?.after(document.createElement('button'));
  };
  const { page } = await visit.open('/contact');
  await page.evaluate(translate);
  await page.click('#enquiry-name');
  const name = 'Maria Fernandez de la Torre';
  await page.keyboard.type(name, { delay: 40 });
  expect(await page.inputValue('#enquiry-name')).toBe(name);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('enquiry-name');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.evaluate(translate);
  // The browser says what is missing, and focuses that field.
  await page.locator('#enquiry > button').click();
  await hydrate(page, 'contactForm');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('enquiry-name');
});

it('React warns about no page, under the policy and Trusted Types', async () => {
  // The same entry with React's development build, which checks every attribute and every text.
  const { outputFiles } = await build({
    entryPoints: ['client/main.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    loader: { '.css': 'text' },
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  const body = outputFiles[0]?.text ?? '';
  const { page, problems } = await visit.open('/', {
    prepare: (opened) =>
      opened.route(/\/static\/main-/, (route) => route.fulfill({ body, contentType: 'text/javascript' })),
  });
  const { rentals, blog, blogTag, contact, sentryExample, notFound } = siteAddresses;
  await hydrateAll(page);
  for (const path of [rentals, blog, `${blog}?tag=winter`, blogTag, contact, sentryExample, notFound]) {
    await page.goto(visit.site.url + path);
    await hydrateAll(page);
  }
  expect(problems).toEqual([]);
});
