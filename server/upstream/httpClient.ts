import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import undici from 'undici';
import { jsonOf } from '../../shared/jsonOf.ts';
import { causeOf, codeOf } from '../process/errors.ts';

interface HttpClientOptions {
  /** From the DNS query to the open (for https: secured) connection. */
  readonly connectTimeoutMs: number;
  /** Connections to one service at a time; further requests wait for one. No bound without it. */
  readonly connections?: number;
  /** Whether connections are reused. Not for requests that must not be sent twice. */
  readonly keepAlive?: boolean;
}

/** One whole request. It contains nothing of the visitor's request unless the caller adds it. */
export interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  /** All headers but `Host`, `Connection` and `Content-Length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For everything together: connection, request, headers and body of the response. */
  readonly deadlineMs: number;
  /** How many bytes of the body are read, decided by the head of the response; 0: none. */
  readonly maxBodyBytes: number | ((head: ResponseHead) => number);
}

/** One finished call to another service, for traces. It holds nothing that a visitor wrote. */
export interface UpstreamCall {
  readonly upstream: 'content' | 'contact';
  readonly method: HttpRequest['method'];
  /** A path without query, and without the ids of messages. */
  readonly endpoint: string;
  /** The full URL, if it cannot contain visitor data. */
  readonly url?: string;
  readonly durationMs: number;
  /** Null: there was no complete response. */
  readonly status: number | null;
  readonly hasSucceeded: boolean;
}

export interface ResponseHead {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface HttpResponse extends ResponseHead {
  /** Null: the body is longer than `maxBodyBytes`, or was not wanted. */
  readonly body: Buffer | null;
}

export type HttpClient = ReturnType<typeof createHttpClient>;

/** Whether a service has done what it was asked for. */
export const isSuccess = ({ status }: { readonly status: number | null }): boolean =>
  status !== null && status >= 200 && status <= 299;

/** The JSON of a body; null: there is none, or it is not valid. */
export const jsonBodyOf = ({ body }: HttpResponse | HttpFailure): unknown =>
  jsonOf(body?.toString('utf8') ?? null);

/** There is no complete response: no connection, a broken one, or the deadline is over. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly status = null;
  readonly body = null;
  readonly isTimedOut: boolean;
  /** The error code of the system, TLS or undici, such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(isTimedOut: boolean, message: string, cause: unknown) {
    super(message, { cause });
    this.isTimedOut = isTimedOut;
    this.code = codeOf(cause);
  }
}

/** The look-ups that run, by host. */
const lookups = new Map<string, Promise<readonly LookupAddress[]>>();

/** Looks up a host once for all who ask meanwhile: a hanging name server would take each of libuv's few threads. */
function addressesOf(host: string, options: LookupOptions): Promise<readonly LookupAddress[]> {
  const running =
    lookups.get(host) ?? lookup(host, { ...options, all: true }).finally(() => lookups.delete(host));
  lookups.set(host, running);
  return running;
}

const sharedLookup: LookupFunction = (host, options, callback) =>
  void addressesOf(host, options).then(
    (found) => {
      const [first] = found;
      if (options.all || !first) callback(null, [...found]);
      else callback(null, first.address, first.family);
    },
    (error) => callback(error, []),
  );

/**
 * The HTTP client for every service that this server calls. It follows no redirect, accepts no compressed body and
 * decodes none, so the bytes that are counted are those that arrive, and adds no header of its own.
 */
export function createHttpClient(options: HttpClientOptions) {
  const { connectTimeoutMs, connections, keepAlive = true } = options;
  const dispatcher = new undici.Agent({
    ...(connections === undefined ? {} : { connections }),
    connect: { timeout: connectTimeoutMs, lookup: sharedLookup },
  });

  return {
    /** Sends one request. Never rejects. */
    async send(sent: HttpRequest): Promise<HttpResponse | HttpFailure> {
      const { url, method, headers, body = null, deadlineMs, maxBodyBytes } = sent;
      const signal = AbortSignal.timeout(Math.max(1, Math.floor(deadlineMs)));
      try {
        const response = await undici.request(url, {
          dispatcher,
          method,
          headers,
          body,
          signal,
          reset: !keepAlive,
          // The deadline bounds both.
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        const head = { status: response.statusCode, headers: firstOfEach(response.headers) };
        const limit = typeof maxBodyBytes === 'number' ? maxBodyBytes : maxBodyBytes(head);
        return { ...head, body: await readBody(response, limit) };
      } catch (error) {
        // Rounded up to half seconds, so that calls which fail together have one message and are logged together.
        const within = `within ${Math.ceil(deadlineMs / 500) / 2} s`;
        const isTimedOut = signal.aborted;
        const message = isTimedOut ? `No complete response ${within}` : causeOf(error);
        return new HttpFailure(isTimedOut, message, error);
      }
    },
    /** Closes all connections; requests in flight fail. */
    close: () => void dispatcher.destroy(),
  };
}

/** undici gives a header that came in several lines as an array: the first one counts. */
function firstOfEach(headers: Incoming['headers']): ResponseHead['headers'] {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

type Incoming = Awaited<ReturnType<typeof undici.request>>;

/** The whole body, or null as soon as it is longer than `limit`. Throws when the connection breaks. */
async function readBody({ headers, body }: Incoming, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (limit > 0 && !(Number(headers['content-length']) > limit)) {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
    if (length <= limit) return Buffer.concat(chunks, length);
  }
  // Ends the connection, so that the rest is not sent either.
  body.on('error', () => undefined).destroy();
  return null;
}
