import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import pino from 'pino';
import { services } from './content/collections/services.ts';
import type { Config } from './process/config.ts';
import { causeOf } from './process/errors.ts';
import { joinReplicas } from './replicas/joinReplicas.ts';
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
    redisUrl === null ? null : reach('REDIS_URL', () => pingRedis(config)),
    contentSnapshotPath === null
      ? null
      : reach('CONTENT_SNAPSHOT_PATH', () => access(dirname(contentSnapshotPath), constants.W_OK)),
  ]);
  const reached = results.filter((result) => result !== null);
  const lines = reached.map(({ name, failure }) => `${name}: ${failure ?? 'reached'}`);
  if (cdnPurgeUrl !== null) lines.push('CDN_PURGE_URL: not tried, a call would purge');
  return { lines, isReachable: reached.every(({ failure }) => failure === null) };
}

async function reach(name: string, attempt: () => Promise<void>) {
  try {
    await attempt();
    return { name, failure: null };
  } catch (error) {
    return { name, failure: `cannot be reached: ${causeOf(error)}` };
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

async function pingRedis(config: Config): Promise<void> {
  const replicas = await joinReplicas(config, '', pino({ level: 'silent' }));
  const isUp = replicas?.redis.isUp();
  replicas?.redis.close();
  if (!isUp) throw new Error('no reply within a second');
}
