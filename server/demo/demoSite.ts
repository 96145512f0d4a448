import { once } from 'node:events';
import { createServer } from 'node:net';

/** The environment that the site is started with. */
export type SiteEnvironment = Readonly<Record<string, string | undefined>>;

const portsToTry = 50;

/**
 * @returns the wanted port, or the next one above it that nothing listens on; 0 becomes some free port
 * @throws when none of fifty is free
 */
export async function findFreePort(wanted: number): Promise<number> {
  if (wanted === 0) return listenOnce(0, '127.0.0.1');
  for (let port = wanted; port < wanted + portsToTry && port <= 65_535; port += 1) {
    // A port may be taken on one of the two addresses only, and the browser would then reach the wrong one.
    const free = (await isFree(port, '0.0.0.0')) && (await isFree(port, '127.0.0.1'));
    if (free) return port;
  }
  throw new Error(`No free port from ${wanted} on.`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
  );
}

async function listenOnce(port: number, host: string): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * The variables of the site in the demo: everything inherited, the services put in. Pure.
 * @param inherited the environment of the demo; handed in whole, because the build replaces
 * `process.env.NODE_ENV` where it is written out
 */
export function siteEnvironment(
  inherited: SiteEnvironment,
  { contentUrl, contactUrl, port }: { contentUrl: string; contactUrl: string; port: number },
): SiteEnvironment {
  return {
    ...inherited,
    DIRECTUS_URL: contentUrl,
    BACKEND_URL: contentUrl,
    CONTACT_API_URL: contactUrl,
    FRONTEND_URL: `http://127.0.0.1:${port}`,
    NODE_ENV: inherited.NODE_ENV || 'development',
    BOOKING_SITE_URL: inherited.BOOKING_SITE_URL || `${contentUrl}/booking`,
    DEV_PAGES: '1',
    PORT: String(port),
  };
}

/**
 * Resolves when the address responds with 200.
 *
 * @param signal ends the waiting; the promise then rejects
 * @param pollMs time between two requests
 */
export async function waitUntilReady(url: string, signal: AbortSignal, pollMs = 100): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const attempt = AbortSignal.any([signal, AbortSignal.timeout(2000)]);
    // Until it listens, only the connection can be refused.
    const response = await fetch(url, { signal: attempt }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
