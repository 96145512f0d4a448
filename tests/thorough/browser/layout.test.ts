import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { countOfPosts } from '../../../shared/blogListText.ts';
import { themeStorageKey, themes } from '../../../shared/themes.ts';
import { fill } from '../../support/contactForm.ts';
import { startContentService } from '../../support/contentService.ts';
import { hydrate, visitSite } from '../../support/browserPage.ts';
import { listen } from '../../support/listen.ts';
import { startSite } from '../../support/site.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const visit = visitSite();

/** Counts every shift from the first paint on, with what moved. */
function countShifts(): void {
  const seen: { value: number; moved: string[] }[] = [];
  Object.defineProperty(window, 'layoutShifts', { value: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry.toJSON();
      const sources: { node?: Element; previousRect?: DOMRect; currentRect?: DOMRect }[] = Reflect.get(
        entry,
        'sources',
      );
      const moved = sources.map(({ node, previousRect, currentRect }) =>
        [node?.className || node?.nodeName, previousRect?.y, currentRect?.y].join(' '),
      );
      if (!hadRecentInput) seen.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** From here on a shift is 0.001 when it is written with three digits. */
const leastShift = 0.0005;

/** Everything that moved on a page while it loaded and was read to its end. */
async function shiftsOf(page: Page, address: string): Promise<readonly Shift[]> {
  await page.goto(address, { waitUntil: 'load' });
  return page.evaluate(async () => {
    // Two frames: what was changed before them is drawn, and its shifts are known.
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await document.fonts.ready;
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await drawn();
    }
    await drawn();
    // The observer is called in a task of its own.
    await new Promise((resolve) => requestIdleCallback(resolve));
    return Reflect.get(window, 'layoutShifts');
  });
}

async function visit(context: BrowserContext, addresses: readonly string[], origin = visit.site.url) {
  await context.addInitScript(countShifts);
  const page = await context.newPage();
  const found: Record<string, unknown> = {};
  for (const address of addresses) {
    const shifts = await shiftsOf(page, origin + address);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    if (sum >= leastShift) found[address] = shifts;
  }
  return found;
}

const everyAddress: readonly string[] = Object.values(siteAddresses);
const withPictures = ['/', '/about', '/services', siteAddresses.service, '/blog', siteAddresses.post];

describe('nothing moves', () => {
  it('on any page, first sight and second, with a theme chosen before', async () => {
    const context = await visit.browser.newContext({ viewport: desktop });
    await context.addInitScript((key) => localStorage.setItem(key, 'sunset'), themeStorageKey);
    expect(await visit(context, [...everyAddress, '/', '/blog'])).toEqual({});
  });

  it('on any page of a phone when pictures and fonts come late', async () => {
    const context = await visit.browser.newContext({ viewport: phone });
    await context.route('**/media/**', async (route) => {
      await later(150);
      await route.fulfill({ contentType: 'image/gif', body: pixel });
    });
    await context.route('**/*.woff2', async (route) => {
      await later(300);
      await route.continue();
    });
    expect(await visit(context, everyAddress)).toEqual({});
  });

  it('when pictures cannot be had, and each keeps its place', async () => {
    const context = await visit.browser.newContext({ viewport: desktop });
    await context.route('**/media/**', (route) => route.fulfill({ status: 503, body: '' }));
    await context.route('**/drawings.svg', (route) => route.abort());
    expect(await visit(context, withPictures)).toEqual({});
  });

  it('on the pages of rentals when the vendor of the booking search fails', async () => {
    const withBooking = await startSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });
    for (const viewport of [phone, desktop]) {
      const context = await visit.browser.newContext({ viewport });
      await context.route('https://platform.hostfully.com/**', (route) => route.abort());
      expect(await visit(context, ['/rentals', '/search-rentals'], withBooking.url)).toEqual({});
    }
    await withBooking.close();
  });

  it.each([{ viewport: phone }, { viewport: desktop }])(
    'when a document arrives in pieces, at $viewport.width px',
    async ({ viewport }) => {
      const withBooking = await startSite({
        environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' },
      });
      const relay = async ({ url = '/', headers }: IncomingMessage, response: ServerResponse) => {
        const answer = await fetch(withBooking.url + url, { headers: { accept: headers.accept ?? '*/*' } });
        const type = answer.headers.get('content-type') ?? '';
        const policy = answer.headers.get('content-security-policy');
        response.writeHead(answer.status, {
          'content-type': type,
          ...(policy ? { 'content-security-policy': policy } : {}),
        });
        const body = Buffer.from(await answer.arrayBuffer());
        const isPage = type.startsWith('text/html');
        // The first piece ends within the last button of the header.
        const start = isPage ? body.indexOf('<summary', body.indexOf('class="theme-switcher')) : body.length;
        response.write(body.subarray(0, start));
        if (isPage) await later(200);
        const size = Math.ceil((body.length - start) / 16);
        for (let at = start; at < body.length; at += size) {
          response.write(body.subarray(at, at + size));
          await later(25);
        }
        response.end();
      };
      // Pictures may still be on their way when the site is closed.
      const inPieces = createServer((request, response) => {
        relay(request, response).catch(() => response.destroy());
      });
      const context = await visit.browser.newContext({ viewport });
      await context.route('https://platform.hostfully.com/**', (route) => route.abort());
      expect(await visit(context, [...everyAddress], await listen(inPieces))).toEqual({});
      inPieces.closeAllConnections();
      inPieces.close();
      await withBooking.close();
    },
  );

  it.each([{ viewport: phone }, { viewport: desktop }])(
    'when a message is taken late and does not arrive, at $viewport.width px',
    async ({ viewport }) => {
      const context = await visit.browser.newContext({ viewport });
      await context.addInitScript(countShifts);
      const page = await context.newPage();
      // Later than what still counts as moved by the press.
      await page.route('**/api/contact', async (route) => {
        await later(700);
        await route.continue();
      });
      await page.goto(`${visit.site.url}/contact`);
      await hydrate(page, 'contactForm');
      await fill(page, { email: 'bounce@juniper.example' });
      await page.click('#enquiry > button');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      const shifts: readonly Shift[] = await page.evaluate(() => Reflect.get(window, 'layoutShifts'));
      expect(shifts.filter(({ value }) => value >= leastShift)).toEqual([]);
    },
  );

  it('without script', async () => {
    const context = await visit.browser.newContext({ viewport: phone, javaScriptEnabled: false });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const moved: Record<string, number> = {};
    let sum = 0;
    devtools.on('PerformanceTimeline.timelineEventAdded', ({ event }) => {
      sum += event.layoutShiftDetails?.value ?? 0;
    });
    await devtools.send('PerformanceTimeline.enable', { eventTypes: ['layout-shift'] });
    for (const address of everyAddress) {
      sum = 0;
      await page.goto(visit.site.url + address, { waitUntil: 'networkidle' });
      if (sum >= leastShift) moved[address] = sum;
    }
    expect(moved).toEqual({});
  });

  it('when the content comes after the shell of the page', async () => {
    const contentService = await startContentService();
    await contentService.fault('*', { kind: 'slow', ms: 350 });
    const slow = await startSite({ contentService, environment: { SHELL_DEADLINE_MS: '50' } });
    const context = await visit.browser.newContext({ viewport: phone });
    const streamed: string[] = [];
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().isNavigationRequest() && response.headers()['cache-control'] === 'no-store') {
        streamed.push(pathname);
      }
    });
    const addresses = ['/', '/about', '/blog', '/contact', '/str-management'];
    expect(await visit(context, addresses, slow.url)).toEqual({});
    // The server loads some content ahead of its visitors.
    expect(streamed).toEqual(expect.arrayContaining(['/', '/about']));
    await slow.close();
    await contentService.close();
  });
});

