/**
 * `npm run dev`: builds, starts the site with the embedded services (or with the Directus at DIRECTUS_URL), and on
 * every change builds again, restarts the site and reloads open pages. Changed styles are swapped in open pages, and
 * changed demo content is loaded, both without a restart. Errors are shown in the terminal, and over open pages
 * until they are closed or the next change. The services keep running.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { watch } from 'chokidar';
import { formatMessages } from 'esbuild';
import { buildSite, developmentFolder } from '../build.mjs';
import { localUrl, waitUntilReady } from '../server/demo/ports.ts';
import { startDemo } from '../server/demo/startDemo.ts';
import { hookPath, hookSecretHeader } from '../shared/paths.ts';
import { createDevServer } from './devServer.mjs';
import { siteCommandIn } from './siteStart.mjs';

// esbuild is written in Go: this makes it collect garbage less often on each save.
process.env.GOGC ??= '400';

const secret = process.env.CONTENT_HOOK_SECRET || randomUUID();
const demo = process.env.DIRECTUS_URL
  ? null
  : await startDemo(process.env, process.argv.includes('--specified')).catch((error) => {
      console.error(error.message);
      process.exit(1);
    });
const port = demo ? Number(demo.environment.PORT) : Number(process.env.PORT || 3000);
const siteUrl = localUrl(process.env.HOST, port);
const environment = {
  ...(demo?.environment ?? { ...process.env, FRONTEND_URL: process.env.FRONTEND_URL || siteUrl }),
  NODE_ENV: 'development',
  CONTENT_HOOK_SECRET: secret,
  // Each site process has some free port; browsers reach it through ours.
  HOST: '127.0.0.1',
  PORT: '0',
};
/**
 * Several files saved at once, or one saved in two steps, cause one build. It begins later than chokidar drops further
 * events of a file that has just changed (50 ms), so that it has the last of them.
 */
const debounceMs = 60;
/** A site that neither listens nor exits must not hold up the next build. */
const longestStartMs = 5_000;

const staticFolder = `${developmentFolder}/static`;
const server = await createDevServer(port, process.env.HOST, staticFolder).catch(({ code, message }) => {
  const reason = code === 'EADDRINUSE' ? 'another process is listening there.' : message;
  console.error(`The site cannot listen on port ${port}: ${reason}`);
  process.exit(1);
});

/** The running site; null before the first build, and after the site has ended. */
let site = null;
/** The manifest of the build that the running site was started with. */
let runningManifest = null;

/** Resolves when the new site listens or has exited, after five seconds at the latest. */
async function restartSite() {
  server.hold();
  const old = site;
  site = null;
  if (old !== null) {
    const ended = once(old, 'exit');
    old.kill('SIGKILL');
    await ended;
  }
  runningManifest = readManifest();
  const started = spawn(process.execPath, siteCommandIn(developmentFolder), {
    env: environment,
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  });
  site = started;
  let stderrTail = '';
  started.stderr.on('data', (part) => {
    process.stderr.write(part);
    stderrTail = (stderrTail + part).slice(-8_000);
  });
  const { promise: isUp, resolve } = Promise.withResolvers();
  started.on('message', ({ port: sitePort, error }) => {
    if (error) return server.showOverRequested(error);
    server.passTo(sitePort);
    server.tell('build', runningManifest.build);
    resolve();
  });
  started.once('close', () => {
    resolve();
    if (site !== started) return;
    site = null;
    console.error('The site has ended. It starts again after the next change.');
    server.passTo(null);
    server.tell('build-error', stderrTail || 'The site has ended.');
  });
  // Wait until it has read its files, because the next build replaces them.
  await Promise.race([isUp, delay(longestStartMs)]);
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    site?.kill('SIGKILL');
    measuring?.kill('SIGTERM');
    process.exit(0);
  });
}

const readManifest = () => JSON.parse(readFileSync(`${developmentFolder}/manifest.json`, 'utf8'));
const isContent = (path) => path.startsWith('server/demo/content/');

