import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { RedisConnection } from './redisConnection.ts';

/**
 * Encrypts a text, so that only who knows the name under which it is stored can read it: Redis holds a digest of the
 * name, and this.
 */
export function seal(redis: Pick<RedisConnection, 'digestOf'>, name: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', redis.digestOf(`seal\n${name}`), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The text that was sealed under this name; null where it was not, or was changed. */
export function unseal(
  redis: Pick<RedisConnection, 'digestOf'>,
  name: string,
  sealed: string,
): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const cipher = createDecipheriv('aes-256-gcm', redis.digestOf(`seal\n${name}`), bytes.subarray(0, 12));
    cipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
