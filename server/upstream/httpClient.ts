import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { causeOf, codeOf } from '../process/errors.ts';

interface HttpClientOptions {
  /** From the DNS query to the open (for https: secured) connection. */
  readonly connectTimeoutMs: number;
  /** Connections to one service at a time; further requests wait for one. No bound without it. */
  readonly connections?: number;
  /** Whether connections are reused. Not for requests that must not be sent twice. */
  readonly keepAlive?: boolean;
  /** Which IP addresses may be connected to, for hosts that others name; all of them without it. */
  readonly mayConnect?: (address: string) => boolean;
}

/** One whole request. It has nothing of the visitor's request unless the caller adds it. */
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

export interface ResponseHead {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface HttpResponse extends ResponseHead {
  /** Null: the body is longer than `maxBodyBytes`, or was not wanted. */
  readonly body: Buffer | null;
}

export interface HttpClient {
  /** Sends one request. Never rejects. */
  send(request: HttpRequest): Promise<HttpResponse | HttpFailure>;
  /** Closes all connections; requests in flight fail. */
  close(): void;
}

/**
 * There is no complete response. `notConnected`: no connection, so nothing was sent. `timedOut`: the deadline is over.
 * `broken`: the connection broke after the request may have arrived.
 */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly kind: 'notConnected' | 'timedOut' | 'broken';
  /** The code of the system, of TLS or of undici: `ECONNREFUSED`. */
  readonly code: string;
  /** Whether the head of a response had arrived. */
  readonly hasHead: boolean;

  constructor(kind: HttpFailure['kind'], message: string, hasHead: boolean, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.code = codeOf(cause);
    this.hasHead = hasHead;
  }
}

/**
 * undici fails every request that waits for a connection with the error of the connector: this marks it as such.
 */
class ConnectError extends Error {}

class DeniedAddress extends Error {
  readonly code = 'EDENIED';
  constructor(host: string) {
    super(`${host} may not be connected to`);
  }
}

/** Looks a host up, and refuses it where any of its addresses may not be connected to. */
function lookupOf(mayConnect: (address: string) => boolean): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) callback(error ?? new DeniedAddress(host), []);
      else if (found.some(({ address }) => !mayConnect(address))) callback(new DeniedAddress(host), []);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
}

/**
 * The HTTP client for every service that this server calls. It follows no redirect, accepts no compressed body and
 * decodes none, so the bytes that are counted are those that arrive, and adds no header of its own.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { connectTimeoutMs, connections, keepAlive = true, mayConnect } = options;
  const guard = mayConnect ? { lookup: lookupOf(mayConnect) } : {};
  const connector = buildConnector({ timeout: connectTimeoutMs, ...guard });
  // An address in numbers is looked up by nobody.
  const connect: typeof connector = (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (mayConnect && isIP(host) && !mayConnect(host)) callback(new DeniedAddress(host), null);
    else connector(target, callback);
  };
  const dispatcher = new Agent({
    ...(connections === undefined ? {} : { connections }),
    connect: (target, callback) =>
      connect(target, (error, socket) =>
        error ? callback(new ConnectError(error.message, { cause: error }), null) : callback(null, socket),
      ),
  });

  return {
    async send({ url, method, headers, body = null, deadlineMs, maxBodyBytes }) {
      const signal = AbortSignal.timeout(Math.max(1, Math.floor(deadlineMs)));
      let hasHead = false;
      try {
        const response = await request(url, {
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
        hasHead = true;
        const head = { status: response.statusCode, headers: firstOfEach(response.headers) };
        const limit = typeof maxBodyBytes === 'number' ? maxBodyBytes : maxBodyBytes(head);
        return { ...head, body: await readBody(response, limit) };
      } catch (error) {
        if (signal.aborted) {
          // To half a second: calls that fail together are logged together, by what they say.
          const within = `within ${Math.ceil(deadlineMs / 500) / 2} s`;
          return new HttpFailure('timedOut', `No complete response ${within}`, hasHead, error);
        }
        if (!(error instanceof ConnectError))
          return new HttpFailure('broken', causeOf(error), hasHead, error);
        const { cause } = error;
        const isLate = codeOf(cause) === 'UND_ERR_CONNECT_TIMEOUT';
        const message = isLate ? `No connection within ${connectTimeoutMs} ms` : causeOf(cause);
        return new HttpFailure('notConnected', message, hasHead, cause);
      }
    },
    close: () => void dispatcher.destroy(),
  };
}

/** undici gives a header that came in several lines as an array: the first one counts. */
function firstOfEach(headers: Incoming['headers']): ResponseHead['headers'] {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

type Incoming = Awaited<ReturnType<typeof request>>;

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
