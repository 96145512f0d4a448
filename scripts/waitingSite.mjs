/**
 * A site of `npm run dev` before its turn: it loads what the pages stand on and the packages that the build in the given
 * folder imports, and the site itself, from the build of that moment, when it is told to start, and on which port. Files of a build that
 * others import are named by their content: one that has changed is another file.
 */
import { globSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const load = (file) => import(pathToFileURL(`${folder}/${file}`).href);
process.once('message', async ({ data: port }) => {
  process.env.PORT = port;
  // What is told next waits for the site to listen.
  process.send('starting');
  await load('main.js');
  // What the first pages have called is compiled for the next ones: this process is killed, and writes nothing then.
  setTimeout(flushCompileCache, 10_000).unref();
});

const text = readFileSync(`${folder}/main.js`, 'utf8');
const packages = [...text.matchAll(/^import .*"([^./"][^"]*)";$/gm)].map(([, name]) => name);
// One that cannot be loaded fails where the site imports it; that of the log is imported by the site's own choice.
for (const name of [...packages, 'pino-pretty']) await import(name).catch(() => undefined);
for (const name of globSync('chunk-*.js', { cwd: folder })) await load(name).catch(() => undefined);