it('a part of a page is shown when the next begins, and one that breaks off after three seconds', async () => {
  const answer = await fetch(visit.site.url);
  const text = await answer.text();
  const brokenOff = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write(text.slice(0, text.indexOf('</h2>', text.indexOf('id="our-services"'))));
  });
  const page = await visit.browser.newPage();
  await page.goto(await listen(brokenOff), { waitUntil: 'commit' });
  await page.locator('#our-services').waitFor({ state: 'attached' });
  const hidden = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.site-header, main > *')]
        .filter((part) => getComputedStyle(part).visibility === 'hidden')
        .map((part) => part.getAttribute('aria-labelledby')),
    );
  expect(await hidden()).toEqual(['our-services']);
  const seconds = await page.evaluate(() => {
    const [arriving] = document.querySelector('main > :last-child')?.getAnimations() ?? [];
    const { duration } = arriving?.effect?.getComputedTiming() ?? {};
    arriving?.finish();
    return Number(duration) / 1000;
  });
  expect(seconds).toBe(3);
  expect(await hidden()).toEqual([]);
  brokenOff.closeAllConnections();
  brokenOff.close();
  await page.close();
});

it('what moves is seen', async () => {
  const page = await visit.browser.newPage();
  await page.addInitScript(countShifts);
  await page.goto(`${visit.site.url}/privacy`);
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.append(...Array.from({ length: 3 }, () => document.createElement('br')));
    document.querySelector('main')?.prepend(late);
  });
  const sum = async () => {
    const shifts: readonly Shift[] = await page.evaluate(() => Reflect.get(window, 'layoutShifts'));
    return shifts.reduce((all, { value }) => all + value, 0);
  };
  await expect.poll(sum).toBeGreaterThan(leastShift);
  await page.close();
});

