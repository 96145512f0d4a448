import type { Socket } from 'node:net';
import { httpClientFor, isSecure } from './httpClient.ts';

/** One request, whole: nothing of it comes from the request that a visitor has made. */
export interface BoundedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For everything together: connection, request, headers and body of the answer. */
  readonly deadlineMs: number;
  readonly connectTimeoutMs: number;
  readonly maxBodyBytes: number;
}

export type BoundedAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** There is no connection, and nothing was sent. */
  | { readonly kind: 'notConnected'; readonly code: string }
  /** The connection broke after the request may have arrived. */
  | { readonly kind: 'broken'; readonly code: string }
  | { readonly kind: 'timedOut' }
  /** The answer began and is longer than it may be. */
  | { readonly kind: 'tooLarge'; readonly status: number };

/**
 * Sends one request over a connection of its own and reads the answer within its bounds. Redirects are not
 * followed and no compressed answer is asked for or decoded, so the bytes that are counted are those that
 * arrive. `fetch` would add seven headers and cannot tell a refused connection from a broken one.
 *
 * @returns what came of it; never rejects
 */
export function sendBounded(options: BoundedRequest): Promise<BoundedAnswer> {
  const { url, method, headers, body, deadlineMs, connectTimeoutMs, maxBodyBytes } = options;
  return new Promise((resolve) => {
    let connected = false;
    // A kept connection may be closed by the other side just as a message goes out, and a message whose
    // fate is unknown is not sent again: each request gets a fresh one.
    const outgoing = httpClientFor(url).request(url, { method, headers, agent: false });

    const settle = (answer: BoundedAnswer): void => {
      clearTimeout(deadline);
      clearTimeout(connecting);
      resolve(answer);
      outgoing.destroy();
    };
    const deadline = setTimeout(() => settle({ kind: 'timedOut' }), deadlineMs);
    const connecting = setTimeout(
      () => settle({ kind: 'notConnected', code: 'ETIMEDOUT' }),
      Math.min(connectTimeoutMs, deadlineMs),
    );
    const fail = (error: NodeJS.ErrnoException): void => {
      const code = error.code ?? error.name;
      settle({ kind: connected ? 'broken' : 'notConnected', code });
    };

    outgoing.once('socket', (socket: Socket) => {
      socket.once(isSecure(url) ? 'secureConnect' : 'connect', () => {
        connected = true;
        clearTimeout(connecting);
      });
    });
    outgoing.on('error', fail);
    outgoing.once('response', (answer) => {
      const status = answer.statusCode ?? 0;
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
        if (size > maxBodyBytes) settle({ kind: 'tooLarge', status });
        else parts.push(part);
      });
      answer.on('error', fail);
      answer.once('end', () =>
        settle({ kind: 'answered', status, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    if (body === null) outgoing.end();
    else outgoing.end(body);
  });
}
