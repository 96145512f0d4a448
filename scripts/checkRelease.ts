/**
 * Copies the build into an empty folder, installs the production packages there, and starts it with `npm start` and a
 * `.env`, with error reporting on. Exits with 1 if the site does not respond.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startContentService } from '../server/demo/contentService.ts';
import { findFreePort, waitUntilReady } from '../server/demo/ports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
for (const name of ['package.json', 'package-lock.json', '.npmrc', 'dist', 'scripts'])
  cpSync(path.join(root, name), path.join(folder, name), { recursive: true });

const [content, port] = await Promise.all([startContentService(), findFreePort(0)]);
const url = `http://127.0.0.1:${port}`;
const settings = {
  DIRECTUS_URL: content.url,
  FRONTEND_URL: url,
  PORT: port,
  HOST: '127.0.0.1',
  SENTRY_DSN: 'http://0123456789abcdef0123456789abcdef@127.0.0.1:9/1',
};
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
writeFileSync(path.join(folder, '.env'), `${lines.join('\n')}\n`);

// If npm has started this check, its settings must not be passed on.
const env = { PATH: process.env.PATH, HOME: process.env.HOME };
try {
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  const site = spawn('npm', ['start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new AbortController();
  const exit = once(site, 'exit');
  site.once('exit', () => ended.abort(new Error('npm start has ended.')));
  let output = '';
  site.stdout.on('data', (part) => {
    output += part;
  });
  try {
    await waitUntilReady(`${url}/readyz`, AbortSignal.any([ended.signal, AbortSignal.timeout(60_000)]));
    const home = await fetch(url);
    if (home.status !== 200) throw new Error(`The home page has status ${home.status}.`);
  } catch (error) {
    console.error(output);
    throw error;
  }
  // To the whole process group (npm, its shell and the site), as a terminal does.
  if (site.pid) process.kill(-site.pid, 'SIGTERM');
  await exit;
  console.log('A built folder with the packages of production starts, and responds.');
} finally {
  await content.close();
  rmSync(folder, { recursive: true, force: true });
}
