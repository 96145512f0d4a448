/** Entry of `npm run demo`: the embedded services, and the built site that uses them. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { waitUntilReady } from './ports.ts';
import { startDemo } from './startDemo.ts';

const demo = await startDemo(process.env, process.argv.includes('--specified')).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
const entry = fileURLToPath(new URL('./main.js', import.meta.url));
const instrument = new URL('./instrument.js', import.meta.url).href;
const site = spawn(process.execPath, ['--import', instrument, entry], {
  env: demo.environment,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
const ended = new AbortController();
site.once('error', (error) => {
  console.error(`The site could not be started: ${error.message}`);
  process.exit(1);
});
// The services have no work left once the site is gone, so nothing has to be waited for.
site.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));

// A demo has nothing to lose: it ends at once, even while requests are under way.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    ended.abort();
    site.kill('SIGKILL');
    process.exit(0);
  });
}

waitUntilReady(`${demo.siteUrl}/readyz`, ended.signal).then(
  () => console.log(demo.banner),
  () => undefined,
);
