import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { jsonOf } from '../shared/jsonOf.ts';
import { type CollectionName, collectionNames, collectionOf } from './content/collections/collections.ts';
import { refusalMessage } from './directus/directusErrors.ts';
import { directusUrl } from './directus/directusUrl.ts';
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
  const { directusUrl: baseUrl, contactApiUrl, redisUrl, contentSnapshotPath, cdnPurgeUrl } = config;
  const results = await Promise.all([
    ...collectionNames.map((name) =>
      reach(`DIRECTUS_URL, ${name}`, () => readCollection(baseUrl, name), 'read'),
    ),
    contactApiUrl === null ? null : reach('CONTACT_API_URL', async () => void (await get(contactApiUrl))),
    redisUrl === null ? null : reach('REDIS_URL', () => tryRedis(redisUrl)),
    contentSnapshotPath === null
      ? null
      : reach('CONTENT_SNAPSHOT_PATH', () => trySnapshot(contentSnapshotPath), 'used'),
  ]);
  const reached = results.filter((result) => result !== null);
  const lines = reached.map(({ name, done, failure }) => `${name}: ${failure ?? done}`);
  if (cdnPurgeUrl !== null) lines.push('CDN_PURGE_URL: not tried, a call would purge');
  return { lines, isReachable: reached.every(({ failure }) => failure === null) };
}

async function reach(name: string, attempt: () => Promise<void>, done = 'reached') {
  try {
    await attempt();
    return { name, done, failure: null };
  } catch (error) {
    return { name, done, failure: `cannot be ${done}: ${causeOf(error)}` };
  }
}

/** A GET with the beginning of its body; throws where there is no response. */
async function get(url: string) {
  const http = createHttpClient({ connectTimeoutMs: deadlineMs, keepAlive: false });
  const response = await http.send({
    url,
    method: 'GET',
    headers: {},
    deadlineMs,
    maxBodyBytes: 1024 * 1024,
  });
  http.close();
  if (response instanceof HttpFailure) throw response;
  return response;
}

/** Throws unless the public may read a row of a collection with every field that the site asks for. */
async function readCollection(baseUrl: string, name: CollectionName): Promise<void> {
  const { query, mayBeMissing } = collectionOf(name);
  const path = name.startsWith('directus_') ? name.replace('directus_', '/') : `/items/${name}`;
  const { status, body } = await get(directusUrl(baseUrl, path, { ...query, limit: 1 }));
  const json = jsonOf(body?.toString('utf8') ?? '');
  if (status === 403 && mayBeMissing)
    throw new Error(`${refusalMessage(status, json)} The site does without it.`);
  if (status !== 200) throw new Error(refusalMessage(status, json));
  if (typeof json !== 'object' || json === null || !('data' in json))
    throw new Error('the response is none of a Directus');
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
  if (isThere) JSON.parse(await readFile(path, 'utf8'));
}
