import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { themeStorageKey } from '../../../shared/themes.ts';
import { hydrate, newVisitor, visitSite } from '../../support/browserPage.ts';
import { fill } from '../../support/contactForm.ts';
import { countShifts, leastShift, shiftOn, shiftsOn } from '../../support/layoutShifts.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';
import { serverForTest, siteForTest } from '../../support/started.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });

/** A visitor with motion, whose browser blocks the vendor of the booking search. */
async function newReader(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await newVisitor(visit.browser, { reducedMotion: 'no-preference', ...options });
  await context.route('https://platform.hostfully.com/**', (route) => route.abort());
  return context;
}

/** The shifts on pages while they load and are scrolled to their end, by address. */
async function movedOn(context: BrowserContext, addresses: readonly string[], origin = visit.site.url) {
  await countShifts(context);
  const page = await context.newPage();
  const found: Record<string, unknown> = {};
  for (const address of addresses) {
    await page.goto(origin + address, { waitUntil: 'load' });
    await page.evaluate(async () => {
      await document.fonts.ready;
      // A late part is put in its place a frame or more after it has arrived; scrolling before that shows it move.
      while (document.querySelector('.pending')) await new Promise(requestAnimationFrame);
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo(0, y);
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      }
      // The observer is called in a later task.
      await new Promise((resolve) => requestIdleCallback(resolve));
    });
    if ((await shiftOn(page)) >= leastShift) found[address] = await shiftsOn(page);
  }
  return found;
}

const everyAddress: readonly string[] = Object.values(siteAddresses);

