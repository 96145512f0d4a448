import { describe, expect, it } from 'vitest';
import { demoContent } from '../../server/demo/demoContent.ts';
import { demoRows } from '../../server/demo/demoRows.ts';

const published = demoContent().posts.filter((post) => post.status === 'published');
const due = published.filter(
  (post) => Date.parse(post.published_at ?? post.published_date ?? '') <= Date.now(),
);

it('the demo content has curly apostrophes and quotation marks in its texts', () => {
  expect(JSON.stringify(demoContent()).replace(/<[^>]*>/g, '')).not.toMatch(/\w'|\\"/);
});

it('the demo content is written in American English', () => {
  const words = JSON.stringify(demoContent(), (key, value) =>
    /^(image|fall|search_words)$/.test(key) ? '' : value,
  );
  expect(
    words.match(/\b(autumn|afterwards|backwards|towards|cupboards?|grey|colour|neighbour|rang us)\b/gi),
  ).toBeNull();
});

describe('the dates of demo posts', () => {
  const dayMs = 86_400_000;
  const first = Date.parse('2026-11-22T00:00:00Z');
  const datesOn = (time: number) =>
    demoRows(new Date(time)).blog_posts.flatMap(({ slug, status, published_at, published_date }) => {
      const date = published_at ?? published_date;
      return status === 'published' && date !== null ? [{ slug, date }] : [];
    });

  it('keep month and day, are the same all day, and the newest is at most six weeks old', () => {
    for (let days = 0; days < 400; days += 1) {
      const midnight = first + days * dayMs;
      const dates = datesOn(midnight);
      expect(datesOn(midnight + dayMs - 1)).toEqual(dates);
      const ages = dates.map(({ date }) => (midnight - Date.parse(date)) / dayMs).filter((age) => age >= 0);
      expect(ages.length, new Date(midnight).toISOString()).toBe(due.length);
      expect(Math.min(...ages), new Date(midnight).toISOString()).toBeLessThan(42);
      expect(Math.max(...ages)).toBeLessThan(3 * 366);
    }
    const monthAndDay = ({ slug, date }: { slug: string; date: string }) => `${slug} ${date.slice(4)}`;
    expect(datesOn(first + 300 * dayMs).map(monthAndDay)).toEqual(datesOn(first).map(monthAndDay));
  });
});
