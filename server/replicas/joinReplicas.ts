import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../process/config.ts';
import { createRedisConnection, type RedisConnection } from './redisConnection.ts';
import { joinSharedContent, type SharedContent } from './sharedContent.ts';

/** What one replica has in common with the others. */
export interface Replicas {
  readonly redis: RedisConnection;
  readonly content: SharedContent;
}

/**
 * Joins the replicas that use the same Redis, or returns null where none is configured. Resolves with what they hold,
 * or within two seconds also when Redis does not respond. Sites that share a Redis do not share keys: their prefix is a
 * digest of the site's address.
 *
 * @param tuning longest time of one call, where a test does not want the default
 * @param origin what content values depend on; replicas with another one share all but those
 */
export async function joinReplicas(
  { redisUrl, externalApis, siteSecret }: Pick<Config, 'redisUrl' | 'externalApis' | 'siteSecret'>,
  origin: string,
  log: Logger,
  tuning: { readonly deadlineMs?: number | undefined } = {},
): Promise<Replicas | null> {
  if (redisUrl === null) return null;
  const prefix = `site:${hash('sha256', externalApis.frontendUrl).slice(0, 12)}:`;
  const redis = createRedisConnection({
    url: redisUrl,
    prefix,
    secret: siteSecret ?? prefix,
    log,
    ...tuning,
  });
  return { redis, content: await joinSharedContent(redis, origin, log) };
}
