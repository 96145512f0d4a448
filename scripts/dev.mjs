/**
 * `npm run dev`: builds, starts the site against the embedded services (or against the Directus that DIRECTUS_URL
 * names), and on every change builds again, restarts the site and reloads open pages; styles are swapped in them, and
 * the demo's content is loaded. What fails is shown in the terminal and over open pages, and the next change is waited
 * for; the services stay as they are.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { watch } from 'chokidar';
import { formatMessages } from 'esbuild';
import { buildSite, developmentFolder } from '../build.mjs';
import { findFreePort, waitUntilReady } from '../server/demo/ports.ts';
import { startDemo } from '../server/demo/startDemo.ts';
import { hookPath, hookSecretHeader } from '../shared/contentHook.ts';
import { holdPort } from './holdPort.mjs';

// esbuild is written in Go: on each save it collects its garbage less often.
process.env.GOGC ??= '400';

const secret = process.env.CONTENT_HOOK_SECRET || randomUUID();
const demo = process.env.DIRECTUS_URL
  ? null
  : await startDemo(process.env).catch((error) => {
      console.error(error.message);
      process.exit(1);
    });
const port = demo ? Number(demo.environment.PORT) : Number(process.env.PORT || 3000);
const siteUrl = `http://127.0.0.1:${port}`;
const environment = {
  ...(demo?.environment ?? {
    ...process.env,
    NODE_ENV: 'development',
    FRONTEND_URL: process.env.FRONTEND_URL || siteUrl,
  }),
  CONTENT_HOOK_SECRET: secret,
  // Each site has a port of its own; browsers reach it by ours.
  HOST: '127.0.0.1',
  // What did not change is not compiled again.
  NODE_COMPILE_CACHE: '.cache/compiled',
};
/** An editor that saves several files, or one in two steps, makes one build. */
const debounceMs = 20;
const longestStartMs = 5_000;
/** A site that hangs tells its pages nothing. */
const longestFarewellMs = 100;

const entrance = await holdPort(port, process.env.HOST).catch(({ code, message }) => {
  const reason = code === 'EADDRINUSE' ? 'another process listens there.' : message;
  console.error(`The site cannot listen on port ${port}: ${reason}`);
  process.exit(1);
});

let site = null;
/** What has failed, for pages that are opened meanwhile. */
let failure = null;
/** Serves what has failed in the place of a site that has ended. */
let standIn = null;
let builds = 0;
/** What the site was started with. */
let ofBuild = null;

/** A process that has loaded the packages and waits to become the next site, while this one is used. */
let next = null;
/** The build's instrumentation that it began with: with another one it is of no use. */
let ofInstrument = null;

const readInstrument = () => readFileSync(`${developmentFolder}/server/instrument.js`, 'utf8');

function prepareSite() {
  ofInstrument = readInstrument();
  const folder = `${developmentFolder}/server`;
  const args = ['--import', `./${folder}/instrument.js`, 'scripts/waitingSite.mjs', folder];
  const prepared = spawn(process.execPath, args, {
    env: environment,
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  });
  prepared.on('error', () => undefined);
  return prepared;
}

async function startSite() {
  const ownPort = await findFreePort(0);
  const waiting = next;
  next = null;
  const isFit = waiting?.connected && ofInstrument === readInstrument();
  if (!isFit) waiting?.kill('SIGKILL');
  const started = isFit ? waiting : prepareSite();
  site = started;
  let said = '';
  started.stderr.on('data', (part) => {
    process.stderr.write(part);
    said = (said + part).slice(-8_000);
  });
  started.once('close', () => {
    if (site !== started) return;
    site = null;
    console.error('The site has ended. It is started again after the next change.');
    const opened = createServer(showFailure(said || 'The site has ended.'));
    standIn = opened;
    opened.listen(0, '127.0.0.1', () => {
      if (standIn === opened) entrance.passTo(opened.address().port);
    });
  });
  await tell('start', String(ownPort));
  await tell('build', String(builds));
  if (site === started) entrance.passTo(ownPort);
}

