import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { pictureWidths } from '../../shared/pictureLadder.ts';
import type { ResponseVariant } from '../http/bufferedResponse.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import { type PictureRequest, pictureFormats } from './pictureRequest.ts';
import { type PictureType, pictureExtensions } from './pictureType.ts';

export interface CachedPicture {
  readonly request: PictureRequest;
  readonly picture: ResponseVariant;
  /** The version that the file had when it was fetched; null: not known. */
  readonly version: string | null;
  /** The invalidation that its fetch followed; see `createPictureStore`. */
  readonly edition: number;
  /** On the clock of the store; infinite while a refresh waits or is in flight. */
  refreshAt: number;
}

interface PictureCache {
  get(request: PictureRequest): CachedPicture | undefined;
  /** An original is cached once for every width and format. */
  set(cached: CachedPicture, isOriginal: boolean): void;
  /** The same file in another width, larger before smaller, in a format that the browser accepts. */
  nearest(request: PictureRequest): CachedPicture | undefined;
  /** Everything that is cached of one file. */
  ofFile(id: string): readonly CachedPicture[];
  dropFile(id: string): void;
  all(): Iterable<CachedPicture>;
  stats(): { readonly pictures: number; readonly bytes: number };
}

/** The memory of a picture beside its bytes: its headers and its places in the tables, generously. */
const overheadBytes = 2_048;

/** Names a picture in one width and format. */
export const pictureKey = ({ id, width, format }: PictureRequest): string => `${id} ${width} ${format}`;

/** Pictures in memory, bounded in bytes; the least recently used goes first. */
export function createPictureCache(maxBytes: number): PictureCache {
  const pictures = new LRUCache<string, CachedPicture>({
    maxSize: maxBytes,
    sizeCalculation: ({ picture }) => picture.body.length + overheadBytes,
  });

  const keysOf = (id: string): readonly string[] => [
    id,
    ...pictureWidths.flatMap((width) => pictureFormats.map((format) => pictureKey({ id, width, format }))),
  ];
  const isPresent = (cached: CachedPicture | undefined): cached is CachedPicture => cached !== undefined;

  return {
    get: (request) => pictures.get(pictureKey(request)) ?? pictures.get(request.id),
    set(cached, isOriginal) {
      const key = pictureKey(cached.request);
      // An earlier transformed picture would hide the newer original, now that transformations are refused.
      if (isOriginal) pictures.delete(key);
      pictures.set(isOriginal ? cached.request.id : key, cached);
    },
    nearest({ id, width, format }) {
      const formats = format === 'webp' ? pictureFormats : [format];
      const distance = (other: number) => (other >= width ? other - width : 10_000 + width - other);
      return [...pictureWidths]
        .sort((a, b) => distance(a) - distance(b))
        .flatMap((near) => formats.map((form) => pictures.get(pictureKey({ id, width: near, format: form }))))
        .find(isPresent);
    },
    ofFile: (id) =>
      keysOf(id)
        .map((key) => pictures.peek(key))
        .filter(isPresent),
    dropFile(id) {
      for (const key of keysOf(id)) pictures.delete(key);
    },
    all: () => pictures.values(),
    stats: () => ({ pictures: pictures.size, bytes: pictures.calculatedSize }),
  };
}

const lifetime = 'public, max-age=86400, stale-while-revalidate=604800';
const shortLifetime = 'public, max-age=60';

/** By this tag a CDN drops a picture in all its sizes. */
export const pictureTag = (id: string): string => `picture-${id}`;

/**
 * A picture ready to send: its bytes and every header that does not depend on the request. The file name is made of
 * the id and the width, since the editor's file name could say anything. Policy, `nosniff` and
 * `Cross-Origin-Resource-Policy` are on every response that is no page; see `resourceHeaders`.
 */
export function toResponse(request: PictureRequest, body: Buffer, type: PictureType): ResponseVariant {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 20)}"`;
  const name = `${request.id}-${request.width}.${pictureExtensions[type]}`;
  const shared = [
    'Vary',
    'Accept',
    'ETag',
    etag,
    'Cache-Control',
    lifetime,
    'Cache-Tag',
    pictureTag(request.id),
  ];
  return {
    body,
    etag,
    headers: [
      ...shared,
      'Content-Type',
      type,
      'Content-Disposition',
      `inline; filename="${name}"`,
      'Content-Length',
      String(body.length),
    ],
    notModifiedHeaders: shared,
  };
}

/**
 * The same response with a short lifetime: a picture in another size, because the requested one is unreachable, or
 * one whose address does not name the version of these bytes.
 */
export function shortLived(picture: ResponseVariant): ResponseVariant {
  const shorten = (headers: HeaderList) =>
    headers.map((value) => (value === lifetime ? shortLifetime : value));
  return {
    ...picture,
    headers: shorten(picture.headers),
    notModifiedHeaders: shorten(picture.notModifiedHeaders),
  };
}
