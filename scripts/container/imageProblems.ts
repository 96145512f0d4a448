import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What must not be in an image, or is missing in it; one sentence each. */
export function imageProblems(app: string, project: string): readonly string[] {
  const { devDependencies, dependencies } = JSON.parse(
    readFileSync(path.join(project, 'package.json'), 'utf8'),
  );
  const isInstalled = (name: string) => existsSync(path.join(app, 'node_modules', name));
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
  const ours = files.filter((file) => !file.startsWith('node_modules/'));
  const unwanted: readonly (readonly [RegExp, string])[] = [
    [/(^|\/)\.git(\/|$)/, 'the history'],
    [/^(tests|scripts|server|client|shared)(\/|$)/, 'sources'],
    [/(^|\/)\.env/, 'settings'],
    [/^dist\/static\/.*\.map$/, 'a public source map'],
    [/^dist\/server\/demo/, 'the embedded services'],
  ];
  const top = ['LICENSE', 'data', 'dist', 'node_modules', 'package.json'];
  return [
    ...unwanted.flatMap(([pattern, what]) =>
      ours.filter((file) => pattern.test(file)).map((file) => `holds ${what}: ${file}`),
    ),
    ...Object.keys(devDependencies)
      .filter(isInstalled)
      .map((name) => `holds a package for development: ${name}`),
    ...Object.keys(dependencies)
      .filter((name) => !isInstalled(name))
      .map((name) => `lacks a package: ${name}`),
    ...readdirSync(app)
      .filter((name) => !top.includes(name))
      .map((name) => `holds something unknown: ${name}`),
  ];
}
