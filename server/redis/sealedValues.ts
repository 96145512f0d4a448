import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { jsonOf } from '../../shared/jsonOf.ts';
import type { RedisConnection } from './redisConnection.ts';

/** How values are encrypted. */
const algorithm = 'aes-256-gcm';
/** Lengths in bytes, as the algorithm recommends them. */
const nonceLength = 12;
const tagLength = 16;

/**
 * Values that the replicas share and that nobody can read or change without their name: it is hidden by a digest, and
 * the key of each value is made from it.
 *
 * @param kind the part of their keys that says what they are
 */
export function createSealedValues(redis: RedisConnection, kind: string, lifetimeMs: number) {
  const sealingKeyOf = (name: string) => redis.digestOf(`seal\n${name}`);
  return {
    /** Null: there is none, or Redis holds something else. */
    async get(name: string): Promise<unknown> {
      const text = await redis.call('GET', redis.keyOf(kind, name));
      return text ? unseal(sealingKeyOf(name), text) : null;
    },
    async put(name: string, value: object): Promise<void> {
      const text = seal(sealingKeyOf(name), value);
      await redis.call('SET', redis.keyOf(kind, name), text, 'PX', String(lifetimeMs));
    },
  };
}

/** Encrypts a value as JSON. */
function seal(key: Buffer, value: object): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a text of `seal`; null for everything else, and for another key. */
function unseal(key: Buffer, text: unknown): unknown {
  const bytes = Buffer.from(String(text), 'base64');
  const tagEnd = nonceLength + tagLength;
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength));
    decipher.setAuthTag(bytes.subarray(nonceLength, tagEnd));
    const value = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
    return jsonOf(value.toString('utf8'));
  } catch {
    return null;
  }
}