/**
 * Tells the site to start, or to send an event to open pages. Resolves when it has done so, which a site that starts has
 * to be up for, or when that takes too long; at once where no site runs.
 */
function tell(event, data = null, longestMs = longestStartMs) {
  const running = site;
  return new Promise((resolve) => {
    if (!running?.connected) return resolve();
    running.once('message', resolve).once('close', resolve);
    setTimeout(resolve, longestMs).unref();
    running.send({ event, data }, () => undefined);
  });
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

/** Resolves when the new one is up, or has ended. Pages of the old one ask for it before. */
async function restartSite() {
  entrance.hold();
  await tell('build', String(builds), longestFarewellMs);
  const old = site;
  site = null;
  if (old !== null) {
    const ended = once(old, 'exit');
    old.kill('SIGKILL');
    await ended;
  }
  standIn?.close();
  standIn?.closeAllConnections();
  standIn = null;
  // Its files are replaced by the next build: not before it has read them.
  await startSite();
  // Not while pages are opened again, nor while a build replaces files: the restart after it prepares the next one.
  setTimeout(() => {
    if (!isBusy) next ??= prepareSite();
  }, 1_000);
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const running of [site, next]) running?.kill('SIGKILL');
    process.exit(0);
  });
}

const readManifest = () => JSON.parse(readFileSync(`${developmentFolder}/manifest.json`, 'utf8'));
const isContent = (path) => path.startsWith('server/demo/content/');

let isBusy = false;
/** Paths that nothing has taken in yet. */
const changed = new Set();

async function takeIn() {
  if (isBusy) return;
  isBusy = true;
  do {
    const taken = [...changed];
    changed.clear();
    const code = taken.filter((path) => !isContent(path));
    try {
      if (taken.length > code.length) await loadContent();
      if (taken.length === 0 || code.length > 0) await rebuild(code);
    } catch (error) {
      await sendFailure(error);
    }
  } while (changed.size > 0);
  isBusy = false;
}

async function rebuild(paths) {
  const startedAt = performance.now();
  const swapsStyles = site !== null && failure === null && paths.every((path) => path.endsWith('.css'));
  await buildSite({ forDevelopment: true, changed: paths });
  console.log(`Built in ${Math.round(performance.now() - startedAt)} ms.`);
  failure = null;
  if (swapsStyles) {
    const { styles } = readManifest();
    const pairs = Object.keys(styles).map((name) => [name, [ofBuild.styles[name]?.text, styles[name].text]]);
    // The site goes on with the styles that it was started with: pages that are opened swap them too.
    return tell('styles', Object.fromEntries(pairs));
  }
  builds += 1;
  ofBuild = readManifest();
  await restartSite();
}

/** Brings saved content of the demo to the pages, by the way that an editor's takes. */
async function loadContent() {
  if (!demo) return;
  demo.reloadContent();
  const headers = { [hookSecretHeader]: secret };
  const reply = await fetch(siteUrl + hookPath, { method: 'POST', headers, body: '{}' }).catch(() => null);
  await reply?.body?.cancel();
  failure = null;
  await tell('reload');
}

async function sendFailure(error) {
  const isOfEsbuild = 'errors' in Object(error);
  const texts = isOfEsbuild ? await formatMessages(error.errors, { kind: 'error' }) : [error.message];
  const meanwhile = site ? 'The site goes on as it was' : 'No site runs yet';
  console.error(`${texts.join('\n')}\nThis failed. ${meanwhile}; the next change is waited for.`);
  failure = texts.join('\n');
  await tell('build-error', failure);
}

let timer;
watch(['server', 'client', 'shared'], { ignoreInitial: true }).on('all', (_event, path) => {
  changed.add(path.replaceAll('\\', '/'));
  clearTimeout(timer);
  timer = setTimeout(takeIn, debounceMs);
});
console.log('Building (some ten seconds) ...');
await takeIn();
if (demo) {
  // Also of a later build, where the first one fails.
  await waitUntilReady(`${siteUrl}/readyz`, new AbortController().signal);
  console.log(demo.banner);
}