let isBusy = false;
/** Changed paths that are not processed yet. */
const changed = new Set();
/** Changed paths of code that the running site does not have: no build with them has succeeded, or reached it. */
const missing = new Set();

async function processChanges() {
  if (isBusy) return;
  isBusy = true;
  const taken = [...changed];
  changed.clear();
  const code = taken.filter((path) => !isContent(path));
  for (const path of code) missing.add(path);
  try {
    if (taken.length > code.length) await loadContent();
    if (taken.length === 0 || code.length > 0) await rebuild();
    if (demo && code.some((path) => /^server\/(content\/|demo\/[^/]+\.ts$)/.test(path)))
      console.log('The embedded services keep the fields that they were started with: restart for new ones.');
  } catch (error) {
    await showFailure(error);
  }
  isBusy = false;
  if (changed.size > 0) processSoon();
}

async function rebuild() {
  const startedAt = performance.now();
  const paths = [...missing];
  const swapsStyles = site !== null && paths.every((path) => path.endsWith('.css'));
  await buildSite({ forDevelopment: true, changed: paths });
  console.log(`Built in ${Math.round(performance.now() - startedAt)} ms.`);
  if (paths.length === 0 || paths.some((path) => /^(client|shared)\/|\.css$/.test(path))) compareSizes();
  // More code was saved meanwhile: the site takes the next build, which has these changes too.
  if ([...changed].some((path) => !isContent(path))) return;
  if (swapsStyles) swapStyles();
  else await restartSite();
  missing.clear();
}

let measuring = null;
let toldGrowth = '';

/** Says in the terminal, once, what `npm run build` would say of the sizes; only when the machine has nothing else to do. */
function compareSizes() {
  measuring?.kill('SIGTERM');
  const started = spawn(process.execPath, ['build.mjs', '--sizes'], { stdio: ['ignore', 'pipe', 'ignore'] });
  measuring = started;
  setPriority(started.pid, constants.priority.PRIORITY_LOW);
  let growth = '';
  started.stdout.on('data', (part) => {
    growth += part;
  });
  started.once('close', (code) => {
    if (measuring === started) measuring = null;
    if (code !== 0 || growth === toldGrowth) return;
    toldGrowth = growth;
    process.stdout.write(growth || 'No size has grown by more than a tenth any more.\n');
  });
}

function swapStyles() {
  const textsOf = ({ styles }) => [styles.base, ...Object.values(styles.layers).flatMap(Object.values)];
  const [before, after] = [textsOf(runningManifest), textsOf(readManifest())];
  // The site keeps serving the styles that it was started with; pages opened later swap them too.
  server.tell(
    'styles',
    before.map((text, at) => [text, after[at]]),
  );
}

/** Loads changed demo content and publishes it through the hook, like an editor's change. */
async function loadContent() {
  if (!demo) return;
  demo.reloadContent();
  const headers = { [hookSecretHeader]: secret };
  // A site that starts later has the new content anyway.
  const reply =
    site && (await fetch(siteUrl + hookPath, { method: 'POST', headers, body: '{}' }).catch(() => null));
  await reply?.body?.cancel();
  if (site) server.tell('reload');
}

async function showFailure(error) {
  const isOfEsbuild = 'errors' in Object(error);
  const texts = isOfEsbuild ? await formatMessages(error.errors, { kind: 'error' }) : [error.message];
  const meanwhile = site ? 'The site keeps running as it was' : 'No site is running yet';
  console.error(`${texts.join('\n')}\nThis failed. ${meanwhile}; waiting for the next change.`);
  server.tell('build-error', texts.join('\n'));
}

let timer;
function processSoon() {
  clearTimeout(timer);
  timer = setTimeout(processChanges, debounceMs);
}

watch(['server', 'client', 'shared'], { ignoreInitial: true }).on('all', (_event, path) => {
  changed.add(path.replaceAll('\\', '/'));
  processSoon();
});
console.log('Building (about ten seconds) ...');
await processChanges();
if (demo) {
  // If the first build fails, this waits for a later one.
  await waitUntilReady(`${siteUrl}/readyz`, new AbortController().signal);
  console.log(demo.banner);
}
