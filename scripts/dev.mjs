/**
 * `npm run dev`: builds, starts the site with the embedded services (or with the Directus at DIRECTUS_URL), and on
 * every change builds again and reloads open pages. The running site replaces its application; it is restarted when
 * code around that has changed, such as the content layer. Changed styles are swapped in open pages, and changed demo
 * content is loaded. Errors are shown in the terminal and over open pages until the next change. The services keep
 * running.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { watch } from 'chokidar';
import { formatMessages } from 'esbuild';
import { buildSite, developmentFolder } from '../build.mjs';
import { findFreePort, localUrl, waitUntilReady } from '../server/demo/ports.ts';
import { startDemo } from '../server/demo/startDemo.ts';
import { hookPath, hookSecretHeader } from '../shared/paths.ts';
import { holdPort } from './holdPort.mjs';
import { siteCommandIn } from './siteStart.mjs';

// esbuild is written in Go: this makes it collect garbage less often on each save.
process.env.GOGC ??= '400';

const secret = process.env.CONTENT_HOOK_SECRET || randomUUID();
const demo = process.env.DIRECTUS_URL
  ? null
  : await startDemo(process.env).catch((error) => {
      console.error(error.message);
      process.exit(1);
    });
const port = demo ? Number(demo.environment.PORT) : Number(process.env.PORT || 3000);
const siteUrl = localUrl(process.env.HOST, port);
const environment = {
  ...(demo?.environment ?? {
    ...process.env,
    NODE_ENV: 'development',
    FRONTEND_URL: process.env.FRONTEND_URL || siteUrl,
  }),
  CONTENT_HOOK_SECRET: secret,
  // Each site process has its own port; browsers reach it through ours.
  HOST: '127.0.0.1',
};
/**
 * Several files saved at once, or one saved in two steps, cause one build. It begins later than chokidar drops further
 * events of a file that has just changed (50 ms), so that it has the last of them.
 */
const debounceMs = 60;
const longestStartMs = 5_000;
/** How long to wait for the old site to notify its pages; it may hang. */
const longestFarewellMs = 100;

const proxy = await holdPort(port, process.env.HOST).catch(({ code, message }) => {
  const reason = code === 'EADDRINUSE' ? 'another process listens there.' : message;
  console.error(`The site cannot listen on port ${port}: ${reason}`);
  process.exit(1);
});

let site = null;
/** A server that shows the error instead of a site that has exited. */
let errorServer = null;
/** The manifest of the build that the running site was last told to take. */
let runningManifest = null;

/** The server's code without the application, as the running site was started with it. */
let runningServer = '';
/** How often the running site has replaced its application: each one stays in its memory. */
let swaps = 0;
const mostSwaps = 50;

/** The texts contain the names of the chunks that they import, and those the hashes of their contents. */
const readServer = () =>
  ['instrument.js', 'main.js']
    .map((file) => readFileSync(`${developmentFolder}/server/${file}`, 'utf8'))
    .join();

async function startSite() {
  const ownPort = await findFreePort(0);
  const started = spawn(process.execPath, siteCommandIn(developmentFolder), {
    env: { ...environment, PORT: String(ownPort) },
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  });
  started.on('error', () => undefined);
  site = started;
  runningServer = readServer();
  swaps = 0;
  let stderrTail = '';
  started.stderr.on('data', (part) => {
    process.stderr.write(part);
    stderrTail = (stderrTail + part).slice(-8_000);
  });
  started.once('close', () => {
    if (site !== started) return;
    site = null;
    console.error('The site has ended. It is started again after the next change.');
    const opened = createServer(showFailure(stderrTail || 'The site has ended.'));
    errorServer = opened;
    opened.listen(0, '127.0.0.1', () => {
      if (errorServer === opened) proxy.passTo(opened.address().port);
    });
  });
  await sendEvent('build', { data: runningManifest.build });
  if (site === started) proxy.passTo(ownPort);
}

/**
 * Tells the site to send an event to open pages. Resolves with its reply (a starting site first has to listen); with
 * nothing after `longestMs`, and at once if no site runs.
 */
async function sendEvent(event, { data = null, swaps = false, longestMs = longestStartMs } = {}) {
  const running = site;
  if (!running?.connected) return undefined;
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(longestMs)]);
  running.send({ event, data, swaps }, () => undefined);
  const ends = ['message', 'close'].map((name) => once(running, name, { signal }));
  const [reply] = await Promise.race(ends).catch(() => []);
  over.abort();
  return reply;
}

function showFailure(text) {
  const client = readFileSync('scripts/build/devClient.js', 'utf8');
  return (request, response) => {
    if (request.url === '/dev/reload') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(`retry: 20\n\nevent: build-error\ndata: ${JSON.stringify(text)}\n\n`);
      return;
    }
    response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(
      `<!doctype html><html lang="en" data-build="none"><title>The site has ended</title><body><script type="module">${client}</script>`,
    );
  };
}

/** Resolves when the site has the application of the build, and open pages have been told to reload. */
async function replaceApp() {
  swaps += 1;
  const { failed = null } = (await sendEvent('build', { data: runningManifest.build, swaps: true })) ?? {};
  if (failed !== null) throw new Error(failed);
}

/** Resolves when the new site listens or has exited. Pages of the old one are told to reload before that. */
async function restartSite() {
  proxy.hold();
  await sendEvent('build', { data: runningManifest.build, longestMs: longestFarewellMs });
  const old = site;
  site = null;
  if (old !== null) {
    const ended = once(old, 'exit');
    old.kill('SIGKILL');
    await ended;
  }
  errorServer?.close();
  errorServer?.closeAllConnections();
  errorServer = null;
  // Wait until it has read its files, because the next build replaces them.
  await startSite();
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    site?.kill('SIGKILL');
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
  } catch (error) {
    await sendFailure(error);
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
  // More code was saved meanwhile: the site takes the next build, which has these changes too.
  if ([...changed].some((path) => !isContent(path))) return;
  await (swapsStyles ? swapStyles() : replaceSite());
  missing.clear();
}

function swapStyles() {
  const { styles } = readManifest();
  const pairs = Object.keys(styles).map((name) => [
    name,
    [runningManifest.styles[name]?.text, styles[name].text],
  ]);
  // The site keeps serving the styles of its application; pages opened later swap them too.
  return sendEvent('styles', { data: Object.fromEntries(pairs) });
}

function replaceSite() {
  runningManifest = readManifest();
  const keepsServer = site !== null && swaps < mostSwaps && readServer() === runningServer;
  return keepsServer ? replaceApp() : restartSite();
}

/** Loads changed demo content and publishes it through the hook, like an editor's change. */
async function loadContent() {
  if (!demo) return;
  demo.reloadContent();
  const headers = { [hookSecretHeader]: secret };
  const reply = await fetch(siteUrl + hookPath, { method: 'POST', headers, body: '{}' }).catch(() => null);
  await reply?.body?.cancel();
  await sendEvent('reload');
}

async function sendFailure(error) {
  const isOfEsbuild = 'errors' in Object(error);
  const texts = isOfEsbuild ? await formatMessages(error.errors, { kind: 'error' }) : [error.message];
  const meanwhile = site ? 'The site goes on as it was' : 'No site runs yet';
  console.error(`${texts.join('\n')}\nThis failed. ${meanwhile}; the next change is waited for.`);
  await sendEvent('build-error', { data: texts.join('\n') });
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
console.log('Building (some ten seconds) ...');
await processChanges();
if (demo) {
  // If the first build fails, this waits for a later one.
  await waitUntilReady(`${siteUrl}/readyz`, new AbortController().signal);
  console.log(demo.banner);
}
