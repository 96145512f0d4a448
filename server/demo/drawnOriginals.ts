import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What the originals measure: the drawings are stored as JPEG of this size. */
const size = { width: 1600, height: 1000 } as const;
const quality = 88;

/**
 * Drawing takes a second or more for one picture, so what was drawn is kept between runs and between test
 * files, in a folder of this user under the temporary directory. Its names follow from what was drawn: a
 * changed drawing is another file, and the folder may be deleted at any time.
 */
const keptFolder = path.join(tmpdir(), `demo-pictures-${process.getuid?.() ?? 'user'}`);

/**
 * @returns the JPEG of an SVG drawing, drawn now or kept from before
 * @throws when the drawing cannot be read or is no SVG; a folder that cannot be written costs only time
 */
export async function drawOriginal(drawing: string): Promise<Buffer> {
  const svg = await readFile(drawing);
  const name = createHash('sha256')
    .update(`${JSON.stringify(size)} ${quality} `)
    .update(svg)
    .digest('hex');
  const kept = path.join(keptFolder, `${name}.jpg`);
  const held = await readFile(kept).catch(() => undefined);
  if (held !== undefined) return held;
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(svg).resize(size.width, size.height).jpeg({ quality }).toBuffer();
  await keepFile(kept, jpeg).catch(() => undefined);
  return jpeg;
}

/** Written beside and renamed, so that nobody reads half a picture. */
async function keepFile(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}
