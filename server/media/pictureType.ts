import { disableTypes, imageSize, types } from 'image-size';

/**
 * The types of picture that are passed on. SVG is none of them: it can hold script. AVIF is none either: it is never
 * requested, and reading the size of a hostile one takes the processor for minutes.
 */
export type PictureType = 'image/webp' | 'image/jpeg' | 'image/png' | 'image/gif';

/** The end of a file name for each type. */
export const pictureExtensions: Readonly<Record<PictureType, string>> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
};

/** Whether a `Content-Type` claims one of these types. */
export function isPictureType(contentType: string): boolean {
  const [name = ''] = contentType.split(';', 1);
  return Object.hasOwn(pictureExtensions, name.trim().toLowerCase());
}

/**
 * Pixels of the longer side of a picture that is passed on: what Directus transforms at most
 * (`ASSETS_TRANSFORM_IMAGE_MAX_DIMENSION`). Larger ones are originals: Directus 11.17 sends some as they are, with 200.
 */
const largestSide = 6_000;

/** Where every type has its size; no more is given to the library that reads it, since it reads on the event loop. */
const sizeBytes = 64 * 1024;

// A file may begin as one type and be taken for another: SVG, of which the library searches all.
disableTypes(types.filter((type) => !['gif', 'jpg', 'png', 'webp'].includes(type)));

/**
 * Reads the bytes of a picture as far as it takes to know what they are.
 *
 * @returns the type of one that may be passed on, or why it may not be; `incomplete` for a part of one, which is
 * complete on the next attempt: another of our servers requested it first
 */
export function checkPicture(
  bytes: Buffer,
): { readonly type: PictureType } | { readonly refused: string } | 'incomplete' {
  const type = pictureTypeOf(bytes);
  if (bytes.length === 0 || (type && !isWhole(bytes, type))) return 'incomplete';
  if (type === null) return { refused: 'The bytes are no picture' };
  try {
    const { width, height } = imageSize(bytes.subarray(0, sizeBytes));
    if (Math.max(width, height) <= largestSide) return { type };
    return {
      refused: `The content service does not transform the original of ${width} by ${height} pixels`,
    };
  } catch {
    return { refused: 'The picture does not say its size' };
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
 * Whether the end of the picture is there. Directus responds with 200 and a part of a picture that it is still
 * writing for another request, and `Content-Length` matches that part.
 */
function isWhole(bytes: Buffer, type: PictureType): boolean {
  switch (type) {
    case 'image/webp':
      return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length;
    case 'image/png':
      return bytes.includes('IEND', -1024, 'latin1');
    case 'image/jpeg':
      // Cameras write more after the end of the picture.
      return bytes.lastIndexOf('\xff\xd9', undefined, 'latin1') > 0;
    case 'image/gif':
      return bytes.includes(0x3b, -16);
  }
}
