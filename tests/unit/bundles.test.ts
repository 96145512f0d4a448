import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('H6 H9 the browser bundle names no environment variable, and does not listen for restarts of the server', () => {
  const folder = new URL('../../dist/static/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(0);
  const names =
    /DIRECTUS_URL|CONTACT_API_URL|CONTENT_HOOK_SECRET|SENTRY_DSN|CDN_PURGE_URL|process\.env|\/dev\/reload/;
  for (const name of files)
    expect(names.exec(readFileSync(new URL(name, folder), 'utf8'))?.[0], name).toBeUndefined();
});

it('the server bundle imports only modules of Node and its own files at its start', () => {
  const folder = new URL('../../dist/server/', import.meta.url);
  const loaded = new Set(['./main.js']);
  // Iterating a set includes members that are added meanwhile.
  for (const name of loaded) {
    if (!name.startsWith('./')) continue;
    const text = readFileSync(new URL(name, folder), 'utf8');
    for (const [, source = ''] of text.matchAll(/(?:[}\w]from|[;\n]import) ?"([\w@./:-]+)"/g))
      loaded.add(source);
  }
  expect(loaded.size).toBeGreaterThan(2);
  expect([...loaded].filter((one) => !/^(node:|\.\/)/.test(one))).toEqual([]);
});
