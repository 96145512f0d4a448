import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { removePictures } from '../../../scripts/removePictures.ts';
import type { ContentRows } from '../../../server/demo/demoRows.ts';
import { visitSite } from '../../support/browserPage.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

const plain = visitSite();
const strained = visitSite({ arrange: ({ contentService }) => strain(contentService.rows) });

const longTitle = 'Wintervorbereitungsmassnahmen in Mt Bachelor Village and around'.slice(0, 60);
const words = 'Snow lies on the roof and the house is quiet. ';
const hebrew = '\u05d1\u05d9\u05ea \u05e2\u05dc \u05d4\u05d4\u05e8';
const longWord = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);

/** Changes content into what strains a layout: no pictures, titles that are long or missing, endless posts. */
function strain(rows: ContentRows): void {
  removePictures(rows);
  const [service] = rows.services;
  for (let id = 200; id < 240; id += 1) {
    rows.services.push({ ...service, id, slug: `strained-${id}`, title: longTitle, status: 'published' });
  }
  for (const post of rows.blog_posts) Object.assign(post, { title: longTitle, excerpt: longWord });
  const article = rows.blog_posts.find(({ slug }) => slug === 'opening-the-cabin-in-april');
  Object.assign(article ?? {}, {
    content: [
      `<h2>${longTitle}</h2><p dir="rtl">${`${hebrew} `.repeat(60)}</p><p>${longWord}</p>`,
      `<table><tr>${`<th>${'Column'.repeat(3)}</th>`.repeat(12)}</tr></table>`,
      `<pre><code>${'x'.repeat(400)}</code></pre>`,
      `<p>${words.repeat(500)}</p>`,
    ].join(''),
  });
  for (const setting of rows.site_settings)
    if (setting.key === 'emergency_callers') setting.value = words.repeat(5).slice(0, 200);
  for (const page of rows.pages)
    if (page.slug === 'about') Object.assign(page, { hero_title: null, title: null });
}

/** What cannot be reached: pixels beyond the edge, and links and buttons that are partly outside of the page. */
async function lost(page: Page, address: string): Promise<readonly string[]> {
  await page.goto(address);
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const outside = [...document.querySelectorAll('a, button, input, select, h1, h2, p')].filter(
      (element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const scrolls = element.closest('.table-scroll, pre, .visually-hidden, .honeypot, .skip-link');
        return width > 0 && element.checkVisibility() && !scrolls && (left < -1 || right > clientWidth + 1);
      },
    );
    const names = outside.map((element) => `${element.nodeName} ${element.textContent?.slice(0, 40)}`);
    return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`, ...names] : names;
  });
}

const addresses = [
  '/',
  '/about',
  '/services',
  '/services/snow-removal',
  '/rentals',
  '/contact',
  '/blog',
  '/blog/tags',
];
const article = '/blog/opening-the-cabin-in-april';

/** Sets the text size that a visitor has chosen, in percent. Runs in the page. */
function setTextSize(percent: number): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html{font-size:${percent}%}`);
  document.adoptedStyleSheets = [sheet];
}

/** 1280 px at 200 % are 640 of CSS; a visitor's own font size makes every rem larger. */
const readers: Readonly<Record<string, { options: BrowserContextOptions; css?: string }>> = {
  'a window of 320 px': { options: { viewport: { width: 320, height: 640 } } },
  'a zoom of 200 %': { options: { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 } },
  'text twice as large': {
    options: { viewport: { width: 390, height: 844 } },
    css: 'html{font-size:200%}',
  },
  'a page from right to left': {
    options: { viewport: { width: 390, height: 844 } },
    css: 'html{direction:rtl}',
  },
};

describe.each(Object.entries(readers))('%s', (_, { options, css }) => {
  it('cuts nothing off any page, even with content that strains it', async () => {
    const { page } = await plain.open('/', {
      ...options,
      bypassCSP: true,
      prepare: (opened) =>
        opened.addInitScript((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [sheet];
        }, css ?? ''),
    });
    const found: Record<string, readonly string[]> = {};
    for (const address of [
      ...addresses.map((path) => plain.site.url + path),
      strained.site.url,
      ...['/services', '/about', '/blog', article].map((path) => strained.site.url + path),
    ]) {
      const problems = await lost(page, address);
      if (problems.length > 0)
        found[address.replace(/^.*:\d+/, address.startsWith(strained.site.url) ? 'strained ' : '')] =
          problems;
    }
    expect(found).toEqual({});
  });
});

