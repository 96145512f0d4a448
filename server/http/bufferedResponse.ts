import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
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

/** A complete response: its bytes, and its headers in each encoding. */
export interface BufferedResponse {
  /** The name of the route that it belongs to, for logs and metrics. */
  readonly route: string;
  readonly status: number;
  /** The variant if it has been made. */
  ready(encoding: Encoding): ResponseVariant | undefined;
  /** Makes the variant, off the event loop; callers at the same time share the work. */
  encode(encoding: Encoding): Promise<ResponseVariant>;
  /** Replaces the first, fast compression by the smallest one, for pages that are requested often. */
  encodeSmallest(encoding: Encoding): Promise<void>;
  /** The same response for one request alone, with each first text of a pair replaced by the second. */
  replaced(texts: readonly (readonly [string, string])[]): BufferedResponse;
}

/**
 * One variant from its bytes. The ETag is a hash of exactly these: a strong one may not name two compressions of one
 * page (RFC 9110, section 8.8.1).
 */
export function createVariant(headers: HeaderList, encoding: Encoding, body: Buffer): ResponseVariant {
  const etag = `"${hashOf(body)}"`;
  const shared = [...headers, 'Vary', 'Accept-Encoding', 'ETag', etag];
  const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return {
    body,
    etag,
    headers: [...shared, ...coded, 'Content-Length', String(body.length)],
    notModifiedHeaders: shared.filter((_, i) => shared[i - (i % 2)] !== 'Content-Type'),
  };
}

function hashOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url').slice(0, 20);
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Brotli 5 with a 64 kB window costs a fraction of a millisecond for a page; 11 costs tens of them. */
const fastBrotli = 5;
const smallestBrotli = 11;

async function compress(body: Buffer, encoding: Encoding, smallest: boolean): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return compressGzip(body, { level: smallest ? 9 : 6 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const window = smallest ? {} : { [BROTLI_PARAM_LGWIN]: 16 };
  const quality = smallest ? smallestBrotli : fastBrotli;
  return compressBrotli(body, {
    params: { ...window, [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

function compressOnce(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return gzipSync(body, { level: 1 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
  return brotliCompressSync(body, { params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 16 } });
}

/**
 * A buffered response from its uncompressed bytes. `headers` are those of the page whatever its encoding: policy,
 * lifetime, content type.
 */
export function bufferResponse(
  route: string,
  status: number,
  body: Buffer,
  headers: HeaderList,
): BufferedResponse {
  const variants = new Map<Encoding, ResponseVariant>();
  const making = new Map<Encoding, Promise<ResponseVariant>>();

  const store = (encoding: Encoding, bytes: Buffer): ResponseVariant => {
    const variant = createVariant(headers, encoding, bytes);
    variants.set(encoding, variant);
    return variant;
  };

  const make = async (encoding: Encoding): Promise<ResponseVariant> => {
    try {
      return store(encoding, await compress(body, encoding, false));
    } finally {
      making.delete(encoding);
    }
  };

  const ready = (encoding: Encoding) =>
    variants.get(encoding) ?? (encoding === 'identity' ? store('identity', body) : undefined);

  return {
    route,
    status,
    ready,
    encode(encoding) {
      const made = ready(encoding);
      if (made) return Promise.resolve(made);
      const shared = making.get(encoding) ?? make(encoding);
      making.set(encoding, shared);
      return shared;
    },
    async encodeSmallest(encoding) {
      if (encoding !== 'identity') store(encoding, await compress(body, encoding, true));
    },
    replaced(texts) {
      const text = texts.reduce((before, [from, to]) => before.replaceAll(from, () => to), body.toString());
      return singleResponse(route, status, Buffer.from(text), headers);
    },
  };
}

/**
 * A buffered response for one request alone. It is compressed with the least effort and at once: a third of the
 * processor time of the compression for a page that is sent again, for a quarter more bytes.
 */
export function singleResponse(
  route: string,
  status: number,
  body: Buffer,
  headers: HeaderList,
): BufferedResponse {
  const variants = new Map<Encoding, ResponseVariant>();
  const ready = (encoding: Encoding): ResponseVariant => {
    const variant = variants.get(encoding) ?? createVariant(headers, encoding, compressOnce(body, encoding));
    variants.set(encoding, variant);
    return variant;
  };
  return {
    ...bufferResponse(route, status, body, headers),
    ready,
    encode: (encoding) => Promise.resolve(ready(encoding)),
    encodeSmallest: () => Promise.resolve(),
  };
}

/** The chosen encoding by header: browsers send a handful of them, and a cached page should not parse any. */
const chosen = new Map<string, Encoding>();
const mostChosen = 200;
const longestHeader = 1_000;

/** The encoding of a response: Brotli before gzip wherever both are accepted, whatever their weights. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  const header = acceptEncoding.slice(0, longestHeader);
  const known = chosen.get(header);
  if (known) return known;
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip']);
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
  if (chosen.size < mostChosen) chosen.set(header, encoding);
  return encoding;
}
