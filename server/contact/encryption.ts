import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { jsonOf } from '../../shared/jsonOf.ts';

const algorithm = 'aes-256-gcm';
/** Lengths in bytes, as the algorithm recommends them. */
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts a value as JSON: nobody can read or change the text without the key.
 *
 * @param key 32 bytes
 */
export function seal(key: Buffer, value: object): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a text of `seal`; null for everything else, and for another key. */
export function unseal(key: Buffer, text: unknown): unknown {
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
