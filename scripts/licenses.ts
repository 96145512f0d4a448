/**
 * `npm run licenses`: the licences of the packages that production runs or sends to browsers, by the lockfile. Ends
 * with 1 where one of them demands our source in return, or names no licence.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      license: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      optional: v.optional(v.boolean()),
      devOptional: v.optional(v.boolean()),
    }),
  ),
});

interface Licensed {
  readonly name: string;
  readonly license: string;
}

/** Licences that demand nothing but to be named. Anything else is for a person to decide. */
const permissive = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'CC-BY-4.0', 'Unlicense', 'Python-2.0', 'Zlib'],
]);

/** Whether an SPDX expression leaves us a permissive choice: each part of an AND, one part of an OR. */
export function isPermissive(license: string): boolean {
  const plain = license.replace(/[()]/g, ' ').trim();
  if (/\sOR\s/.test(plain)) return plain.split(/\sOR\s/).some(isPermissive);
  return plain.split(/\sAND\s/).every((part) => permissive.has(part.trim()));
}

/** The production packages of a lockfile, parsed from its text; throws where it is none. */
export function productionLicenses(lockText: string): readonly Licensed[] {
  const { packages } = v.parse(lockSchema, JSON.parse(lockText));
  return Object.entries(packages)
    .filter(([place, { dev, devOptional, optional }]) => place !== '' && !dev && !devOptional && !optional)
    .map(([place, { version = '', license = 'none' }]) => ({
      name: `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`,
      license,
    }));
}

if (import.meta.main) {
  const all = productionLicenses(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const byLicense = Map.groupBy(all, ({ license }) => license);
  for (const [license, found] of [...byLicense].toSorted(([, a], [, b]) => b.length - a.length)) {
    console.log(`${license} (${found.length}): ${found.map(({ name }) => name).join(', ')}`);
  }
  const wrong = all.filter(({ license }) => !isPermissive(license));
  for (const { name, license } of wrong) console.error(`Not permissive: ${name} (${license})`);
  console.log(`${all.length} packages, ${wrong.length} to decide about.`);
  if (wrong.length > 0) process.exitCode = 1;
}
