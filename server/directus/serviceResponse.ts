import { jsonOf } from '../../shared/jsonOf.ts';
import { causeOf } from '../process/errors.ts';
import { type HttpClient, HttpFailure, type ResponseHead } from '../upstream/httpClient.ts';
import { NetworkError, ResponseError, type ServiceCall } from './callErrors.ts';
import { refusalMessage } from './directusErrors.ts';

/** What one call may take. */
export interface CallLimits {
  /** From now to the last byte of the body. */
  readonly deadlineMs: number;
  readonly maxBodyBytes: number;
}

/** What is sent beside the address, and which responses are read. */
interface Wanted {
  /** No credentials, no trace headers, nothing of the visitor's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Judges the `Content-Type` (empty if there is none) before any of the body is read. */
  readonly isWanted: (contentType: string) => boolean;
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
  http: HttpClient,
  call: ServiceCall,
  wanted: Wanted,
  { deadlineMs, maxBodyBytes }: CallLimits,
): Promise<{ readonly status: number; readonly bytes: Buffer }> {
  const response = await http.send({
    url: call.url,
    method: call.method,
    headers: wanted.headers,
    deadlineMs,
    maxBodyBytes: (head) => {
      if (isRefusal(head)) return head.status < 400 ? 0 : maxRefusalBytes;
      return problemWith(head, wanted) === null ? maxBodyBytes : 0;
    },
  });
  if (response instanceof HttpFailure) throw new NetworkError(response.message, call, response.cause);
  const { status, body } = response;
  if (isRefusal(response)) {
    const text = body?.toString('utf8') ?? null;
    throw new ResponseError('response', refusalMessage(status, jsonOf(text)), call, status, text);
  }
  const problem = problemWith(response, wanted);
  if (problem !== null) throw malformed(call, problem, status);
  if (body === null) throw malformed(call, `more than ${maxBodyBytes} bytes`, status);
  return { status, bytes: body };
}

const isRefusal = ({ status }: ResponseHead) => status < 200 || status > 299 || status === 204;

/** Why the body of a response is not read; null: it is. */
function problemWith({ headers }: ResponseHead, { isWanted }: Wanted): string | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return `content encoding ${encoding}`;
  const contentType = headers['content-type'] ?? '';
  return isWanted(contentType) ? null : `content type ${contentType || 'missing'}`;
}

/** A response that came whole, and cannot be used. */
export function malformed(
  call: ServiceCall,
  problem: string,
  status: number,
  body: string | null = null,
): ResponseError {
  return new ResponseError('malformed', `Malformed response: ${problem}`, call, status, body);
}

/** A JSON document as it was sent and as it was parsed. */
export interface ReceivedJson {
  readonly status: number;
  readonly text: string;
  /** The size of the body. */
  readonly bytes: number;
  readonly value: unknown;
}

const json: Wanted = {
  headers: { 'Content-Type': 'application/json' },
  isWanted: (contentType) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType),
};

/**
 * Reads one JSON document. The JSON content type is the only header of our own that is sent.
 *
 * @throws {ResponseError} as `requestBytes` does, and for a body that is not JSON or not UTF-8
 * @throws {NetworkError} when no complete response came in time
 */
export async function requestJson(
  http: HttpClient,
  call: ServiceCall,
  limits: CallLimits,
): Promise<ReceivedJson> {
  const { status, bytes } = await requestBytes(http, call, json, limits);
  let text: string | null = null;
  try {
    // ignoreBOM leaves a byte order mark in the text, where JSON.parse refuses it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { status, text, bytes: bytes.length, value: JSON.parse(text) };
  } catch (error) {
    throw malformed(call, causeOf(error), status, text);
  }
}
