/**
 * `npm run licenses`: the licenses of the packages that production runs or sends to browsers, by the SBOM that the
 * image has too. Exits with 1 if a license is not known to be permissive, or if a package declares none.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import satisfies from 'spdx-satisfies';

/** Licenses that require at most attribution. Any other is for a person to decide. */
const permissive = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Python-2.0',
  'Zlib',
];

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly expression?: string;
    readonly license?: { readonly id?: string };
  }[];
}

const tool = fileURLToPath(new URL('./node_modules/.bin/cyclonedx-npm', import.meta.url));
const flags = [
  '--package-lock-only',
  '--flatten-components',
  '--omit',
  'dev',
  'optional',
  '--output-file',
  '-',
];
const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
const list = execFileSync(process.execPath, [tool, ...flags, '--', manifest], {
  encoding: 'utf8',
  maxBuffer: 1e8,
});
const { components }: { components: Component[] } = JSON.parse(list);

const licenseOf = ({ licenses = [] }: Component) =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? 'unknown').join(' AND ') || 'none';
const isPermissive = (license: string) => {
  try {
    return satisfies(license, permissive);
  } catch {
    // Not an SPDX expression.
    return false;
  }
};

for (const [license, found] of Map.groupBy(components, licenseOf)) {
  console.log(`${license} (${found.length}): ${found.map(({ name }) => name).join(', ')}`);
}
const wrong = components.filter((component) => !isPermissive(licenseOf(component)));
for (const { name, version } of wrong) console.error(`Not permissive: ${name} ${version}`);
console.log(`${components.length} packages, ${wrong.length} to decide about.`);
if (wrong.length > 0) process.exitCode = 1;
