/** Entry of `npm run demo`: both services on free loopback ports, and the built site that uses them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startContactService } from './contactService.ts';
import { startContentService } from './contentService.ts';
import { findFreePort, findImagesFolder, siteEnvironment, waitUntilReady } from './demoSite.ts';

const wantedPort = Number(process.env.PORT || 3000);
const [content, contact, port] = await Promise.all([
  startContentService({ imagesFolder: findImagesFolder(import.meta.url) }),
  startContactService(),
  findFreePort(Number.isInteger(wantedPort) && wantedPort >= 0 ? wantedPort : 3000),
]);

// In the background: the first visitor comes some seconds after the start.
content.drawPictures();

const environment = siteEnvironment(process.env, { contentUrl: content.url, contactUrl: contact.url, port });
const siteEntry = fileURLToPath(new URL('./main.js', import.meta.url));
const instrument = new URL('./instrument.js', import.meta.url).href;
const startSite = () =>
  spawn(process.execPath, ['--import', instrument, siteEntry], {
    env: environment,
    stdio: 'inherit',
  });
const ended = new AbortController();
let site = watchSite(startSite());
let restarting = false;

/** The demo ends with its site, unless the site is only restarted. */
function watchSite(child: ChildProcess): ChildProcess {
  child.once('error', (error) => {
    console.error(`The site could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (restarting) {
      restarting = false;
      site = watchSite(startSite());
      return;
    }
    ended.abort();
    // The services have no work left once the site is gone, so nothing has to be waited for.
    process.exit(code ?? (signal === null ? 0 : 1));
  });
  return child;
}

// Ctrl-C in a terminal reaches the site by itself; told twice, it would take it for impatience.
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) site.kill('SIGINT');
});
process.on('SIGTERM', () => site.kill('SIGTERM'));
// The development loop has built the site again: the services stay, with whatever was changed in them.
process.on('SIGUSR2', () => {
  restarting = true;
  site.kill('SIGKILL');
});

const url = `http://127.0.0.1:${port}`;
waitUntilReady(`${url}/readyz`, ended.signal).then(
  () => console.log(banner(url)),
  () => undefined,
);

function banner(siteUrl: string): string {
  const moved = port === wantedPort || wantedPort === 0 ? '' : `  (port ${wantedPort} was taken)`;
  return [
    '',
    `  The site is ready:   ${siteUrl}${moved}`,
    `  Content service:     ${content.url}`,
    `  Contact service:     ${contact.url}`,
    '',
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}
