import { expect, it } from 'vitest';
import { previewToken } from '../../../server/demo/contentService.ts';
import { createPreviewKeys } from '../../../server/editors/previewKeys.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';
import { siteForTest } from '../../support/started.ts';

const requests = 10_000;
const atOnce = 16;
const secret = 'the-secret-of-the-preview-tests';

it(`B30 none of ${requests} requests has a previewed word, while previews, loads and faults go on`, {
  timeout: 170_000,
}, async () => {
  const site = await siteForTest({
    environment: { PREVIEW_SECRET: secret, DIRECTUS_PREVIEW_TOKEN: previewToken },
  });
  const row = site.contentService.row('blog_posts', 'draft-what-rides-in-the-truck');
  const word = 'Quillfeather';
  Object.assign(row, { title: `${word} in a title`, published_at: '2031-03-01T17:00:00Z' });
  await site.load();

  const address = createPreviewKeys(secret, site.url).addressFor('blog_posts');
  const open = address.replace('{{id}}', String(row.id)).replace('{{$version}}', 'main');
  const [cookie = ''] = (await fetch(open, { redirect: 'manual' })).headers.getSetCookie();
  const draftPath = `/blog/${String(row.slug)}`;
  const paths = [...Object.values(siteAddresses), draftPath, '/feed.xml', '/sitemap.xml', '/api/posts'];
  const pathAt = (at: number) => paths[at % paths.length] ?? '/';
  const served = new Map<number, number>();
  const textOf = async (path: string, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(`${site.url}${path}`, { headers, redirect: 'manual' });
    served.set(response.status, (served.get(response.status) ?? 0) + 1);
    return response.text();
  };

  let asked = 0;
  let shown = 0;
  const leaks = new Set<string>();
  const visit = async () => {
    while (asked < requests) {
      // Every fifth request has a query that may bypass the cache.
      const path = pathAt(asked) + (asked % 5 === 0 ? `?page=${1 + (asked % 3)}` : '');
      asked += 1;
      if ((await textOf(path, {})).includes(word)) leaks.add(path);
    }
  };
  const preview = async () => {
    const headers = { cookie: cookie.split(';')[0] ?? '', 'cache-control': 'max-age=0' };
    for (let at = 0; asked < requests; at += 1)
      shown += Number((await textOf(at % 2 === 0 ? '/blog' : draftPath, headers)).includes(word));
  };
  const disturb = async () => {
    for (let at = 0; asked < requests; at += 1) {
      if (at % 2 === 0) await site.contentService.fault('blog_posts', { kind: 'status', status: 500 });
      else await site.contentService.clearFaults();
      await site.load();
      await textOf(pathAt(at), {});
    }
  };
  await Promise.all([...Array.from({ length: atOnce }, visit), preview(), disturb()]);
  expect([...leaks]).toEqual([]);
  // Searches beyond their limit are refused, pages are not.
  expect(served.get(200)).toBeGreaterThan(requests / 2);
  expect(shown).toBeGreaterThan(10);
});
