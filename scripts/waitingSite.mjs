/**
 * A process of `npm run dev` that waits to become the next site. It preloads the shared chunks of the build in the
 * given folder and the packages that the build imports. When it is told to start, with a port, it loads the site itself
 * from the build at that time. Chunks have content hashes in their names, so that a changed one is a different file.
 */
import { globSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const load = (file) => import(pathToFileURL(`${folder}/${file}`).href);
process.once('message', async ({ data: port }) => {
  process.env.PORT = port;
  // Confirms that the start has begun; the next message is answered when the site listens.
  process.send('starting');
  await load('main.js');
  // Saves the code compiled for the first pages for later processes: this one is killed, and cannot save it at exit.
  setTimeout(flushCompileCache, 10_000).unref();
});

const text = readFileSync(`${folder}/main.js`, 'utf8');
const packages = [...text.matchAll(/^import .*"([^./"][^"]*)";$/gm)].map(([, name]) => name);
// A package that cannot be loaded fails where the site imports it. pino-pretty is only imported dynamically.
for (const name of [...packages, 'pino-pretty']) await import(name).catch(() => undefined);
for (const name of globSync('chunk-*.js', { cwd: folder })) await load(name).catch(() => undefined);
