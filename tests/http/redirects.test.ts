import { describe, expect, it } from 'vitest';
import { redirects } from '../../server/content/collections/redirects.ts';
import { valueIn } from '../../server/content/siteContent.ts';
import { redirectFault } from '../../server/site/redirects.ts';
import { parseRows } from '../support/arrangeRows.ts';
import { sendRequest } from '../support/http.ts';
import { siteForFile } from '../support/started.ts';

const site = await siteForFile();

type Rows = readonly (readonly [from: string, to: string | null, permanent?: boolean])[];

async function withRedirects(rows: Rows): Promise<void> {
  site.contentService.rows.redirects = rows.map(([from, to, permanent = true], at) => ({
    id: at + 1,
    from,
    to,
    permanent,
    note: null,
  }));
  await site.load();
  await site.content.load(['redirects'], true);
}

const visit = async (path: string, method = 'GET') => {
  const { status, headers } = await sendRequest(site.url, path, { method });
  return [status, headers.location ?? null];
};

it('may start at our address as browsers show it, without https', () => {
  const froms = ['www.ridge.example/Old', 'ridge.example/old', 'old.html', 'other.example/old'];
  const rows = froms.map((from, at) => ({ id: at + 1, from, to: '/about' }));
  expect(parseRows(redirects, rows).map(({ from }) => from)).toEqual([
    '/Old',
    '/old',
    'old.html',
    'other.example/old',
  ]);
});

