import { jsonOf } from '../../shared/jsonOf.ts';
import { NetworkError, ResponseError, type ServiceCall, TooLargeError } from './callErrors.ts';
import { causeOf, type HttpClient, HttpFailure, type ResponseHead } from './httpClient.ts';

export interface RequestLimits {
  readonly http: HttpClient;
  /** From now to the last byte of the body. */
  readonly deadlineMs: number;
  readonly maxBodyBytes: number;
}

/** What is sent beside the address, and which responses are read. */
interface WantedBytes {
  /** No credentials, no trace headers, nothing of the visitor's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Judges the `Content-Type` (empty if there is none) before any of the body is read. */
  readonly isWanted: (contentType: string) => boolean;
  /** The message of a response outside of the 200 class; `body` is its JSON, or null. */
  readonly refusalMessage: (status: number, body: unknown) => string;
}

interface ReceivedBytes {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Enough to find the message in; no more of a refusal is read. */
const maxRefusalBytes = 64 * 1024;

/**
 * Reads one whole response.
 *
 * @returns the body of a 200-class response of a wanted type
 * @throws {ResponseError} for any other status (redirects, 204 and 304 among them) and for a body that is encoded,
 * of another type or larger than `maxBodyBytes`
 * @throws {NetworkError} when no complete response came in time
 */
export async function requestBytes(
  call: ServiceCall,
  wanted: WantedBytes,
  { http, deadlineMs, maxBodyBytes }: RequestLimits,
): Promise<ReceivedBytes> {
  const { url, method } = call;
  const response = await http.send({
    ...{ url, method, headers: wanted.headers, deadlineMs },
    maxBodyBytes: (head) => {
      if (isRefusal(head)) return head.status < 400 ? 0 : maxRefusalBytes;
      return unusable(head, wanted) === null ? maxBodyBytes : 0;
    },
  });
  if (response instanceof HttpFailure) {
    // A GET may be sent again, unless its time is over already.
    const isRetryable = response.kind !== 'timedOut' && !response.hasHead;
    throw new NetworkError(response.message, call, isRetryable, response.cause);
  }
  const { status, headers, body } = response;
  if (isRefusal(response)) {
    const text = body?.toString('utf8') ?? null;
    const message = wanted.refusalMessage(status, jsonOf(text));
    const retryAfter = headers['retry-after'];
    throw new ResponseError('response', message, call, { status, body: text, retryAfter });
  }
  const problem = unusable(response, wanted);
  if (problem !== null) {
    throw new ResponseError('malformed', `Malformed response: ${problem}`, call, { status, body: null });
  }
  if (body === null) throw new TooLargeError(maxBodyBytes, call, { status, body: null });
  return { status, bytes: body };
}

const isRefusal = ({ status }: ResponseHead) => status < 200 || status > 299 || status === 204;

/** Why the body of a response is not read; null: it is. */
function unusable({ headers }: ResponseHead, { isWanted }: WantedBytes): string | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return `content encoding ${encoding}`;
  const contentType = headers['content-type'] ?? '';
  return isWanted(contentType) ? null : `content type ${contentType || 'missing'}`;
}

const json = {
  headers: { 'Content-Type': 'application/json' },
  isWanted: (contentType: string) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType),
};

/**
 * Reads one JSON document. The JSON content type is the only header of our own that is sent.
 *
 * @returns the parsed body of a 200-class response
 * @throws {ResponseError} as `requestBytes` does, and for a body that is not JSON or not UTF-8
 * @throws {NetworkError} when no complete response came in time
 */
export async function requestJson(
  call: ServiceCall,
  limits: RequestLimits,
  refusalMessage: WantedBytes['refusalMessage'],
): Promise<unknown> {
  const { status, bytes } = await requestBytes(call, { ...json, refusalMessage }, limits);
  let text: string | null = null;
  try {
    // ignoreBOM leaves a byte order mark in the text, where JSON.parse refuses it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const body: unknown = JSON.parse(text);
    return body;
  } catch (error) {
    throw new ResponseError('malformed', `Malformed response: ${causeOf(error)}`, call, {
      status,
      body: text,
    });
  }
}
