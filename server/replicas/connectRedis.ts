import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../process/config.ts';
import { createRedisConnection, type RedisConnection } from './redisConnection.ts';

/**
 * The connection that a configuration names, or null where it names none. Resolves within a second also when Redis
 * does not respond. Sites that share a Redis do not share keys: the prefix is a digest of the site's address.
 */
export async function connectRedis(
  { redisUrl, externalApis, siteSecret }: Pick<Config, 'redisUrl' | 'externalApis' | 'siteSecret'>,
  log: Logger,
): Promise<RedisConnection | null> {
  if (redisUrl === null) return null;
  const prefix = `site:${hash('sha256', externalApis.frontendUrl).slice(0, 12)}:`;
  const redis = createRedisConnection({ url: redisUrl, prefix, secret: siteSecret ?? prefix, log });
  await redis.connect();
  return redis;
}
