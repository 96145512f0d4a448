import type { IncomingMessage } from 'node:http';

/**
 * The beginning of a body as text, at most so many bytes of it; the rest is read and dropped. Null when the caller
 * has left before the end.
 */
export async function readStart(request: IncomingMessage, mostBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      if (size < mostBytes) parts.push(part);
      size += part.length;
    }
  } catch {
    return null;
  }
  return Buffer.concat(parts).toString('utf8', 0, mostBytes);
}
