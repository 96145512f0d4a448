import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { pictureWidths } from '../../shared/pictureLadder.ts';
import type { ResponseVariant } from '../http/bufferedResponse.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import { type PictureRequest, pictureFormats } from './pictureRequest.ts';
import { type PictureType, pictureExtensions } from './pictureType.ts';

export interface HeldPicture {
  readonly picture: ResponseVariant;
  /** The version that the file had when it was fetched; null: not known. */
  readonly version: string | null;
  /** When it is to be fetched again, on the clock of the store. */
  readonly refreshAt: number;
}

interface PictureCache {
  get(request: PictureRequest): HeldPicture | undefined;
  set(request: PictureRequest, held: HeldPicture): void;
  dropFile(id: string): void;
  stats(): { readonly pictures: number; readonly bytes: number };
}

/** The memory of a picture beside its bytes: its headers and its place in the table, generously. */
const overheadBytes = 2_048;

/** Names a picture in one width and format. */
export const pictureKey = ({ id, width, format }: PictureRequest): string => `${id} ${width} ${format}`;

/** The names of a file in every width and format. */
export const pictureKeysOf = (id: string): readonly string[] =>
  pictureWidths.flatMap((width) => pictureFormats.map((format) => pictureKey({ id, width, format })));

/** Pictures in memory, bounded in bytes; the least recently used goes first. */
export function createPictureCache(maxBytes: number): PictureCache {
  const pictures = new LRUCache<string, HeldPicture>({
    maxSize: maxBytes,
    sizeCalculation: ({ picture }) => picture.body.length + overheadBytes,
  });
  return {
    get: (request) => pictures.get(pictureKey(request)),
    set: (request, held) => void pictures.set(pictureKey(request), held),
    dropFile(id) {
      for (const key of pictureKeysOf(id)) pictures.delete(key);
    },
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

/** The same response with a short lifetime, for an address that does not name the version of these bytes. */
export function shortLived(picture: ResponseVariant): ResponseVariant {
  const shorten = (headers: HeaderList) =>
    headers.map((value) => (value === lifetime ? shortLifetime : value));
  return {
    ...picture,
    headers: shorten(picture.headers),
    notModifiedHeaders: shorten(picture.notModifiedHeaders),
  };
}
