import { createHash } from 'node:crypto';

/** A whole answer, made before anything is sent, so that a fault can cut, slow or replace it. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A request whose body has been read. `url` is the raw request target, not normalised. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * The weak ETag of Express, which Directus answers with: length in hexadecimal and the first 27 characters
 * of the SHA-1 in base64.
 */
function weakETag(body: Buffer): string {
  const digest = createHash('sha1').update(body).digest('base64').slice(0, 27);
  return `W/"${body.length.toString(16)}-${digest}"`;
}

/** @returns `text` as an answer of the given type, with Content-Length and a weak ETag. */
export function textAnswer(
  status: number,
  contentType: string,
  text: string,
  headers: Record<string, string> = {},
): Answer {
  const body = Buffer.from(text);
  const own = { 'Content-Type': contentType, 'Content-Length': String(body.length), ETag: weakETag(body) };
  return { status, headers: { ...headers, ...own }, body };
}

/** @returns `value` as JSON, with Content-Length and a weak ETag as Express makes it. */
export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return textAnswer(status, 'application/json; charset=utf-8', JSON.stringify(value), headers);
}

/**
 * The 304 for a 200 that the client already holds, else the answer itself. As Directus 11.17 answers: a
 * request with `Cache-Control: no-cache` always gets the whole body, and a strong ETag (assets) never matches.
 */
export function withConditions(answer: Answer, request: ReceivedRequest): Answer {
  const eTag = answer.headers.ETag;
  const wanted = request.headers['if-none-match'];
  if (answer.status !== 200 || typeof wanted !== 'string' || eTag === undefined || !eTag.startsWith('W/')) {
    return answer;
  }
  if (String(request.headers['cache-control'] ?? '').includes('no-cache')) return answer;
  const held = wanted.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (!held.includes('*') && !held.includes(eTag.replace(/^W\//, ''))) return answer;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !name.startsWith('Content-')),
  );
  return { status: 304, headers, body: Buffer.alloc(0) };
}

/** @returns `text` with the five characters that mean something in HTML replaced. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
