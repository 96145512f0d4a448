import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkPicture } from '../../server/media/pictureType.ts';
import { createRandom } from '../support/createRandom.ts';
import { growsTooFast } from '../support/growth.ts';

const formats = ['webp', 'jpeg', 'png', 'gif'] as const;
const pictures = await Promise.all(
  formats.map((format) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .toFormat(format)
      .toBuffer(),
  ),
);

/** Pieces that a parser might scan for repeatedly: boxes, segments, chunks, the tags and attributes of SVG. */
const pumps = [
  `\0\0\0\x14ispe${'\0'.repeat(12)}`,
  '\xff\xe0\0\x02',
  '\xff\xe1\0\x08Exif\0\0',
  '\xff\xd8',
  '\xff\0',
  '\0\0',
  '\0\0\0\0IDAT',
  '\0\0\0\0CgBI',
  'VP8X',
  '!\xff',
  '<svg ',
  '<svg "',
  "<svg '>",
  ' width="',
  ' viewBox="\n',
];
/** The beginning of an AVIF, which its parser would scan again for each of its `ispe` boxes. */
const box = (name: string, rest = '') => `\0\0\x3c\0${name}${rest}`;
const avif = `\0\0\0\x14ftypavif\0\0\0\0avif${box('meta', '\0\0\0\0')}${box('iprp')}${box('ipco')}`;
const beginnings = [
  avif,
  '\xff\xd8\xff',
  '\x89PNG\r\n\x1a\n',
  'RIFF\0\0\0\0WEBP',
  "RIFF\0\0\0\0WEBP<svg '<svg >",
  'GIF89a',
  ...pictures.map((picture) => picture.toString('latin1', 0, 40)),
];
const ends = '\xff\xd9IEND\xae\x42\x60\x82\x3b';

describe('B18 the bytes of a picture', () => {
  it.each(beginnings)('are read in linear time, whatever follows %j', (beginning) => {
    const slow = pumps.filter((pump) =>
      growsTooFast((size) => {
        const text = beginning + pump.repeat(size / pump.length) + ends;
        checkPicture(Buffer.from(text, 'latin1'));
      }, 4_000),
    );
    expect(slow).toEqual([]);
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
