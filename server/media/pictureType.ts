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
 * The type of a picture by its signature, whatever its declared type. Signatures: RFC 9649 2.4 (WebP), ISO/IEC
 * 10918-1 (JPEG), PNG 5.2, GIF89a 17.
 *
 * @returns null for everything that is not a picture of these types
 */
export function pictureTypeOf(bytes: Buffer): PictureType | null {
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
export function isWhole(bytes: Buffer, type: PictureType): boolean {
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
