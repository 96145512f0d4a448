import type { Agent, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { jsonOf } from '../../shared/jsonOf.ts';
import { type ContentCall, ContentError, ContentNetworkError, ContentTooLargeError } from './callErrors.ts';
import { httpClientFor, isSecure } from './httpClient.ts';

export interface RequestLimits {
  readonly agent: Agent;
  /** From now to the last byte of the body. */
  readonly timeoutMs: number;
  /** From the first byte of the DNS query to the open (for https: secured) connection. */
  readonly connectTimeoutMs: number;
  readonly maxBodyBytes: number;
}

/** What is asked for: what goes out beside the address, and which answers are worth reading. */
export interface WantedBytes {
  /**
   * Everything that is sent beside `Host` and `Connection`: no credentials, no trace headers, nothing of the
   * visitor's, and no `Accept-Encoding`, since a decoder would have to be bounded too.
   */
  readonly headers: OutgoingHttpHeaders;
  /** Judges the `Content-Type` (empty if there is none) before any of the body is read. */
  readonly isWanted: (contentType: string) => boolean;
  /** The message of an answer outside of the 200 class; `body` is its JSON, or undefined. */
  readonly refusalMessage: (status: number, body: unknown) => string;
}

export interface ReceivedBytes {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Enough to find the message in; a refusal that says more is not listened to. */
const maxRefusalBytes = 64 * 1024;

/**
 * Reads one whole answer.
 *
 * @returns the body of a 200-class answer of a wanted type
 * @throws {ContentError} for any other status (redirects, 204 and 304 among them) and for a body that is
 *   encoded, of another type or larger than `maxBodyBytes`
 * @throws {ContentNetworkError} when no complete answer came in time
 */
export async function requestBytes(
  call: ContentCall,
  wanted: WantedBytes,
  limits: RequestLimits,
): Promise<ReceivedBytes> {
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const sent = openRequest(call, wanted.headers, limits, deadline);
  let answered = false;
  try {
    const response = await sent.response;
    answered = true;
    return await readAnswer(call, response, wanted, limits.maxBodyBytes);
  } catch (error) {
    if (error instanceof ContentError) throw error;
    const message = deadline.aborted ? `No complete answer within ${limits.timeoutMs} ms` : causeOf(error);
    throw new ContentNetworkError(message, call, !answered && !sent.connected(), error);
  }
}

function openRequest(
  call: ContentCall,
  headers: OutgoingHttpHeaders,
  limits: RequestLimits,
  deadline: AbortSignal,
) {
  const client = httpClientFor(call.url);
  const { agent } = limits;
  const request = client.request(call.url, { method: call.method, headers, agent, signal: deadline });
  let connected = false;

  request.on('socket', (socket) => {
    if (!socket.connecting) {
      connected = true;
      return;
    }
    const timer = setTimeout(
      () => request.destroy(new Error(`No connection within ${limits.connectTimeoutMs} ms`)),
      limits.connectTimeoutMs,
    );
    socket.once(isSecure(call.url) ? 'secureConnect' : 'connect', () => {
      connected = true;
      clearTimeout(timer);
    });
    socket.once('close', () => clearTimeout(timer));
  });

  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', (error) => {
      // The far end closed a kept connection just as we used it: nothing was asked of it yet.
      if (request.reusedSocket && causeCode(error) === 'ECONNRESET') connected = false;
      reject(error);
    });
  });
  request.end();
  return { response, connected: () => connected };
}

async function readAnswer(
  call: ContentCall,
  response: IncomingMessage,
  wanted: WantedBytes,
  maxBytes: number,
): Promise<ReceivedBytes> {
  const status = response.statusCode ?? 0;
  const malformed = (what: string) => {
    response.destroy();
    return new ContentError('malformed', `Malformed answer: ${what}`, call, { status, body: null });
  };

  if (status < 200 || status > 299 || status === 204) {
    const bytes = status < 400 ? null : await readBytes(response, maxRefusalBytes);
    response.destroy();
    const body = bytes?.toString('utf8') ?? null;
    throw new ContentError('response', wanted.refusalMessage(status, jsonOf(body)), call, {
      status,
      body,
      retryAfter: response.headers['retry-after'],
    });
  }
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw malformed(`content encoding ${encoding}`);
  const contentType = response.headers['content-type'] ?? '';
  if (!wanted.isWanted(contentType)) throw malformed(`content type ${contentType || 'missing'}`);
  const isLarger = Number(response.headers['content-length']) > maxBytes;
  const bytes = isLarger ? null : await readBytes(response, maxBytes);
  if (bytes === null) {
    response.destroy();
    throw new ContentTooLargeError(maxBytes, call, { status, body: null });
  }
  return { status, bytes };
}

/** The whole body, or null as soon as it is longer than `maxBytes`. Throws when the connection breaks. */
async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** What an error says, in one line. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message || (causeCode(error) ?? error.name) : String(error);
}

function causeCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