it.each([
  { width: 320, size: 100 },
  { width: 390, size: 100 },
  { width: 390, size: 200 },
  { width: 768, size: 100 },
])('no short word and no number is broken at $width px and text of $size %', async (reader) => {
  const { page } = await plain.open('/', {
    viewport: { width: reader.width, height: 844 },
    bypassCSP: true,
    prepare: (opened) => opened.addInitScript(setTextSize, reader.size),
  });
  const found: Record<string, readonly string[]> = {};
  for (const [name, address] of Object.entries(siteAddresses)) {
    // The specification sets the sizes of tags by their posts.
    if (reader.size > 100 && (name === 'blogTags' || name === 'style')) continue;
    await page.goto(plain.site.url + address);
    const broken = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      const range = document.createRange();
      while (texts.nextNode()) {
        const { currentNode: node } = texts;
        if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(
          /(?<![\w$,.@-])[\w$,.]{2,10}(?=[\s;:]|$)/g,
        )) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (tops.size > 1) words.push(word);
        }
      }
      return words;
    });
    if (broken.length > 0) found[address] = broken;
  }
  expect(found).toEqual({});
});

it.each([390, 1100])(
  'every target at %i px is 44 px wide and tall, or is part of a sentence',
  async (width) => {
    const { page } = await plain.open('/', { viewport: { width, height: 844 } });
    const found: Record<string, readonly string[]> = {};
    for (const path of [...addresses, '/blog/categories', '/blog/category/seasonal-care', article]) {
      await page.goto(plain.site.url + path);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('a, button, summary, select, input, textarea')]
          .filter((element) => {
            const { width, height } = element.getBoundingClientRect();
            const inSentence = element.matches('.prose :is(p, li) a, p:not(.cluster) a:not([class]), dd a');
            const covers = element.matches('.card-link') || element.closest('.choice, .honeypot, .skip-link');
            return width > 1 && !inSentence && !covers && (height < 43.5 || width < 43.5);
          })
          .map((element) => `${element.className || element.nodeName}: ${element.textContent?.slice(0, 30)}`),
      );
      if (small.length > 0) found[path] = small;
    }
    expect(found).toEqual({});
  },
);

it('the longest text about who may call in an emergency makes the sticky header no taller', async () => {
  const bottoms: (number | undefined)[] = [];
  for (const { open } of [plain, strained]) {
    const { page } = await open('/about', { viewport: { width: 1180, height: 640 } });
    bottoms.push(
      await page.evaluate(() => {
        scrollTo(0, 400);
        return document.querySelector('.site-header')?.getBoundingClientRect().bottom;
      }),
    );
  }
  expect(bottoms[1]).toBe(bottoms[0]);
});

it.each(['', '* { letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5 }'])(
  'the header covers neither the target of a link nor the focus, with the style "%s" of a visitor',
  async (style) => {
    const { page } = await plain.open('/blog/anatomy-of-a-turnover-day', {
      viewport: { width: 1280, height: 700 },
      bypassCSP: true,
      prepare: (opened) =>
        opened.addInitScript((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text.replaceAll(/(?<=em|1\.5)/g, '!important'));
          document.adoptedStyleSheets = [sheet];
        }, style),
    });
    const gap = (selector: string) =>
      page.evaluate((found) => {
        const [head, target] = ['.site-header', found].map((one) =>
          document.querySelector(one)?.getBoundingClientRect(),
        );
        return (target?.top ?? 0) - (head?.bottom ?? 0);
      }, selector);
    await page.locator('.toc a').last().click();
    // Where text is wide, the script has seen by then how tall it makes the header.
    expect(await gap(':target')).toBeGreaterThanOrEqual(0);
    await page.locator('.site-footer a').first().focus();
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      expect(await gap(':focus')).toBeGreaterThanOrEqual(0);
    }
  },
);
