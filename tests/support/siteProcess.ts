import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { killOnExit } from '../../scripts/childProcesses.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { sendRequest } from './http.ts';
import { processorMs } from './processFacts.ts';

/** The built site in a process of its own, as production runs it. */
export interface SiteProcess {
  readonly url: string;
  readonly pid: number;
  /** Every line of its log, parsed. */
  readonly logs: readonly Record<string, unknown>[];
  /** Milliseconds from the spawn to the first 200 of a path. */
  firstOk(path: string): Promise<number>;
  /** The next log line, or one that was already written, with this text. */
  logged(text: string): Promise<Record<string, unknown>>;
  /** CPU time that it has used, in milliseconds, hardly affected by other load; infinite where unknown. */
  processorMs(): number;
  /** Sends a signal and resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const entry = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const instrument = new URL('../../dist/server/instrument.js', import.meta.url).href;

/**
 * Starts the built site in front of a content service. It inherits nothing of the test's environment.
 *
 * @param mostFiles how many open files and connections the system allows it
 */
export async function startSiteProcess(
  directusUrl: string,
  environment: Readonly<Record<string, string>> = {},
  mostFiles?: number,
): Promise<SiteProcess> {
  const port = await findFreePort(0);
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const command = [process.execPath, '--import', instrument, entry];
  const bounds = mostFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${mostFiles}; exec "$@"`, 'sh'];
  const [program = '', ...words] = [...bounds, ...command];
  const child = killOnExit(
    spawn(program, words, {
      env: {
        NODE_ENV: 'test',
        DIRECTUS_URL: directusUrl,
        FRONTEND_URL: url,
        LOG_LEVEL: 'debug',
        PORT: String(port),
        HOST: '127.0.0.1',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  // Not 'exit': lines of its log may still be on their way then.
  const exit = once(child, 'close');
  const logs: Record<string, unknown>[] = [];
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => void logs.push(JSON.parse(line)));

  return {
    url,
    pid: child.pid ?? 0,
    logs,
    async firstOk(path) {
      for (;;) {
        if (child.exitCode !== null) throw new Error(`The site ended with code ${child.exitCode}.`);
        // Until it listens, only the connection can be refused.
        const reply = await sendRequest(url, path).catch(() => null);
        if (reply?.status === 200) return performance.now() - startedAt;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    async logged(text) {
      for (;;) {
        const found = logs.find(({ msg }) => msg === text);
        if (found) return found;
        if (child.exitCode !== null) throw new Error(`The site ended without saying: ${text}`);
        await Promise.race([once(lines, 'line'), exit]);
      }
    },
    processorMs: () => processorMs(child.pid ?? 0),
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null) child.kill(signal);
      await exit;
      return child.exitCode;
    },
  };
}

/** The same in production, with every page and with all addresses that a demo has; resolves when it is ready. */
export async function startBuiltSite(contentUrl: string): Promise<SiteProcess> {
  const site = await startSiteProcess(contentUrl, {
    NODE_ENV: 'production',
    BACKEND_URL: contentUrl,
    BOOKING_SITE_URL: `${contentUrl}/booking`,
    CONTACT_API_URL: 'http://127.0.0.1:9',
    DEV_PAGES: '1',
  });
  await site.firstOk('/readyz');
  return site;
}
