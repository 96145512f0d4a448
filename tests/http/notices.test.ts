import { beforeEach, describe, expect, it } from 'vitest';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { createManualClock, type ManualClock } from '../support/manualClock.ts';
import type { TestSite } from '../support/site.ts';
import { siteForTest } from '../support/started.ts';

let clock: ManualClock;
let site: TestSite;
beforeEach(async () => {
  clock = createManualClock('2025-01-10T20:00:00Z');
  site = await siteForTest({ clock });
});

async function withNotices(rows: readonly ContentRow[]): Promise<void> {
  site.contentService.rows.notices = rows.map((row, at) => ({ id: at + 1, status: 'published', ...row }));
  await site.load();
}

const noticesOn = async (path: string) => {
  const page = parseHtml((await sendRequest(site.url, path)).text);
  return page.all('.site-notice').map((notice) => notice.one('p').text.trim());
};

describe('a notice', () => {
  it('is above the header of its pages, the most important first', async () => {
    await withNotices([
      { text: 'Everywhere', level: 'info' },
      { text: 'Homes', level: 'warning', where: `${site.url}/Rentals, /services/snow-removal/` },
      { text: 'Fire', level: 'urgent', link: '/blog', link_text: 'What to do' },
      { text: 'Draft', status: 'draft' },
      { text: '', level: 'urgent' },
    ]);
    expect(await noticesOn('/about')).toEqual(['Fire What to do', 'Everywhere']);
    expect(await noticesOn('/rentals')).toEqual(['Fire What to do', 'Homes', 'Everywhere']);
    expect(await noticesOn('/rentals/aspen-cottage')).toContain('Homes');
    expect(await noticesOn('/services/snow-removal')).toContain('Homes');
    expect(await noticesOn('/services')).not.toContain('Homes');
    expect(await noticesOn('/nothing-here')).toEqual(['Fire What to do', 'Everywhere']);
    const { text } = await sendRequest(site.url, '/about');
    expect(text.indexOf('site-notice-urgent')).toBeLessThan(text.indexOf('<header'));
  });

  it('has a name of its own among several', async () => {
    await withNotices([{ text: 'Everywhere' }, { text: 'Homes', where: '/rentals' }]);
    const names = async (path: string) =>
      parseHtml((await sendRequest(site.url, path)).text)
        .all('.site-notice')
        .map((notice) => notice.attribute('aria-label'));
    expect(await names('/about')).toEqual(['Notice']);
    expect(await names('/rentals')).toEqual(['Notice 1', 'Notice 2']);
  });

  it('may name the front page as the list of pages does', async () => {
    await withNotices([{ text: 'Front', where: 'home' }]);
    expect(await noticesOn('/')).toEqual(['Front']);
    expect(await noticesOn('/about')).toEqual([]);
  });

  it('may name an address as browsers show it, without https', async () => {
    await withNotices([{ text: 'Homes', where: 'www.ridge.example/rentals' }]);
    expect(await noticesOn('/rentals')).toEqual(['Homes']);
  });

  it('may name a long path', async () => {
    const slug = `snow-${'and-more-snow-'.repeat(5)}`;
    site.contentService.row('services', 'snow-removal').slug = slug;
    await withNotices([{ text: 'Long', where: `/services/${slug}` }]);
    expect(await noticesOn(`/services/${slug}`)).toEqual(['Long']);
  });

  it('comes and goes at its times, also on cached pages', async () => {
    await withNotices([{ text: 'Smoke', from: '2025-01-10T20:01:00Z', until: '2025-01-10T20:05:00Z' }]);
    expect(await noticesOn('/about')).toEqual([]);
    await clock.advance(61_000);
    await expect.poll(() => noticesOn('/about')).toEqual(['Smoke']);
    await clock.advance(240_000);
    await expect.poll(() => noticesOn('/about')).toEqual([]);
  });

  it('that ends on a day without a time is shown through that day', async () => {
    await withNotices([{ text: 'Holiday', from: '2025-01-10', until: '2025-01-10' }]);
    expect(await noticesOn('/about')).toEqual(['Holiday']);
    // Midnight in Oregon is twelve hours away.
    await clock.advance(11 * 3_600_000);
    expect(await noticesOn('/about')).toEqual(['Holiday']);
    await clock.advance(2 * 3_600_000);
    await expect.poll(() => noticesOn('/about')).toEqual([]);
  });

  it('that is hostile is shown as text, without a link', async () => {
    await withNotices([
      {
        text: '<img src=x onerror=alert(1)>',
        link: 'javascript:alert(1)',
        level: 'constructor',
        where: null,
      },
    ]);
    expect(await noticesOn('/about')).toEqual(['<img src=x onerror=alert(1)>']);
    const { text } = await sendRequest(site.url, '/about');
    expect(/javascript:|<img src=x/.exec(text)).toBeNull();
  });

  it('adds nothing to a page when there is none', async () => {
    await withNotices([]);
    expect((await sendRequest(site.url, '/about')).text.includes('site-notice')).toBe(false);
  });
});
