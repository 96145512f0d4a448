/**
 * `npm run dev`: builds, starts the site against the embedded services (or against the Directus that DIRECTUS_URL
 * names), and on every change builds again, restarts the site and reloads open pages. A failed build is shown in
 * the terminal and over open pages, and the next change is waited for; the services stay as they are.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'chokidar';
import { formatMessages } from 'esbuild';
import { buildSite, developmentFolder } from '../build.mjs';
import { waitUntilReady } from '../server/demo/ports.ts';
import { startDemo } from '../server/demo/startDemo.ts';

const demo = process.env.DIRECTUS_URL === undefined ? await startDemo(process.env) : null;
const environment = demo?.environment ?? {
  ...process.env,
  NODE_ENV: 'development',
  FRONTEND_URL: process.env.FRONTEND_URL ?? `http://127.0.0.1:${process.env.PORT || 3000}`,
};
/** An editor that saves several files, or one in two steps, makes one build. */
const debounceMs = 40;

let site = null;

function startSite() {
  const started = spawn(
    process.execPath,
    ['--import', `./${developmentFolder}/server/instrument.js`, `${developmentFolder}/server/main.js`],
    {
      env: environment,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
  site = started;
  started.once('exit', () => {
    if (site !== started) return;
    site = null;
    console.error('The site has ended. It is started again after the next change.');
  });
}

/** Resolves when the new one has been spawned: never before the old one has left its port. */
async function restartSite() {
  const old = site;
  site = null;
  if (old !== null) {
    const ended = once(old, 'exit');
    old.kill('SIGKILL');
    await ended;
  }
  startSite();
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    site?.kill('SIGKILL');
    process.exit(0);
  });
}

let isBuilding = false;
/** Paths that no build has taken in yet. */
const changed = new Set();

async function rebuild() {
  if (isBuilding) return;
  isBuilding = true;
  do {
    const taken = [...changed];
    changed.clear();
    const startedAt = performance.now();
    try {
      await buildSite({ forDevelopment: true, changed: taken });
      console.log(`Built in ${Math.round(performance.now() - startedAt)} ms.`);
      await restartSite();
    } catch (error) {
      await sendFailure(error);
    }
  } while (changed.size > 0);
  isBuilding = false;
}

async function sendFailure(error) {
  const isOfEsbuild = 'errors' in Object(error);
  // esbuild has shown each error with its place; anything else has not been shown yet.
  if (!isOfEsbuild) console.error(error);
  console.error('The build failed. The site goes on as it was; the next change is waited for.');
  const texts = isOfEsbuild ? await formatMessages(error.errors, { kind: 'error' }) : [String(error)];
  if (site?.connected) site.send({ buildError: texts.join('\n') });
}

let timer;
watch(['server', 'client', 'shared'], { ignoreInitial: true }).on('all', (_event, path) => {
  changed.add(path.replaceAll('\\', '/'));
  clearTimeout(timer);
  timer = setTimeout(rebuild, debounceMs);
});
console.log('Building (some ten seconds) ...');
await rebuild();
if (demo) {
  await waitUntilReady(`${demo.siteUrl}/readyz`, new AbortController().signal);
  console.log(demo.banner);
}
