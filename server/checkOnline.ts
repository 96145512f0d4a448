import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { services } from './content/collections/services.ts';
import { checkSnapshot } from './content/contentSnapshot.ts';
import type { Config } from './process/config.ts';
import { causeOf } from './process/errors.ts';
import { within } from './process/within.ts';
import { createHttpClient, HttpFailure } from './upstream/httpClient.ts';

const deadlineMs = 5_000;

/**
 * Reaches everything that a configuration names and that can be reached without changing anything, for
 * `npm start -- --check --online`: one line for each, with the name of its variable. Never rejects.
 */
export async function checkOnline(
  config: Config,
): Promise<{ readonly lines: readonly string[]; readonly isReachable: boolean }> {
  const { directusUrl, contactApiUrl, redisUrl, contentSnapshotPath, cdnPurgeUrl } = config;
  const results = await Promise.all([
    reach('DIRECTUS_URL', () => readContent(directusUrl)),
    contactApiUrl === null ? null : reach('CONTACT_API_URL', async () => void (await get(contactApiUrl))),
    redisUrl === null ? null : reach('REDIS_URL', () => tryRedis(redisUrl)),
    contentSnapshotPath === null
      ? null
      : reach('CONTENT_SNAPSHOT_PATH', () => trySnapshot(contentSnapshotPath), 'used'),
  ]);
  const reached = results.filter((result) => result !== null);
  const lines = reached.map(({ name, failure }) => `${name}: ${failure ?? 'reached'}`);
  if (cdnPurgeUrl !== null) lines.push('CDN_PURGE_URL: not tried, a call would purge');
  return { lines, isReachable: reached.every(({ failure }) => failure === null) };
}

async function reach(name: string, attempt: () => Promise<void>, done = 'reached') {
  try {
    await attempt();
    return { name, failure: null };
  } catch (error) {
    return { name, failure: `cannot be ${done}: ${causeOf(error)}` };
  }
}

/** The head of the response to a GET; throws where there is none. */
async function get(url: string) {
  const http = createHttpClient({ connectTimeoutMs: deadlineMs, keepAlive: false });
  const response = await http.send({ url, method: 'GET', headers: {}, deadlineMs, maxBodyBytes: 0 });
  http.close();
  if (response instanceof HttpFailure) throw response;
  return response;
}

/** Throws unless the public may read a collection. */
async function readContent(directusUrl: string): Promise<void> {
  const { status } = await get(`${directusUrl}/items/${services.name}?limit=1&fields=id`);
  if (status === 401 || status === 403)
    throw new Error(`the public may not read ${services.name} (${status})`);
  if (status !== 200) throw new Error(`status ${status} for /items/${services.name}`);
}

/** Throws why Redis refuses what replicas need of it: a connection, its password, a script that reads. */
async function tryRedis(url: string): Promise<void> {
  const { createClient } = await import('@redis/client');
  const client = createClient({ url, socket: { connectTimeout: deadlineMs, reconnectStrategy: false } });
  client.on('error', () => undefined);
  const attempt = async () => {
    await client.connect();
    await client.sendCommand(['EVAL', 'return 1', '0']);
  };
  try {
    if ((await within(deadlineMs, attempt(), 'late')) === 'late')
      throw new Error(`no reply within ${deadlineMs} ms`);
  } finally {
    client.destroy();
  }
}

/** Throws unless a snapshot can be written, and the one that is there read. */
async function trySnapshot(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) await checkSnapshot(path);
}
