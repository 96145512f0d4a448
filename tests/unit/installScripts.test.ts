import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

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
