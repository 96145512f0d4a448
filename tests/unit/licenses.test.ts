import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPermissive, productionLicenses } from '../../scripts/licenses.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('licences', () => {
  it('of everything that production runs are permissive', () => {
    const all = productionLicenses(read('package-lock.json'));
    expect(all.length).toBeGreaterThan(50);
    expect(all.some(({ name }) => name.startsWith('@sentry/node '))).toBe(true);
    expect(all.filter(({ license }) => !isPermissive(license))).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND GPL-3.0-only)', false],
    ['AGPL-3.0-only', false],
    ['FSL-1.1-MIT', false],
    ['SEE LICENSE IN LICENSE', false],
    ['none', false],
  ])('%s is permissive: %s', (license, expected) => {
    expect(isPermissive(license)).toBe(expected);
  });
});

describe('H1 packages run no scripts when they are installed', () => {
  it('H1 as the project\u2019s npm settings say', () => {
    const settings = read('.npmrc').split('\n');
    expect(settings).toContain('ignore-scripts=true');
    expect(settings).toContain('save-exact=true');
    const { scripts } = JSON.parse(read('package.json'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(scripts[name]).toBeUndefined();
  });

  it('H1 and none of those that want to is needed to', () => {
    const { packages }: { packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }> } =
      JSON.parse(read('package-lock.json'));
    const wanting = Object.entries(packages).filter(
      ([, { hasInstallScript, dev }]) => hasInstallScript && !dev,
    );
    // The profiler carries its native builds along; the other names are built for one platform each.
    const known = /node_modules\/(@sentry\/node-cpu-profiler|@sentry\/profiling-node)$/;
    expect(wanting.map(([place]) => place).filter((place) => !known.test(place))).toEqual([]);
  });
});
