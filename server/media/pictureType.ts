import { disableTypes, imageSize, types } from 'image-size';
import { largestSide } from '../directus/assetLimits.ts';

/**
 * The types of picture that we pass on. Not SVG: it can contain script. Not AVIF: it is never requested, and reading
 * the size of a hostile one blocks the CPU for minutes.
 */
export type PictureType = 'image/webp' | 'image/jpeg' | 'image/png' | 'image/gif';

export const pictureExtensions: Readonly<Record<PictureType, string>> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
};

/** Whether a `Content-Type` claims one of these types; some programs write `image/jpg`. */
export function isPictureType(contentType: string): boolean {
  const [written = ''] = contentType.split(';', 1);
  const name = written.trim().toLowerCase();
  return name === 'image/jpg' || Object.hasOwn(pictureExtensions, name);
}

/** Every type states its size in these first bytes. The library gets no more, since it reads on the event loop. */
const sizeBytes = 64 * 1024;

// A file that begins as one type could be detected as another: the library searches the whole file for SVG.
disableTypes(types.filter((type) => !['gif', 'jpg', 'png', 'webp'].includes(type)));

/**
 * Reads only as much of a picture as it takes to decide whether we pass it on.
 *
 * @returns its type, or why we do not pass it on; `unreachable` for a part of a picture: another of our servers
 * requested it first, and the next attempt gets it whole
 */
export function checkPicture(
  bytes: Buffer,
):
  | { readonly kind: 'picture'; readonly type: PictureType }
  | { readonly kind: 'refused' | 'unreachable'; readonly reason: string } {
  const type = pictureTypeOf(bytes);
  if (bytes.length === 0 || (type && !isComplete(bytes, type)))
    return { kind: 'unreachable', reason: 'The picture is not complete' };
  if (type === null) return { kind: 'refused', reason: 'The bytes are not a picture' };
  try {
    const { width, height } = imageSize(bytes.subarray(0, sizeBytes));
    if (Math.max(width, height) <= largestSide) return { kind: 'picture', type };
    const reason = `The content service does not transform the original of ${width} by ${height} pixels`;
    return { kind: 'refused', reason };
  } catch {
    return { kind: 'refused', reason: 'The picture does not say its size' };
  }
}

/**
 * The type of a picture by its signature, whatever its declared type. Signatures: RFC 9649 2.4 (WebP), ISO/IEC
 * 10918-1 (JPEG), PNG 5.2, GIF89a 17.
 *
 * @returns null for everything that is not a picture of these types
 */
function pictureTypeOf(bytes: Buffer): PictureType | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  return null;
}

/**
 * Whether the picture is complete. Directus responds with 200 and a part of a picture that it is still
 * writing for another request, and `Content-Length` matches that part.
 */
function isComplete(bytes: Buffer, type: PictureType): boolean {
  switch (type) {
    case 'image/webp':
      return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length;
    case 'image/png':
      // The whole last chunk, with its checksum: programs append data after it.
      return bytes.includes('\0\0\0\0IEND\xae\x42\x60\x82', undefined, 'latin1');
    case 'image/jpeg':
      // Cameras append data after the end of the picture.
      return bytes.lastIndexOf('\xff\xd9', undefined, 'latin1') > 0;
    case 'image/gif':
      // We request none, so it is an original, which Directus does not write meanwhile.
      return true;
  }
}
