import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { collectionNames, collectionOf } from '../../../server/content/collections/collections.ts';
import { specifiedColumns } from '../../../server/demo/specifiedContent.ts';
import { devAddresses, pageAddresses } from '../../support/siteAddresses.ts';
import { siteForFile, siteForTest } from '../../support/started.ts';

/** Searches are limited, and made of the same rows. */
const addresses = pageAddresses.filter((path) => ![...devAddresses, '/search'].includes(path));

/** Asserts that every page is there; those of a collection that is missing are a 404. */
async function expectPages(url: string, absent: readonly string[] = []): Promise<void> {
  for (const path of addresses) {
    const { status, text } = await request(url).get(path);
    expect([path, status]).toEqual([path, absent.includes(path) ? 404 : 200]);
    expect(text.includes('Directus is unreachable'), path).toBe(false);
  }
}

describe('a content service that lacks one collection of ours', () => {
  it.each(collectionNames.filter((name) => specifiedColumns[name] === undefined))(
    'costs only what it holds: %s',
    async (name) => {
      const site = await siteForTest();
      site.contentService.hidden.add(name);
      await site.load();
      await expectPages(site.url, name === 'homes' ? ['/rentals/meadow-cabin'] : []);
      expect(site.reports).toEqual([]);
    },
  );
});

describe('a content service that lacks one column of ours', async () => {
  const site = await siteForFile();
  await site.load();

  it.each(collectionNames)('costs only that column: %s', { timeout: 240_000 }, async (name) => {
    const { content, contentService, logs, reports } = site;
    const earlier = logs.length;
    const own = [...collectionOf(name).columns.keys()].filter(
      (column) => !specifiedColumns[name]?.includes(column) && column !== 'key',
    );
    for (const column of own) {
      contentService.hidden.clear();
      contentService.hidden.add(`${name}.${column}`);
      const { failed } = await content.load([name], true);
      expect([column, failed]).toEqual([column, []]);
      const isNameless = name === 'homes' && column === 'slug';
      await expectPages(site.url, isNameless ? ['/rentals/meadow-cabin'] : []);
    }
    contentService.hidden.clear();
    await content.load([name], true);
    expect(reports).toEqual([]);
    // Blocks that were shown stay, which the log says.
    const warned = logs
      .slice(earlier)
      .filter(({ level }) => Number(level) >= 40)
      .map(({ collection }) => collection);
    expect(warned).toEqual(name === 'pages' ? ['pages'] : []);
  });
});
