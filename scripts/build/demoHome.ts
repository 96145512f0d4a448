import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startContentService } from '../../server/demo/contentService.ts';
import { findFreePort, waitUntilReady } from '../../server/demo/demoSite.ts';
import { endingWithThisProcess } from '../childProcesses.ts';
import { siteCommandIn } from '../siteStart.mjs';

/**
 * The home page of the demo with the styles inside it, as the site built in a folder sends it.
 * @throws when that site ends before it is ready
 */
export async function readDemoHome(outdir: string): Promise<string> {
  const [content, port] = await Promise.all([startContentService(), findFreePort(0)]);
  const url = `http://127.0.0.1:${port}`;
  const site = endingWithThisProcess(
    spawn(process.execPath, siteCommandIn(outdir), {
      env: { DIRECTUS_URL: content.url, FRONTEND_URL: url, PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const ended = new AbortController();
  const exit = once(site, 'exit');
  site.once('exit', (code) => ended.abort(new Error(`The built site ended with code ${code}.`)));
  try {
    await waitUntilReady(`${url}/readyz`, ended.signal);
    const response = await fetch(url);
    return await response.text();
  } finally {
    site.kill('SIGKILL');
    await exit;
    await content.close();
  }
}
