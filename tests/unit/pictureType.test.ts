import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkPicture } from '../../server/media/pictureType.ts';
import { createRandom } from '../support/createRandom.ts';

const formats = ['webp', 'jpeg', 'png', 'gif'] as const;
const pictures = await Promise.all(
  formats.map((format) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .toFormat(format)
      .toBuffer(),
  ),
);

/** A JPEG whose size is stated after other segments of this many bytes. */
function jpegWithSizeAfter(bytes: number): Buffer {
  const first = '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0';
  const segments = '\xff\xe2\x10\0'.padEnd(0x1002, ' ').repeat(bytes / 0x1002);
  return Buffer.from(`${first}${segments}\xff\xc0\0\x0b\x08\0\x28\0\x3c\x01\xff\xd9`, 'latin1');
}

describe('B18 the bytes of a picture', () => {
  it('are read at their beginning only, where every picture states its size', () => {
    expect(checkPicture(jpegWithSizeAfter(0))).toEqual({ kind: 'picture', type: 'image/jpeg' });
    expect(checkPicture(jpegWithSizeAfter(48 * 1024))).toEqual({ kind: 'picture', type: 'image/jpeg' });
    const reason = 'The picture does not say its size';
    expect(checkPicture(jpegWithSizeAfter(80 * 1024))).toEqual({ kind: 'refused', reason });
  });

  it('are not searched for a type that they do not begin as', () => {
    // Its parser would scan an AVIF again for each of its boxes.
    const avif = Buffer.from('\0\0\0\x14ftypavif\0\0\0\0avif', 'latin1');
    expect(checkPicture(avif)).toEqual({ kind: 'refused', reason: 'The bytes are not a picture' });
    const svg = '<svg width="60" height="40"></svg>';
    const bytes = Buffer.from(`RIFF\0\0\0\0WEBP${svg}`, 'latin1');
    expect(checkPicture(bytes)).toEqual({ kind: 'refused', reason: 'The picture does not say its size' });
  });

  it('cause no error when changed at random, and pass for no other type', () => {
    const random = createRandom(26);
    const kinds = new Set<string>();
    for (let count = 0; count < 20_000; count += 1) {
      const bytes = Buffer.from(pictures[count % pictures.length] ?? []);
      for (let change = 0; change < 1 + (count % 4); change += 1) {
        bytes[Math.floor(random() * Math.min(bytes.length, 60))] = Math.floor(random() * 256);
      }
      const checked = checkPicture(bytes.subarray(0, random() < 0.2 ? Math.floor(random() * 60) : undefined));
      kinds.add('type' in checked ? checked.type : checked.reason);
    }
    const others = [...kinds].filter((kind) => !/^The content service does not transform/.test(kind));
    expect(others.sort()).toEqual([
      'The bytes are not a picture',
      'The picture does not say its size',
      'The picture is not complete',
      'image/gif',
      'image/jpeg',
      'image/png',
      'image/webp',
    ]);
  });
});
