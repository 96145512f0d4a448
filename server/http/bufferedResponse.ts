import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { HeaderList } from './securityHeaders.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The bytes of a page in one encoding, with every header that does not depend on the request. */
export interface ResponseVariant {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: HeaderList;
  /** The headers of a 304 for these bytes. */
  readonly notModifiedHeaders: HeaderList;
}

const digestOf = (body: Buffer): string => hash('sha256', body, 'base64url').slice(0, 20);

/**
 * Makes a variant from its bytes.
 *
 * @param digest what its ETag names, by default exactly these bytes: a strong one must not be shared by two encodings of
 *   one page (RFC 9110, section 8.8.1)
 */
export function createVariant(
  headers: HeaderList,
  encoding: Encoding,
  body: Buffer,
  { vary = 'Accept-Encoding', digest = digestOf(body) } = {},
): ResponseVariant {
  const etag = `"${digest}"`;
  const shared = [...headers, 'Vary', vary, 'ETag', etag];
  const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return {
    body,
    etag,
    headers: [...shared, ...coded, 'Content-Length', String(body.length)],
    notModifiedHeaders: shared.filter((_, i) => shared[i - (i % 2)] !== 'Content-Type'),
  };
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * How hard a response is compressed. `once`: sent to one visitor; a quarter of the processor time of `first`, for a fifth
 * more bytes. `first`: a page that will be cached, while a visitor or an edit waits; the highest level before the cost
 * rises steeply.
 */
const levels = { once: { br: 2, gzip: 1 }, first: { br: 6, gzip: 6 } } as const;
/**
 * Of a cached page once it has been sent, while the process has little else to do; ten times the time of `first`, for a
 * twelfth less.
 */
const bestBrotli = 11;

async function compress(body: Buffer, encoding: 'br' | 'gzip', level: number): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return compressBrotli(body, {
    params: {
      [BROTLI_PARAM_QUALITY]: level,
      // 128 kB hold a page.
      [BROTLI_PARAM_LGWIN]: 17,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** A complete response: its bytes, and its headers in each encoding. */
export class BufferedResponse {
  /** The name of the route that it belongs to, for logs and metrics. */
  readonly route: string;
  readonly status: number;
  readonly #headers: HeaderList;
  readonly #levels: (typeof levels)[keyof typeof levels];
  readonly #variants = new Map<Encoding, ResponseVariant>();
  readonly #making = new Map<Encoding, Promise<ResponseVariant>>();
  readonly #plain: ResponseVariant;
  readonly #digest: string;
  #isTight = false;

  /**
   * @param headers the page's headers that do not depend on the encoding: policy, lifetime, content type
   * @param isForOneRequest whether it is sent to only one visitor, so that it is compressed quickly
   */
  constructor(route: string, status: number, body: Buffer, headers: HeaderList, isForOneRequest = false) {
    this.#levels = levels[isForOneRequest ? 'once' : 'first'];
    this.route = route;
    this.status = status;
    this.#headers = headers;
    this.#digest = digestOf(body);
    this.#plain = createVariant(headers, 'identity', body, { digest: this.#digest });
    this.#variants.set('identity', this.#plain);
  }

  /** The size of the uncompressed page. */
  get bytes(): number {
    return this.#plain.body.length;
  }

  /** Identifies the content of the page, whatever encoding is sent. */
  get etag(): string {
    return this.#plain.etag;
  }

  /** The variant if it has been made. */
  ready(encoding: Encoding): ResponseVariant | undefined {
    return this.#variants.get(encoding);
  }

  /** Whether its Brotli variant has been made, but not by `tighten`. */
  get isLoose(): boolean {
    return !this.#isTight && this.#variants.has('br');
  }

  /** Makes the variant, off the event loop; concurrent callers share the work. */
  async encode(encoding: Encoding): Promise<ResponseVariant> {
    const made = this.ready(encoding) ?? this.#making.get(encoding);
    if (made) return made;
    const making = this.#compress(encoding).finally(() => this.#making.delete(encoding));
    this.#making.set(encoding, making);
    return making;
  }

  /** Makes the Brotli variant again with the best level, off the event loop; until then the first is sent. */
  async tighten(): Promise<void> {
    this.#isTight = true;
    await this.#compress('br', bestBrotli);
  }

  async #compress(encoding: Encoding, level?: number): Promise<ResponseVariant> {
    if (encoding === 'identity') return this.#plain;
    const compressed = await compress(this.#plain.body, encoding, level ?? this.#levels[encoding]);
    const variant = createVariant(this.#headers, encoding, compressed, {
      // Stays the same at another level, for visitors who come back and on every replica. Pages are only sent whole, so
      // that nobody joins parts of two levels.
      digest: `${this.#digest}-${encoding}`,
    });
    this.#variants.set(encoding, variant);
    return variant;
  }
}

const longestHeader = 1_000;
/** The encodings that the few texts of this header from browsers ask for. */
const negotiated = new LRUCache<string, Encoding>({ max: 100 });

/** The encoding of a response: Brotli before gzip wherever both are accepted, whatever their weights. */
export function encodingFor({ headers }: IncomingMessage): Encoding {
  const header = headers['accept-encoding']?.toString().slice(0, longestHeader);
  if (!header) return 'identity';
  const known = negotiated.get(header);
  if (known) return known;
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip']);
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
  negotiated.set(header, encoding);
  return encoding;
}

/** Sends one variant of a buffered response: 304 if the browser has it, no body for HEAD. */
export function sendVariant(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  variant: ResponseVariant,
  requestHeaders: readonly string[],
): void {
  if (status === 200 && fresh(request.headers, { etag: variant.etag })) {
    response.writeHead(304, [...variant.notModifiedHeaders, ...requestHeaders]).end();
    return;
  }
  response.writeHead(status, [...variant.headers, ...requestHeaders]);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}

/** Sends a buffered response, and compresses it first if that has not been done. */
export async function sendBuffered(
  request: IncomingMessage,
  response: ServerResponse,
  page: BufferedResponse,
  requestHeaders: readonly string[],
): Promise<void> {
  const encoding = encodingFor(request);
  const variant = page.ready(encoding) ?? (await page.encode(encoding));
  if (!response.destroyed) sendVariant(request, response, page.status, variant, requestHeaders);
}
