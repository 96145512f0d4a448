import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readSources, type Source } from '../support/sources.ts';

const sources = readSources('server', 'client', 'shared');

const folderOf = (path: string): string => path.split('/', 1)[0] ?? '';

/** Every import of a file in one of these folders that leads to one of those. */
function crossings(from: string, to: readonly string[]): string[] {
  return sources
    .filter(({ path }) => folderOf(path) === from)
    .flatMap(({ path, imports }) =>
      imports.filter((name) => to.includes(folderOf(name))).map((name) => `${path} imports ${name}`),
    );
}

const isBuiltin = (name: string): boolean =>
  name.startsWith('node:') || builtinModules.includes(name.split('/', 1)[0] ?? '');

/** Packages that only the server may load. */
const serverPackages = [
  ...['express', 'helmet', 'compression', 'node-cache', 'lru-cache', 'pino', 'sanitize-html', 'sharp'],
  ...['express-rate-limit', 'react-dom/server', '@sentry/node', 'prom-client', 'react-router-dom'],
];

describe('the direction of imports', () => {
  it('client never imports server, nor tests', () => {
    expect(crossings('client', ['server', 'tests', 'scripts'])).toEqual([]);
  });

  it('shared imports neither side', () => {
    expect(crossings('shared', ['server', 'client', 'tests', 'scripts'])).toEqual([]);
  });

  it('server never imports client, nor tests', () => {
    expect(crossings('server', ['client', 'tests', 'scripts'])).toEqual([]);
  });

  it('what browsers run needs neither Node nor a package of the server', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('client/') || path.startsWith('shared/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => isBuiltin(name) || serverPackages.includes(name))
          .map((name) => `${path} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it('the site does not know its demo, and only the server entry knows everything', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('server/') && !path.startsWith('server/demo/'))
      .flatMap(({ path, imports }) =>
        imports.filter((name) => name.startsWith('server/demo/')).map((name) => `${path} imports ${name}`),
      );
    expect(wrong).toEqual([]);
    expect(sources.filter(({ imports }) => imports.includes('server/main.ts'))).toEqual([]);
  });

  it('every file of ours that is imported is there', () => {
    const known = new Set(sources.map(({ path }) => path));
    const missing = sources.flatMap(({ path, imports }) =>
      imports
        .filter((name) => /\.tsx?$/.test(name) && !known.has(name))
        .map((name) => `${path} imports ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

const metafileSchema = v.object({
  inputs: v.record(v.string(), v.unknown()),
  outputs: v.record(v.string(), v.object({ inputs: v.record(v.string(), v.unknown()) })),
});

describe('the browser bundle', () => {
  const metafile = v.parse(
    metafileSchema,
    JSON.parse(readFileSync(new URL('../../dist/browser-metafile.json', import.meta.url), 'utf8')),
  );

  it('holds no file of the server, the tests or a package of the server', () => {
    const inputs = [
      ...Object.keys(metafile.inputs),
      ...Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)),
    ];
    const packagePaths = serverPackages.map((name) => `node_modules/${name}/`);
    const wrong = inputs.filter(
      (path) =>
        /^(server|tests|scripts)\//.test(path) || packagePaths.some((prefix) => path.startsWith(prefix)),
    );
    expect(wrong).toEqual([]);
    expect(inputs.some((path) => path.startsWith('client/'))).toBe(true);
  });

  it('H6 holds no name of a variable of the environment', () => {
    const outputs = Object.keys(metafile.outputs).filter((path) => path.endsWith('.js'));
    expect(outputs.length).toBeGreaterThan(0);
    const names = /DIRECTUS_URL|CONTACT_API_URL|CONTENT_HOOK_SECRET|SENTRY_DSN|CDN_PURGE_URL|process\.env/;
    for (const path of outputs) {
      const name = path.split('/').at(-1) ?? '';
      const text = readFileSync(new URL(`../../dist/static/${name}`, import.meta.url), 'utf8');
      expect(names.exec(text)?.[0], name).toBeUndefined();
    }
  });
});

describe('the reader of imports', () => {
  it('reads every form of import', () => {
    const forms: Pick<Source, 'path'>[] = sources.filter(({ imports }) => imports.includes('react'));
    expect(forms.length).toBeGreaterThan(5);
    const app = sources.find(({ path }) => path === 'server/app.ts');
    expect(app?.imports).toContain('server/render/renderPage.tsx');
    expect(app?.imports).toContain('express');
  });
});
