import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, siteFolder, startServer } from '../../scripts/serverProcess.ts';
import { siteCommandIn } from '../../scripts/siteStart.mjs';
import { sendRequest } from './http.ts';

/** The built site in a process of its own, as production runs it. */
export interface SiteProcess extends Pick<ServerProcess, 'url' | 'pid'> {
  /** Every line of its log, parsed. */
  readonly logs: readonly Record<string, unknown>[];
  /** Resolves with the first 200 of a path. */
  firstOk(path: string): Promise<void>;
  /** The next log line, or one that was already written, with this text. */
  logged(text: string): Promise<Record<string, unknown>>;
  /** Sends a signal and resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Between two looks at a process. */
const pollMs = 2;

/**
 * Starts the built site in front of a content service, with none of the test's variables.
 *
 * @param mostFiles how many open files and connections the system allows it
 */
export async function startSiteProcess(
  directusUrl: string,
  environment: Readonly<Record<string, string>> = {},
  mostFiles?: number,
): Promise<SiteProcess> {
  const logs: Record<string, unknown>[] = [];
  const { url, pid, ended, stop } = await startServer(siteCommandIn(siteFolder), {
    environment: { NODE_ENV: 'test', DIRECTUS_URL: directusUrl, LOG_LEVEL: 'debug', ...environment },
    probePath: null,
    wrapper: mostFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${mostFiles}; exec "$@"`, 'sh'],
    onLine: (line) => void logs.push(JSON.parse(line)),
  });
  return {
    url,
    pid,
    logs,
    async firstOk(path) {
      // Until it listens, only the connection can be refused.
      while ((await sendRequest(url, path).catch(() => null))?.status !== 200) {
        ended.throwIfAborted();
        await pause(pollMs);
      }
    },
    async logged(text) {
      for (;;) {
        const found = logs.find(({ msg }) => msg === text);
        if (found) return found;
        if (ended.aborted) throw new Error(`The site ended without saying: ${text}`);
        await pause(pollMs);
      }
    },
    end: (signal = 'SIGTERM') => stop(signal),
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
