import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
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

/**
 * Makes a variant from its bytes. The ETag is a hash of exactly these: a strong one must not be shared by two encodings
 * of one page (RFC 9110, section 8.8.1).
 */
export function createVariant(
  headers: HeaderList,
  encoding: Encoding,
  body: Buffer,
  vary = 'Accept-Encoding',
): ResponseVariant {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 20)}"`;
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

/** The highest level before the cost rises steeply; a window of 64 kB holds a page. */
const brotliQuality = 6;
const brotliWindow = 16;
/** For a response to one visitor: a quarter of the processor time, for a fifth more bytes. */
const quickQuality = 2;

async function compress(body: Buffer, encoding: Encoding, isQuick: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: isQuick ? 1 : 6 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return compressBrotli(body, {
    params: {
      [BROTLI_PARAM_QUALITY]: isQuick ? quickQuality : brotliQuality,
      [BROTLI_PARAM_LGWIN]: brotliWindow,
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
  readonly #isForOneRequest: boolean;
  readonly #variants = new Map<Encoding, ResponseVariant>();
  readonly #making = new Map<Encoding, Promise<ResponseVariant>>();
  readonly #plain: ResponseVariant;

  /**
   * @param headers the page's headers that do not depend on the encoding: policy, lifetime, content type
   * @param isForOneRequest whether it is sent to only one visitor, so that it is compressed quickly
   */
  constructor(route: string, status: number, body: Buffer, headers: HeaderList, isForOneRequest = false) {
    this.#isForOneRequest = isForOneRequest;
    this.route = route;
    this.status = status;
    this.#headers = headers;
    this.#plain = createVariant(headers, 'identity', body);
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

  /** Makes the variant, off the event loop; concurrent callers share the work. */
  async encode(encoding: Encoding): Promise<ResponseVariant> {
    const made = this.ready(encoding) ?? this.#making.get(encoding);
    if (made) return made;
    const making = this.#compress(encoding).finally(() => this.#making.delete(encoding));
    this.#making.set(encoding, making);
    return making;
  }

  async #compress(encoding: Encoding): Promise<ResponseVariant> {
    const body = await compress(this.#plain.body, encoding, this.#isForOneRequest);
    const variant = createVariant(this.#headers, encoding, body);
    this.#variants.set(encoding, variant);
    return variant;
  }
}

const longestHeader = 1_000;

/** The encoding of a response: Brotli before gzip wherever both are accepted, whatever their weights. */
export function encodingFor({ headers }: IncomingMessage): Encoding {
  const header = headers['accept-encoding']?.toString().slice(0, longestHeader);
  if (!header) return 'identity';
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip']);
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
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
