import request from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';

// The people of the company and what clients say: what an editor entered, and nothing else.

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
  return () => site.close();
});
beforeEach(() => site.reset());

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
const pageAt = async (path: string) => parseHtml((await request(site.url).get(path)).text);
const business = async (): Promise<Record<string, unknown>> => {
  const [block] = (await pageAt('/')).all('script').filter((script) => script.text.includes('LocalBusiness'));
  return JSON.parse(block?.text ?? '{}')['@graph'][0];
};

describe('the team', () => {
  it('stands on About in its order, with initials where there is no portrait', async () => {
    site.contentService.rows.team = [
      { id: 1, name: 'Last', status: 'published', display_order: null },
      { id: 2, name: 'Second of Them', status: 'published', display_order: 2 },
      { id: 3, name: 'First', role: 'Keeper', words: 'Some words.', status: 'published', display_order: 1 },
      { id: 4, name: 'Draft', status: 'draft', display_order: 0 },
    ];
    const members = (await pageAt('/about')).all('.team-member');
    expect(members.map((member) => member.one('h3').text)).toEqual(['First', 'Second of Them', 'Last']);
    expect(members.map((member) => member.one('.team-initials').text)).toEqual(['F', 'ST', 'L']);
    expect(members[0]?.all('p').map(({ text }) => text)).toEqual(['Keeper', 'Some words.']);
    expect(members[1]?.all('p')).toEqual([]);
  });

  it('is not mentioned where nobody is entered, and where there is no such collection', async () => {
    site.contentService.rows.team = [];
    expect((await pageAt('/about')).all('#team')).toEqual([]);
    await site.reset();
    await site.contentService.fault('team', { kind: 'status', status: 403 });
    const reply = await request(site.url).get('/about');
    expect(parseHtml(reply.text).all('#team')).toEqual([]);
    expect(reply.text).not.toContain('Directus is unreachable');
    expect([reply.status, reply.headers['cache-control']]).not.toContain('no-store');
  });

  it('holds hostile, enormous and half filled rows', async () => {
    site.contentService.rows.team = [
      { id: 1, name: hostile, role: hostile, words: 'x'.repeat(100_000), portrait: 'javascript:alert(1)' },
      { id: 2, role: 'Nobody' },
      { id: 3, name: 7, words: { a: 1 }, portrait: [] },
      ...Array.from({ length: 500 }, (_, at): ContentRow => ({ id: at + 10, name: `Person ${at}` })),
    ].map((row) => ({ ...row, status: 'published' }));
    const page = await pageAt('/about');
    expect(page.all('.team-member').length).toBe(24);
    expect(page.all('.team-member img')).toEqual([]);
    expect(page.all('script').filter(({ text }) => text.includes('alert(1)'))).toEqual([]);
    expect(page.one('.team').text.length).toBeLessThan(10_000);
  });
});

describe('reviews', () => {
  it('come from the content service where it has published ones', async () => {
    site.contentService.rows.reviews = [
      { id: 1, name: 'Second', text: 'Well done.', rating: 3, status: 'published', display_order: 2 },
      {
        id: 2,
        name: 'First',
        location: 'Bend, OR',
        text: 'Came at once.',
        rating: 5,
        date: '2026-03-01',
        service: 'Painting',
        status: 'published',
        display_order: 1,
      },
      { id: 3, name: 'Draft', text: 'Not yet.', rating: 1, status: 'draft', display_order: 0 },
    ];
    for (const path of ['/', '/contact', '/no-such-page']) {
      const cards = (await pageAt(path)).all('.reviews .review');
      expect(cards.map((card) => card.one('strong').text)).toEqual(['First', 'Second']);
      expect(cards[0]?.one('figcaption').text).toContain('Painting, March 1, 2026');
      expect(cards.map((card) => card.one('.stars').text)).toEqual(['Rated 5 out of 5', 'Rated 3 out of 5']);
    }
    expect((await business()).review).toEqual([
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'First' },
        reviewBody: 'Came at once.',
        reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5 },
        datePublished: '2026-03-01',
      },
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Second' },
        reviewBody: 'Well done.',
        reviewRating: { '@type': 'Rating', ratingValue: 3, bestRating: 5 },
      },
    ]);
  });

  it('are the three built-in ones without any, and those tell programs nothing', async () => {
    const builtIn = ['Margaret Ellison', 'Daniel and Priya Rao', 'Tom Whitcomb'];
    const names = async () => (await pageAt('/')).all('.reviews strong').map(({ text }) => text);
    site.contentService.rows.reviews = [{ id: 1, name: 'Draft', text: 'x', status: 'draft' }];
    expect(await names()).toEqual(builtIn);
    expect(await business()).not.toHaveProperty('review');
    await site.reset();
    for (const status of [403, 500]) {
      await site.contentService.fault('reviews', { kind: 'status', status });
      expect(await names()).toEqual(builtIn);
      expect(await business()).not.toHaveProperty('review');
    }
  });

  it('an edit of one is on every page at once', async () => {
    await pageAt('/about');
    Object.assign(site.contentService.row('reviews', 1), { name: 'Renamed Client' });
    await site.content.load(['reviews'], true);
    expect((await pageAt('/about')).all('.reviews strong')[0]?.text).toBe('Renamed Client');
  });

  it('never have a rating, a place or a date that nobody entered', async () => {
    site.contentService.rows.reviews = [0, 6, 4.5, 'five', null, -1].map((rating, at) => ({
      id: at + 1,
      name: at === 0 ? hostile : `Client ${at}`,
      text: at === 0 ? hostile + 'x'.repeat(100_000) : 'Words.',
      rating,
      date: at === 1 ? '2026-02-30' : null,
      status: 'published',
    }));
    const page = await pageAt('/');
    expect(page.all('.reviews .review')).toHaveLength(6);
    expect(page.all('.reviews .stars, .reviews time')).toEqual([]);
    expect(page.all('.reviews script')).toEqual([]);
    expect(page.one('.reviews').text.length).toBeLessThan(3_000);
    expect(JSON.stringify(await business())).not.toContain('Rating');
  });
});
