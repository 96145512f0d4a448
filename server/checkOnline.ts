import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import pino from 'pino';
import { countWithNoun } from '../shared/countWithNoun.ts';
import { hookPath, hookSecretHeader } from '../shared/paths.ts';
import { EnquiryLedger } from './contact/enquiryLedger.ts';
import { type CollectionName, collectionNames, collectionOf } from './content/collections/collections.ts';
import { loadSnapshot } from './content/contentSnapshot.ts';
import { areUnpublished, missingColumns, requestRows, rowsOf } from './content/receivedRows.ts';
import { CallFailure, isForbidden } from './directus/callErrors.ts';
import { DirectusClient } from './directus/directusClient.ts';
import { problemOfPreviewToken } from './editors/previews.ts';
import { systemClock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import { causeOf, codeOf } from './process/errors.ts';
import { createHttpClient, HttpFailure, type ResponseHead } from './upstream/httpClient.ts';

const deadlineMs = 5_000;
const log = pino({ enabled: false });

/**
 * Tries everything that the configuration names and that can be tried without changing anything, for `npm start --
 * --check --online`. Returns one line for each, with the name of its variable. Never rejects.
 */
export async function checkOnline(
  config: Config,
): Promise<{ readonly lines: readonly string[]; readonly isReachable: boolean }> {
  const { directusUrl, contactApiUrl, redisUrl, contentSnapshotPath, cdnPurgeUrl } = config;
  const { contentHookSecret: secret, externalApis, enquiries, preview } = config;
  const [collections, ...others] = await Promise.all([
    readCollections(directusUrl),
    secret && attempt('CONTENT_HOOK_SECRET', 'used', () => callHook(externalApis.frontendUrl, secret)),
    enquiries.token !== null &&
      attempt('DIRECTUS_ENQUIRY_TOKEN', 'used', () => tryToken(directusUrl, enquiries.token ?? '')),
    preview.token !== null &&
      attempt('DIRECTUS_PREVIEW_TOKEN', 'used', () => tryPreviewToken(directusUrl, preview.token ?? '')),
    contactApiUrl && attempt('CONTACT_API_URL', 'reached', async () => void (await reach(contactApiUrl))),
    redisUrl && attempt('REDIS_URL', 'reached', () => tryRedis(redisUrl, externalApis.frontendUrl)),
    contentSnapshotPath &&
      attempt('CONTENT_SNAPSHOT_PATH', 'used', () => trySnapshot(contentSnapshotPath, directusUrl)),
  ]);
  const attempts = [...collections, ...others.filter((other) => typeof other === 'object' && other !== null)];
  const lines = attempts.map(({ name, success, failure }) => `${name}: ${failure ?? success}`);
  if (cdnPurgeUrl !== null) lines.push('CDN_PURGE_URL: not tried, a call would purge');
  return { lines, isReachable: attempts.every(({ failure }) => failure === null) };
}

/**
 * Returns how an attempt ended, in words; `failure` is null if it succeeded.
 *
 * @param name the variable, and which part of it is tried
 * @param run may resolve with the words for success; otherwise `done` is used
 */
async function attempt(name: string, done: string, run: () => Promise<unknown>) {
  try {
    return { name, success: String((await run()) ?? done), failure: null };
  } catch (error) {
    return { name, success: done, failure: `cannot be ${done}: ${causeOf(error)}` };
  }
}

/** Throws if the site would not use the token to keep messages. */
async function tryToken(directusUrl: string, token: string): Promise<void> {
  const problem = await new EnquiryLedger({ directusUrl, token, log, clock: systemClock }).problem();
  if (problem !== null) throw new Error(problem ?? 'Directus does not say what it may do');
}

/** Throws if there would be no previews with this token. */
async function tryPreviewToken(directusUrl: string, token: string): Promise<void> {
  const problem = await problemOfPreviewToken(directusUrl, token);
  if (problem !== null) throw new Error(problem.text);
}

/** Reads every collection as the site does. If all fail for the same reason, returns one attempt for all of them. */
async function readCollections(baseUrl: string) {
  const client = new DirectusClient({ baseUrl, log, reportError: () => undefined, deadlineMs });
  const attempts = await Promise.all(
    collectionNames.map((name) =>
      attempt(`DIRECTUS_URL, ${name}`, 'read', () => readCollection(client, name)),
    ),
  );
  client.close();
  const [first] = attempts;
  const failAlike = attempts.every(({ failure }) => failure !== null && failure === first?.failure);
  if (first && failAlike)
    return [{ ...first, name: 'DIRECTUS_URL', failure: `${first.failure}; until then pages return 503` }];
  return attempts.map((one, at) => {
    const name = collectionNames[at];
    const missing = name && collectionOf(name).pages ? 'its pages return 503' : 'pages go without it';
    return { ...one, failure: one.failure && `${one.failure}; until then ${missing}` };
  });
}

/** Throws if a collection cannot be read, with advice for the operator. */
async function readCollection(client: DirectusClient, name: CollectionName): Promise<string> {
  const collection = collectionOf(name);
  try {
    const { members } = await requestRows(name, [], (fields) => client.items(name, { fields }));
    const rows = rowsOf(name, members, () => undefined);
    if (rows === null) throw new Error(`these are not rows of ${name}`);
    const isHidden = areUnpublished(name, rows);
    const unseen = isHidden ? '; visitors see none of them, as none has the status published' : '';
    const missing = missingColumns(name, rows).filter((column) => !(isHidden && column === 'status'));
    const without = missing.length === 0 ? '' : `; the site works without its ${missing.join(', ')}`;
    return `read (${countWithNoun(rows.length, 'row')})${unseen}${without}`;
  } catch (error) {
    const reason = causeOf(error);
    if (collection.offer !== undefined && isForbidden(error))
      return `missing or not public: the site works without ${collection.offer} (${toProvision})`;
    const advice = await adviceFor(error);
    throw new Error(advice === null ? reason : `${reason} (${advice})`);
  }
}

const toProvision = 'npm run directus:provision creates what is missing and lets the public read it';

/** What an operator can do if Directus refuses a query of the site; null: the reason says enough. */
async function adviceFor(error: unknown): Promise<string | null> {
  if (!(error instanceof CallFailure)) return null;
  const { status, kind, message, details, cause } = error;
  if (codeOf(cause) === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it uses http:, not https:';
  if (status !== null && status >= 300 && status < 400) {
    const head = await reach(details.url).catch(() => null);
    const location = head?.headers.location;
    const target = location === undefined ? null : URL.parse(location, details.url);
    const isElsewhere = target?.origin !== new URL(details.url).origin;
    return target && `it redirects to ${isElsewhere ? target.origin : target.pathname}`;
  }
  // Directus itself answers 403 for what does not exist.
  if (status === 404 || (kind === 'malformed' && message.includes('content type')))
    return 'is it the address of Directus, with its path and without /admin?';
  if (status === 403) return toProvision;
  return status === 400 ? 'a field is missing, or has another type than docs/directus.md says' : null;
}

/** Announces an edit as Directus would. Throws if the running site refuses it. */
async function callHook(frontendUrl: string, secret: string): Promise<string> {
  const url = frontendUrl + hookPath;
  const http = createHttpClient({ connectTimeoutMs: deadlineMs, keepAlive: false });
  const headers = { [hookSecretHeader]: secret };
  const body = '{"collection":"cta_settings"}';
  const response = await http.send({ url, method: 'POST', headers, body, deadlineMs, maxBodyBytes: 0 });
  http.close();
  if (response instanceof HttpFailure)
    return `not tried: no site responds at ${frontendUrl} yet (${causeOf(response)})`;
  if (response.status === 401) throw new Error('the running site has a different secret');
  if (response.status !== 200 && response.status !== 503)
    throw new Error(`${url} is not a hook of the site (status ${response.status})`);
  return `used (${url} accepts calls)`;
}

/** Returns the head of the response; throws if there is none. */
async function reach(url: string): Promise<ResponseHead> {
  const http = createHttpClient({ connectTimeoutMs: deadlineMs, keepAlive: false });
  const response = await http.send({ url, method: 'GET', headers: {}, deadlineMs, maxBodyBytes: 0 });
  http.close();
  if (response instanceof HttpFailure) throw response;
  return response;
}

/** Throws if Redis refuses what replicas need: a connection, writing, channels, running a script. */
async function tryRedis(url: string, frontendUrl: string): Promise<void> {
  const { createRedisConnection } = await import('./redis/redisConnection.ts');
  const redis = createRedisConnection({ url, frontendUrl, siteSecret: null, log, deadlineMs });
  redis.onMessage('probe', () => undefined);
  await redis.connect();
  const { isUp, reason } = redis.status();
  redis.close();
  if (!isUp) throw new Error(reason ?? 'no reply');
}

/** Throws unless a snapshot can be written, and an existing one can be loaded. */
async function trySnapshot(path: string, directusUrl: string): Promise<void> {
  await access(dirname(path), constants.W_OK);
  try {
    loadSnapshot(path, directusUrl);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
