import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

/** Packages that only the server may load. */
const serverPackages = [
  'express',
  'helmet',
  'compression',
  'node-cache',
  'lru-cache',
  'pino',
  'sanitize-html',
  'sharp',
  'undici',
  'express-rate-limit',
  'react-dom/server',
  '@sentry/node',
  'prom-client',
  'react-router-dom',
];

const metafileSchema = v.object({
  inputs: v.record(v.string(), v.unknown()),
  outputs: v.record(v.string(), v.object({ inputs: v.record(v.string(), v.unknown()) })),
});

describe('the browser bundle', () => {
  const metafile = v.parse(
    metafileSchema,
    JSON.parse(readFileSync(new URL('../../dist/browser-metafile.json', import.meta.url), 'utf8')),
  );

  it('contains no file of the server, the tests, the scripts or a server package', () => {
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

  it('H6 H9 names no environment variable, and does not listen for restarts of the server', () => {
    const outputs = Object.keys(metafile.outputs).filter((path) => path.endsWith('.js'));
    expect(outputs.length).toBeGreaterThan(0);
    const names =
      /DIRECTUS_URL|CONTACT_API_URL|CONTENT_HOOK_SECRET|SENTRY_DSN|CDN_PURGE_URL|process\.env|\/dev\/reload/;
    for (const path of outputs) {
      const name = path.split('/').at(-1) ?? '';
      const text = readFileSync(new URL(`../../dist/static/${name}`, import.meta.url), 'utf8');
      expect(names.exec(text)?.[0], name).toBeUndefined();
    }
  });
});

describe('the server bundle', () => {
  it('imports only modules of Node and its own files at its start', () => {
    const folder = new URL('../../dist/server/', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(files).toContain('main.js');
    const loaded = files.flatMap((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return [...text.matchAll(/[}\w]from ?"([\w@./:-]+)"/g)].map(([, source = '']) => `${name}: ${source}`);
    });
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((one) => !/: (node:|\.\/)/.test(one))).toEqual([]);
  });
});