/** Sends a document of the site in pieces; the first ends within the last button of its header. */
async function relayInPieces({ url = '/', headers }: IncomingMessage, response: ServerResponse) {
  const answer = await fetch(visit.site.url + url, { headers: { accept: headers.accept ?? '*/*' } });
  const type = answer.headers.get('content-type') ?? '';
  const policy = answer.headers.get('content-security-policy');
  response.writeHead(answer.status, {
    'content-type': type,
    ...(policy ? { 'content-security-policy': policy } : {}),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  if (!type.startsWith('text/html')) return response.end(body);
  const start = body.indexOf('<summary', body.indexOf('class="theme-switcher'));
  response.write(body.subarray(0, start));
  await later(200);
  const size = Math.ceil((body.length - start) / 16);
  for (let at = start; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await later(25);
  }
  return response.end();
}

describe('nothing moves', () => {
  it('on any page, on the first visit and the second, with a chosen theme', async () => {
    const context = await newReader({ viewport: desktop });
    await context.addInitScript((key) => localStorage.setItem(key, 'sunset'), themeStorageKey);
    expect(await movedOn(context, [...everyAddress, '/', '/blog'])).toEqual({});
  });

  it('on any page of a phone when pictures and fonts load late', async () => {
    const context = await newReader({ viewport: phone });
    await context.route('**/media/**', async (route) => {
      await later(150);
      await route.fallback();
    });
    await context.route('**/*.woff2', async (route) => {
      await later(300);
      await route.continue();
    });
    expect(await movedOn(context, everyAddress)).toEqual({});
  });

  it('when pictures cannot be loaded', async () => {
    const context = await newReader({ viewport: desktop });
    await context.route('**/media/**', (route) => route.fulfill({ status: 503, body: '' }));
    await context.route('**/drawings.svg', (route) => route.abort());
    const { service, post } = siteAddresses;
    expect(await movedOn(context, ['/', '/about', '/services', service, '/blog', post])).toEqual({});
  });

  it.each([phone, desktop])('when a document arrives in pieces, at $width px', async (viewport) => {
    // Pictures may still be loading when the site is closed.
    const inPieces = await serverForTest((request, response) => {
      relayInPieces(request, response).catch(() => response.destroy());
    });
    expect(await movedOn(await newReader({ viewport }), everyAddress, inPieces)).toEqual({});
  });

  it.each([phone, desktop])(
    'when a message is accepted late and does not arrive, at $width px',
    async (viewport) => {
      const context = await newReader({ viewport });
      await countShifts(context);
      const page = await context.newPage();
      // Later than shifts that still count as caused by the click.
      await page.route('**/api/contact', async (route) => {
        await later(700);
        await route.continue();
      });
      await page.goto(`${visit.site.url}/contact`);
      await hydrate(page, 'contactForm');
      await fill(page, { email: 'bounce@juniper.example' });
      await page.click('#enquiry > button');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect((await shiftsOn(page)).filter(({ value }) => value >= leastShift)).toEqual([]);
    },
  );

  it.each(['/', '/about', '/blog', '/contact', '/str-management'])(
    'when the content of %s comes after the shell of the page',
    async (address) => {
      const slow = await siteForTest({ environment: { SHELL_DEADLINE_MS: '50' } });
      await slow.contentService.fault('*', { kind: 'slow', ms: 350 });
      const context = await newReader({ viewport: phone });
      const cacheControls: (string | undefined)[] = [];
      context.on('response', (response) => {
        if (response.request().isNavigationRequest()) cacheControls.push(response.headers()['cache-control']);
      });
      expect(await movedOn(context, [address], slow.url)).toEqual({});
      // The page did not wait for its content; otherwise it would prove nothing.
      expect(cacheControls).toEqual(['no-store']);
    },
  );
});

it('a part of a page is shown when the next one begins, or after three seconds when the page breaks off', async () => {
  const text = await (await fetch(visit.site.url)).text();
  const brokenOff = await serverForTest((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write(text.slice(0, text.indexOf('</h2>', text.indexOf('id="our-services"'))));
  });
  const page = await visit.browser.newPage();
  await page.goto(brokenOff, { waitUntil: 'commit' });
  await page.locator('#our-services').waitFor({ state: 'attached' });
  const hidden = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.site-header, main > *')]
        .filter((part) => getComputedStyle(part).visibility === 'hidden')
        .map((part) => part.getAttribute('aria-labelledby')),
    );
  await expect.poll(hidden).toEqual(['our-services']);
  const seconds = await page.evaluate(() => {
    const [arriving] = document.querySelector('main > :last-child')?.getAnimations() ?? [];
    const { duration } = arriving?.effect?.getComputedTiming() ?? {};
    arriving?.finish();
    return Number(duration) / 1000;
  });
  expect(seconds).toBe(3);
  expect(await hidden()).toEqual([]);
  await page.close();
});

it('the text of a tag is 0.8 rem tall and 0.2 rem more for each of its posts, up to twelve', async () => {
  onTestFinished(() => visit.reset());
  const { rows } = visit.site.contentService;
  // Tags with one to fourteen posts.
  const used = Array.from({ length: 14 }, (_, index) => index + 1);
  rows.blog_posts = used.map((id) => ({
    ...rows.blog_posts[0],
    id,
    slug: `post-${id}`,
    tags: used.filter((count) => id <= count).map((count) => `Used ${count}`),
  }));
  await visit.site.content.load(['blog_posts'], true);
  const { page } = await visit.open(siteAddresses.blogTags);
  const sizes = await page
    .locator('main .tag-cloud a')
    .evaluateAll((tags) =>
      tags.map((tag) => [tag.textContent, Number.parseFloat(getComputedStyle(tag).fontSize)] as const),
    );
  const expected = used.map((count) => [
    `Used ${count}, ${countWithNoun(count, 'post')}`,
    expect.closeTo(16 * (0.8 + 0.2 * Math.min(count, 12)), 2),
  ]);
  expect(Object.fromEntries(sizes)).toEqual(Object.fromEntries(expected));
});

it('two sections on one ground are as far apart as one section is from its end', async () => {
  const { page } = await visit.open('/');
  const found: Record<string, readonly unknown[]> = {};
  for (const address of everyAddress) {
    await page.goto(visit.site.url + address);
    const far = await page.locator('main .section:not(.section-tint, .band)').evaluateAll((sections) =>
      sections.flatMap((section, at) => {
        const above = sections[at - 1]?.getBoundingClientRect().bottom ?? 0;
        const { paddingTop } = getComputedStyle(section);
        const isNext = Math.abs(section.getBoundingClientRect().top - above) < 1;
        return isNext && paddingTop !== '0px' ? [section.getAttribute('aria-labelledby')] : [];
      }),
    );
    if (far.length > 0) found[address] = far;
  }
  expect(found).toEqual({});
});

it.each(['/', '/second-homes', '/services/property-management'])(
  'on %s each heading of texts, questions, prices or a single review is beside them',
  async (address) => {
    const { page } = await visit.open(address);
    const shapes =
      'main .section:is(:has(> * > .prose, > * > .question-list, > * > .figures)), .reviews:has(li:only-child)';
    const gaps = await page.locator(shapes).evaluateAll((sections) =>
      sections.map((section) => {
        const heading = section.querySelector('h2')?.getBoundingClientRect();
        const content = section.querySelector('.container > :last-child')?.getBoundingClientRect();
        return (content?.left ?? 0) - (heading?.right ?? Number.POSITIVE_INFINITY);
      }),
    );
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
  },
);

it.each([360, 600, 768, 1280])('the drawn house of the home page is whole at %i px', async (width) => {
  onTestFinished(() => visit.reset());
  for (const page of visit.site.contentService.rows.pages) page.hero_image = null;
  await visit.site.content.load(['pages'], true);
  const { page } = await visit.open('/', { viewport: { width, height: 900 } });
  const house = await page.locator('.front-hero-picture').evaluate((hero) => {
    const drawing = hero.querySelector('svg');
    // The end of its roof, and the sills of its windows.
    const corner = new DOMPoint(1000, 326).matrixTransform(drawing?.getScreenCTM() ?? undefined);
    const frame = drawing?.parentElement?.getBoundingClientRect();
    const card = hero.querySelector('.front-features')?.getBoundingClientRect();
    return { right: (frame?.right ?? 0) - corner.x, bottom: (card?.top ?? 0) - corner.y };
  });
  expect(Math.min(house.right, house.bottom)).toBeGreaterThan(0);
});

it('facts below three steps are in the columns of these', async () => {
  const { page } = await visit.open('/services/property-management');
  const [steps, facts] = await Promise.all(
    ['.points-steps > li', '.points + .facts > div'].map((items) =>
      page
        .locator(items)
        .evaluateAll((all) => all.map((item) => Math.round(item.getBoundingClientRect().left))),
    ),
  );
  expect(steps).toHaveLength(3);
  expect(steps).toEqual(expect.arrayContaining(facts ?? []));
});

it('the line above an urgent number is clear of the button above it', async () => {
  const { page } = await visit.open('/services/property-management');
  const gap = await page.locator('.included').evaluate((panel) => {
    const [button, notice] = ['.button', '.urgent-notice'].map((part) => panel.querySelector(part));
    return (
      (notice?.getBoundingClientRect().top ?? 0) -
      (button?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY)
    );
  });
  expect(gap).toBeGreaterThanOrEqual(16);
});

it('without homes and contact details, the search fills its panel and the links of the footer one line', async () => {
  onTestFinished(() => visit.reset());
  const { rows } = visit.site.contentService;
  rows.homes = [];
  rows.site_settings = rows.site_settings.filter(({ key }) => key === 'site_name');
  await visit.site.content.load(['homes', 'site_settings'], true);
  const { page } = await visit.open('/rentals');
  const fields = page.locator('.booking-search-fields');
  const gap = await fields.evaluate((row) => {
    const last = row.lastElementChild?.getBoundingClientRect();
    return row.getBoundingClientRect().right - (last?.right ?? 0);
  });
  expect(Math.abs(gap)).toBeLessThan(1);
  const tops = await page
    .locator('.footer-links a')
    .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
});

it.each(['/rentals', '/search-rentals'])(
  'the search of %s ends above the next part without homes',
  async (path) => {
    onTestFinished(() => visit.reset());
    visit.site.contentService.rows.homes = [];
    await visit.site.content.load(['homes'], true);
    const { page } = await visit.open(path);
    const gap = await page.evaluate(() => {
      const search = document.querySelector('.booking-bar')?.getBoundingClientRect().bottom ?? 0;
      return (document.querySelector('.stays + *')?.getBoundingClientRect().top ?? 0) - search;
    });
    expect(gap).toBeGreaterThanOrEqual(32);
  },
);

it.each([390, 640, 700, 768, 1280, 1920])(
  'painted pictures of the demo stay below 600 px in a window of %d px',
  async (width) => {
    const { page } = await visit.open('/', { viewport: { width, height: 900 } });
    for (const address of everyAddress) {
      await page.goto(visit.site.url + address, { waitUntil: 'domcontentloaded' });
      const widths = await page
        .locator('main .picture:not(.home-card *, .gallery *) img')
        .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().width));
      expect(Math.max(0, ...widths), address).toBeLessThan(600);
    }
  },
);
