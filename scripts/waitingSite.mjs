/**
 * A site of `npm run dev` before its turn: it loads the packages that the build in the given folder imports, and the
 * site itself, from the build of that moment, when it is told to start.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
process.once('message', () => {
  // What is told next waits for the site to listen.
  process.send('starting');
  return import(pathToFileURL(`${folder}/main.js`).href);
});

const code = globSync(`${folder}/*.js`).map((path) => readFileSync(path, 'utf8'));
const packages = code.flatMap((text) =>
  [...text.matchAll(/^import .*"([^./"][^"]*)";$/gm)].map(([, name]) => name),
);
// One that cannot be loaded fails where the site imports it.
for (const name of new Set(packages)) await import(name).catch(() => undefined);
