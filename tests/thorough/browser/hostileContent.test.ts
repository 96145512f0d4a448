import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentRow, ContentRows } from '../../../server/demo/demoRows.ts';
import { openPage } from '../../support/browserPage.ts';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { type ContentService, startContentService } from '../../support/contentService.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';
import { type SiteProcess, startBuiltSite } from '../../support/siteProcess.ts';
import { xssVectors } from '../../support/xssVectors.ts';

const everything = xssVectors.join('\n');

/** Puts all vectors into every text of every row; references and dates stay as they are. */
function poison(rows: ContentRows): void {
  const identifying = [
    'id',
    'slug',
    'status',
    'key',
    'parent_id',
    'service_id',
    'published_at',
    'published_date',
  ];
  const poisoned = (row: ContentRow): ContentRow =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (identifying.includes(name) || typeof value === 'number') return [name, value];
        if (name === 'services_repeater' && value !== null) {
          const card = {
            title: everything,
            description: everything,
            link_url: 'javascript:window.__xss=1',
          };
          return [name, JSON.stringify([{ ...card, image_url: everything, additional_info: everything }])];
        }
        if (/url$/.test(name)) return [name, 'javascript:window.__xss=1'];
        if (/content$|description$|story/.test(name)) return [name, everything];
        // Short fields are cut, so each row gets another vector.
        return [name, xssVectors[Number(row.id) % xssVectors.length] ?? everything];
      }),
    );
  rows.pages = rows.pages.map(poisoned);
  rows.services = rows.services.map(poisoned);
  rows.service_features = rows.service_features.map(poisoned);
  rows.cta_settings = rows.cta_settings.map(poisoned);
  rows.navigation = rows.navigation.map(poisoned);
  rows.site_settings = rows.site_settings.map(poisoned);
  rows.blog_posts = [...rows.blog_posts.map(poisoned), ...posts];
}

/** A post for each vector, so that none is swallowed by another's unclosed element. */
const posts: readonly ContentRow[] = xssVectors.map((vector, at) => ({
  id: 5_000 + at,
  slug: `vector-${at}`,
  status: 'published',
  title: `Vector ${at}`,
  tags: 'Vectors',
  content: `<p>Before</p>${vector}<p>After</p>`,
}));

/** Fires events at everything, and returns what could be dangerous; links are inspected, not followed. */
const look = `(() => {
  for (const element of document.querySelectorAll('main *')) {
    for (const type of ['mouseover', 'pointerenter', 'focus', 'toggle', 'error', 'load']) {
      element.dispatchEvent(new Event(type));
    }
  }
  const schemes = [...document.querySelectorAll('[href], [src], [action], [formaction]')]
    .flatMap((element) => ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name)))
    .filter((address) => address && /^(javascript|data|vbscript):/i.test(address.replace(/[\\u0000-\\u0020]/g, '')));
  const forbidden = [...document.querySelectorAll('main :is(script, object, embed, base, meta, link, style, form:not(.form), input:not(form *), iframe, template)')];
  const handlers = [...document.querySelectorAll('*')].filter((element) =>
    element.getAttributeNames().some((name) => name.startsWith('on')));
  return {
    executed: window.__xss ?? null,
    schemes,
    forbidden: forbidden.map(({ outerHTML }) => outerHTML.slice(0, 80)),
    handlers: handlers.map(({ outerHTML }) => outerHTML.slice(0, 80)),
    islands: document.querySelectorAll('.prose [data-island]').length,
    mains: document.querySelectorAll('main').length,
  };
})()`;

const harmless = { executed: null, schemes: [], forbidden: [], handlers: [], islands: 0, mains: 1 };

let browser: Browser;
let content: ContentService;
let site: SiteProcess;

beforeAll(async () => {
  [browser, content] = await Promise.all([connectBrowser(), startContentService()]);
  poison(content.rows);
  site = await startBuiltSite(content.url);
});

afterAll(() => Promise.all([browser.close(), site.end('SIGKILL'), content.close()]));

describe.each([
  ['with its policy', false],
  ['without any policy', true],
])(`B11 content of ${xssVectors.length} vectors, %s`, (_, bypassCSP) => {
  it.each([
    siteAddresses.front,
    siteAddresses.about,
    siteAddresses.services,
    siteAddresses.service,
    siteAddresses.strManagement,
    siteAddresses.contact,
    siteAddresses.privacy,
    siteAddresses.blog,
    siteAddresses.post,
  ])('B11 %s executes none of them', async (path) => {
    const { page, problems } = await openPage(browser, site.url + path, { bypassCSP });
    expect(await page.evaluate(look)).toEqual(harmless);
    // The vectors are there, as text.
    expect(await page.locator('body').textContent()).toContain('window.__xss=');
    // The policy had nothing to block, because the sanitizer removed it.
    expect(problems).toEqual([]);
  });
});

it(`B11 each of ${xssVectors.length} vectors alone executes nothing and leaves nothing dangerous, without any policy`, async () => {
  const left = [...posts];
  const readSome = async () => {
    const { page, problems } = await openPage(browser, site.url, { bypassCSP: true });
    for (let post = left.pop(); post !== undefined; post = left.pop()) {
      const slug = String(post.slug);
      await page.goto(`${site.url}/blog/${slug}`);
      expect(await page.evaluate(look), slug).toEqual(harmless);
      expect(await page.locator('main .prose').textContent(), slug).toContain('Before');
    }
    expect(problems).toEqual([]);
  };
  await Promise.all([readSome(), readSome(), readSome()]);
}, 600_000);