describe('a redirect', () => {
  it.each<[what: string, rows: Rows, path: string, reply: readonly [number, string | null]]>([
    ['is permanent', [['/old', '/about']], '/old', [301, '/about']],
    ['is temporary', [['/old', '/about', false]], '/old', [302, '/about']],
    ['keeps the query', [['/old', '/about?a=1#story']], '/old?utm=2', [301, '/about?a=1&utm=2#story']],
    ['is found in any spelling', [['old-pages/Über', '/about']], '/Old-Pages//%C3%BCber/', [301, '/about']],
    ['may be below an existing page', [['/blog/gone', '/blog']], '/blog/gone', [301, '/blog']],
    [
      'follows a chain in one hop',
      [
        ['/a', '/b'],
        ['/b', '/c'],
        ['/c', '/about', false],
      ],
      '/a',
      [302, '/about'],
    ],
    [
      'leads from an address above terms to their list',
      [],
      '/blog/Category?a=1',
      [301, '/blog/categories?a=1'],
    ],
    ['leads from an address above years to the blog', [], '/blog/year', [301, '/blog']],
    ['leads from an address above authors to the blog', [], '/blog/author', [301, '/blog']],
    ['that an editor wrote comes before that', [['/blog/tag', '/about']], '/blog/tag', [301, '/about']],
    ['is found in another form of Unicode', [['/mu\u0308nchen', '/about']], '/m%C3%BCnchen', [301, '/about']],
    ['is found from it', [['/m\u00fcnchen', '/about']], '/mu%CC%88nchen', [301, '/about']],
    ['may lead to our full address', [['/a', `${site.url}/about?b#c`]], '/a', [301, '/about?b#c']],
    ['may start at our full address', [[`${site.url}/a`, '/about']], '/a', [301, '/about']],
    ['may start at an address of another name', [['https://old.example/a', '/about']], '/a', [301, '/about']],
    ['may have quotation marks around its path', [['“/old”', '/about']], '/old', [301, '/about']],
    ['may lead to a path without its slash', [['/a', 'blog/tags']], '/a', [301, '/blog/tags']],
    [
      'leads to a page with other capitals in one hop',
      [['/a', '/Services/Snow-Removal?b#c']],
      '/a',
      [301, '/services/snow-removal?b#c'],
    ],
    ['leads from the name of the front page to it', [], '/home', [301, '/']],
    ['never replaces a page', [['/about', '/contact']], '/about', [200, null]],
    [
      'leads to a page whose address has a redirect too',
      [
        ['/a', '/about'],
        ['/about', '/contact'],
      ],
      '/a',
      [301, '/about'],
    ],
    [
      'in a loop is ignored',
      [
        ['/a', '/b'],
        ['/b', '/a'],
        ['/c', '/a'],
      ],
      '/c',
      [404, null],
    ],
    ['to itself is ignored', [['/a', '/A/']], '/a', [404, null]],
    ['to another host is ignored', [['/a', 'https://evil.example/']], '/a', [404, null]],
    ['to another host in disguise is ignored', [['/a', '//evil.example/']], '/a', [404, null]],
    ['to another host behind dots is ignored', [['/a', '/.//evil.example/']], '/a', [404, null]],
    ['to a script is ignored', [['/a', 'javascript:alert(1)']], '/a', [404, null]],
    ['cannot add a header', [['/a', '/about\r\nSet-Cookie: a=b']], '/a', [301, '/about%20Set-Cookie:%20a=b']],
    ['to a name like ours is ignored', [['/a', `${site.url}.evil.example/about`]], '/a', [404, null]],
    ['to nothing is ignored', [['/a', null]], '/a', [404, null]],
  ])('%s', async (_, rows, path, reply) => {
    await withRedirects(rows);
    // The 404 page is cached by the time that the path is requested.
    expect(await visit('/nothing-at-all')).toEqual([404, null]);
    for (const method of ['GET', 'HEAD', 'GET']) expect(await visit(path, method)).toEqual(reply);
  });

  it('of a chain of 10,000 is one hop, and one that is deleted is gone at once', async () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => [`/step-${at}`, `/step-${at + 1}`] as const);
    await withRedirects([...chain, ['/step-10000', '/about']]);
    expect(await visit('/step-0')).toEqual([301, '/about']);
    const { headers } = await sendRequest(site.url, '/step-9999');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    await withRedirects([['/other', '/about']]);
    expect(await visit('/step-0')).toEqual([404, null]);
  });

  it('that is ignored is reported with the reason', async () => {
    await withRedirects([
      ['/fine', '/about'],
      ['/about', '/contact'],
      ['/fine/', '/contact'],
      ['/old?page=2', '/about'],
      ['/old/*', '/about'],
      ['/media/old.pdf', '/about'],
      ['/api/old', '/about'],
      ['/static/old.css', '/about'],
      ['/host', 'https://evil.example/'],
      ['/loop', '/round'],
      ['/round', '/loop'],
      ['/file', '/static/none.pdf'],
      ['/lost', '/gone'],
    ]);
    const content = site.content.current();
    const at = (path: string) => ({ status: path === '/gone' ? 404 : 200 });
    const faults = valueIn(content.redirects)?.map((redirect) => [
      redirect.from,
      redirectFault(redirect, { content, origin: site.url, at }),
    ]);
    expect(faults).toEqual([
      ['/fine', null],
      ['/about', expect.stringContaining('a page, which is shown instead')],
      ['/fine/', expect.stringContaining('the same path as another')],
      ['/old?page=2', expect.stringContaining('does not start at a path')],
      ['/old/*', expect.stringContaining('does not start at a path')],
      ['/media/old.pdf', expect.stringContaining('does not start at a path')],
      ['/api/old', expect.stringContaining('does not start at a path')],
      ['/static/old.css', expect.stringContaining('does not start at a path')],
      ['/host', 'does not lead to a path of this site'],
      ['/loop', expect.stringContaining('back to itself')],
      ['/round', expect.stringContaining('back to itself')],
      ['/file', null],
      ['/lost', 'does not lead to a page that visitors see'],
    ]);
  });
});

it('pages are served without redirects when the collection cannot be read', async () => {
  await site.reset();
  await site.contentService.fault('redirects', { kind: 'status', status: 403 });
  expect(await visit('/about')).toEqual([200, null]);
  expect(await visit('/our-story')).toEqual([404, null]);
});
