import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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
}

/**
 * One variant from its bytes. `hash` is that of the uncompressed bytes, so that every encoding has an ETag of its
 * own that is the same in every process.
 */
export function createVariant(
  hash: string,
  headers: HeaderList,
  encoding: Encoding,
  body: Buffer,
): ResponseVariant {
  const etag = `"${hash}-${encoding}"`;
  const shared = [...headers, 'Vary', 'Accept-Encoding', 'ETag', etag];
  const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return {
    body,
    etag,
    headers: [...shared, ...coded, 'Content-Length', String(body.length)],
    notModifiedHeaders: shared.filter((_, i) => shared[i - (i % 2)] !== 'Content-Type'),
  };
}

/** A short hash of some bytes. */
export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 20);
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
  const hash = hashOf(body);
  const variants = new Map<Encoding, ResponseVariant>();
  const making = new Map<Encoding, Promise<ResponseVariant>>();

  const store = (encoding: Encoding, bytes: Buffer): ResponseVariant => {
    const variant = createVariant(hash, headers, encoding, bytes);
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

  store('identity', body);
  return {
    route,
    status,
    ready: (encoding) => variants.get(encoding),
    encode(encoding) {
      const made = variants.get(encoding);
      if (made) return Promise.resolve(made);
      const shared = making.get(encoding) ?? make(encoding);
      making.set(encoding, shared);
      return shared;
    },
    async encodeSmallest(encoding) {
      if (encoding !== 'identity') store(encoding, await compress(body, encoding, true));
    },
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
