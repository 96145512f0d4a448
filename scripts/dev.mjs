/**
 * `npm run dev`: builds, starts the site against the embedded services (or against the Directus that
 * DIRECTUS_URL names), and on every change builds again, restarts the site and reloads open pages.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { buildSite } from '../build.mjs';

const ownServices = process.env.DIRECTUS_URL === undefined;
const entry = ownServices ? 'dist/server/demo.js' : 'dist/server/main.js';
const environment = {
  ...process.env,
  NODE_ENV: 'development',
  FRONTEND_URL: process.env.FRONTEND_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`,
};

let child = null;
let building = false;
let changed = false;

function startChild() {
  const instrument = ownServices ? [] : ['--import', './dist/server/instrument.js'];
  const args = ['--enable-source-maps', ...instrument, entry];
  child = spawn(process.execPath, args, { env: environment, stdio: 'inherit' });
  child.once('exit', (code) => {
    if (code !== null && code !== 0 && ownServices) process.exit(code);
  });
}

/** The demo keeps its services and restarts the site alone; a site of its own is started anew. */
function restartSite() {
  if (ownServices) child.kill('SIGUSR2');
  else {
    child.once('exit', startChild);
    child.kill('SIGTERM');
  }
}

async function rebuild() {
  changed = true;
  if (building) return;
  building = true;
  while (changed) {
    changed = false;
    const startedAt = performance.now();
    try {
      await buildSite({ forDevelopment: true });
      console.log(`Built in ${Math.round(performance.now() - startedAt)} ms.`);
      if (child) restartSite();
      else startChild();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  building = false;
}

let timer;
for (const folder of ['server', 'client', 'shared']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(rebuild, 40);
  });
}
await rebuild();