it.each([{ fonts: 'its fonts' }, { fonts: 'fallback fonts' }])(
  'the two buttons at the top of home stand side by side at 1024 px in every theme, in $fonts',
  async ({ fonts }) => {
    const context = await visit.browser.newContext({ viewport: { width: 1024, height: 768 } });
    if (fonts === 'fallback fonts') await context.route('**/*.woff2', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(visit.site.url);
    const rows: Record<string, number> = {};
    for (const { key } of themes) {
      await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), key);
      await page.evaluate(() => document.fonts.ready);
      const buttons = page.locator('.home-hero .cluster .button');
      const tops = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      expect(tops).toHaveLength(2);
      rows[key] = new Set(tops.map(Math.round)).size;
    }
    expect(rows).toEqual(Object.fromEntries(themes.map(({ key }) => [key, 1])));
  },
);

it('the text of a tag is 0.8 rem tall and 0.2 rem more for each of its posts, up to twelve', async () => {
  const own = await startSite();
  const { blog_posts } = own.contentService.rows;
  // Tags of one post to fourteen.
  const used = Array.from({ length: 14 }, (_, index) => index + 1);
  const posts = used.map((id) => ({
    ...blog_posts[0],
    id,
    slug: `post-${id}`,
    tags: used.filter((count) => id <= count).map((count) => `Used ${count}`),
  }));
  blog_posts.splice(0, blog_posts.length, ...posts);
  const page = await visit.browser.newPage();
  await page.goto(own.url + siteAddresses.blogTags);
  const links = page.locator('main .tag-cloud a');
  await links.first().waitFor();
  const sizes = await links.evaluateAll((tags) =>
    tags.map((tag) => [tag.textContent, Number.parseFloat(getComputedStyle(tag).fontSize)] as const),
  );
  const expected = used.map((count) => [
    `Used ${count}, ${countOfPosts(count)}`,
    expect.closeTo(16 * (0.8 + 0.2 * Math.min(count, 12)), 2),
  ]);
  expect(Object.fromEntries(sizes)).toEqual(Object.fromEntries(expected));
  await page.close();
  await own.close();
});
