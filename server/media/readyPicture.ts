import { hash } from 'node:crypto';
import type { ResponseVariant } from '../http/bufferedResponse.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import type { PictureAsk } from './pictureAsk.ts';
import { type PictureType, pictureExtensions } from './pictureType.ts';

/** A picture ready to send: its bytes and every header that does not depend on the request. */
export type ReadyPicture = ResponseVariant;

const lifetime = 'public, max-age=86400, stale-while-revalidate=604800';
const substituteLifetime = 'public, max-age=60';

/**
 * Makes a picture ready. The file name is made of the id and the width, since the one that the editor's file
 * had could say anything. Policy, `nosniff` and `Cross-Origin-Resource-Policy` are on every answer that is no
 * page; see `resourceHeaders`.
 */
export function makeReady(ask: PictureAsk, body: Buffer, type: PictureType): ReadyPicture {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 20)}"`;
  const name = `${ask.id}-${ask.width}.${pictureExtensions[type]}`;
  const shared = ['Vary', 'Accept', 'ETag', etag, 'Cache-Control', lifetime];
  return {
    body,
    etag,
    headers: [
      ...shared,
      ...['Content-Type', type, 'Content-Disposition', `inline; filename="${name}"`],
      ...['Content-Length', String(body.length)],
    ],
    notModifiedHeaders: shared,
  };
}

/** The same picture where another size was asked for and cannot be had: to be asked for again soon. */
export function asSubstitute(picture: ReadyPicture): ReadyPicture {
  const shorten = (headers: HeaderList) =>
    headers.map((value) => (value === lifetime ? substituteLifetime : value));
  return {
    ...picture,
    headers: shorten(picture.headers),
    notModifiedHeaders: shorten(picture.notModifiedHeaders),
  };
}
