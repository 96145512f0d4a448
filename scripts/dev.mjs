/**
 * `npm run dev`: builds, starts the site against the embedded services (or against the Directus that
 * DIRECTUS_URL names), and on every change builds again, restarts the site and reloads open pages. What does
 * not build or does not start is told, and the next change is waited for.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from '../build.mjs';

const ownServices = process.env.DIRECTUS_URL === undefined;
const entry = ownServices ? 'dist/server/demo.js' : 'dist/server/main.js';
const environment = {
  ...process.env,
  NODE_ENV: 'development',
  FRONTEND_URL: process.env.FRONTEND_URL ?? `http://127.0.0.1:${process.env.PORT || 3000}`,
};
/** An editor that saves several files, or one in two steps, makes one build. */
const gatherMs = 40;

let child = null;
let isEnding = false;

function startChild() {
  const instrument = ownServices ? [] : ['--import', './dist/server/instrument.js'];
  const args = ['--enable-source-maps', ...instrument, entry];
  const started = spawn(process.execPath, args, { env: environment, stdio: 'inherit' });
  child = started;
  started.once('exit', (code, signal) => {
    if (isEnding) process.exit(code ?? 0);
    child = null;
    // Told to restart before it could listen to that, or killed to be started anew.
    if (signal === 'SIGUSR2' || signal === 'SIGKILL') startChild();
    else if (code === 0) process.exit(0);
    else console.error('The site has ended. It is started again after the next change.');
  });
}

/** The demo keeps its services and restarts the site alone; a site of its own has nothing to keep. */
function restartSite() {
  if (child === null) startChild();
  else child.kill(ownServices ? 'SIGUSR2' : 'SIGKILL');
}

function end(signal) {
  isEnding = true;
  if (child === null) process.exit(0);
  // A terminal's Ctrl-C reaches the site by itself; told twice, it would take it for impatience.
  if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));

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
      restartSite();
    } catch (error) {
      // esbuild has shown each error with its place; anything else has not been shown yet.
      if (!('errors' in Object(error))) console.error(error);
      console.error('The build failed. The site goes on as it was; the next change is waited for.');
    }
  } while (changed.size > 0);
  isBuilding = false;
}

let timer;
for (const folder of ['server', 'client', 'shared']) {
  watch(folder, { recursive: true }, (_event, name) => {
    changed.add(join(folder, name ?? ''));
    clearTimeout(timer);
    timer = setTimeout(rebuild, gatherMs);
  });
}
await rebuild();
