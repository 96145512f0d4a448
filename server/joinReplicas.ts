import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { SharedContent } from './content/sharedContent.ts';
import type { Replicas } from './dependencies.ts';
import type { Config } from './process/config.ts';
import { createRedisConnection } from './replicas/redisConnection.ts';

/**
 * Joins the replicas that use the same Redis, or returns null where none is configured. Resolves with what they hold,
 * or within two seconds also when Redis does not respond. Sites that share a Redis do not share keys: their prefix is a
 * digest of the site's address.
 *
 * @param tuning longest time of one call, where a test does not want the default
 */
export async function joinReplicas(
  { redisUrl, externalApis, siteSecret, directusUrl }: Config,
  log: Logger,
  tuning: { readonly deadlineMs?: number | undefined } = {},
): Promise<Replicas | null> {
  if (redisUrl === null) return null;
  const prefix = `site:${hash('sha256', externalApis.frontendUrl).slice(0, 12)}:`;
  const secret = siteSecret ?? prefix;
  const redis = createRedisConnection({ url: redisUrl, prefix, secret, log, ...tuning });
  const content = new SharedContent({ redis, directusUrl, log });
  await redis.connect();
  return { redis, content, held: await content.readAll() };
}
