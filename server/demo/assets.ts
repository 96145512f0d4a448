import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { ContentRow } from './demoRows.ts';
import { forbidden, invalidQuery } from './directusError.ts';
import { type Reply, reply } from './httpService.ts';

/** Serves `/assets/{id}` from drawn pictures. */
interface AssetSource {
  /**
   * @param id the last segment of the path, as it was written
   * @throws DirectusError 403 for an unknown id or one that is no UUID, 400 for a transform that the site does not use
   */
  read(id: string, query: URLSearchParams, files: readonly ContentRow[]): Promise<Reply>;
  /** Draws the originals of these files one after another, so that visitors need not wait for them. */
  draw(files: readonly ContentRow[]): Promise<void>;
}

/** How to transform a picture. All undefined means the file as it is. */
interface PictureTransform {
  readonly width?: number | undefined;
  /** If set, the picture is cropped, as Directus does with `fit=cover`. */
  readonly height?: number | undefined;
  readonly format?: 'webp' | 'jpeg' | undefined;
  readonly quality?: number | undefined;
}

const cacheBytes = 48 * 1024 * 1024;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const assetHeaders = { 'Cache-Control': 'public, max-age=2592000' };

/** Creates an asset source from a folder of SVG drawings. Files of type SVG are served unchanged. */
export function createAssetSource(imagesFolder: string): AssetSource {
  /** Keys are recipes: the path of the drawing and, except for the original, the transform as JSON. */
  const pictures = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: cacheBytes,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: (_recipe, _stale, { context: make }) => make(),
  });
  const drawingOf = (file: ContentRow) => path.join(imagesFolder, path.basename(String(file.filename_disk)));
  const original = (drawing: string) =>
    pictures.forceFetch(drawing, { context: () => drawOriginal(drawing) });

  return {
    async read(id, query, files) {
      if (!uuid.test(id)) throw forbidden();
      const file = files.find((row) => row.id === id.toLowerCase());
      if (file === undefined) {
        throw forbidden(
          'You don\'t have permission to perform "read" for collection "directus_files" or it does not exist.',
        );
      }
      const drawing = drawingOf(file);
      if (file.type === 'image/svg+xml') {
        return reply(200, 'image/svg+xml', await readFile(drawing), assetHeaders);
      }
      const transform = readTransform(query);
      const recipe = JSON.stringify(transform);
      const source = await original(drawing);
      const body =
        recipe === '{}'
          ? source
          : await pictures.forceFetch(`${drawing} ${recipe}`, {
              context: () => transformed(source, transform),
            });
      return reply(200, `image/${transform.format ?? 'jpeg'}`, body, assetHeaders);
    },
    async draw(files) {
      // A failure is reported when the picture is requested.
      for (const file of files) await original(drawingOf(file)).catch(() => undefined);
    },
  };
}

const knownParameters = ['width', 'height', 'fit', 'format', 'quality', 'withoutEnlargement'];

/** Reads the parameters that the site sends; it never asks for an enlarged picture. */
function readTransform(query: URLSearchParams): PictureTransform {
  const unknown = [...query.keys()].find((name) => !knownParameters.includes(name));
  if (unknown !== undefined) throw invalidQuery(`The embedded content service does not know "${unknown}"`);
  const [width, height, format, quality] = ['width', 'height', 'format', 'quality'].map(
    (name) => query.get(name) ?? undefined,
  );
  if (width !== undefined && !/^[1-9]\d{0,3}$/.test(width)) {
    throw invalidQuery(`Expected positive integer for width but received ${Number(width)} of type number`);
  }
  if (format !== undefined && format !== 'webp' && format !== 'jpg' && format !== 'jpeg') {
    throw invalidQuery(`The embedded content service does not know the format "${format}"`);
  }
  return {
    width: width === undefined ? undefined : Number(width),
    height: height === undefined ? undefined : Number(height),
    format: format === undefined ? undefined : format === 'webp' ? 'webp' : 'jpeg',
    quality: quality === undefined ? undefined : Number(quality),
  };
}

async function transformed(
  source: Buffer,
  { width, height, format, quality }: PictureTransform,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const picture =
    width === undefined
      ? sharp(source)
      : sharp(source).resize(
          height === undefined ? { width, withoutEnlargement: true } : { width, height, fit: 'cover' },
        );
  return picture.toFormat(format ?? 'jpeg', quality === undefined ? {} : { quality }).toBuffer();
}

/** The size of the originals: the drawings are stored as JPEG of this size. */
const size = { width: 1600, height: 1000 } as const;
const quality = 88;

/**
 * Drawing one picture takes a second or more, so drawn ones are cached between runs and between test files, in a folder
 * of this user under the temporary directory. File names are digests of what was drawn: a changed drawing is another
 * file, and the folder may be deleted at any time.
 */
const cacheFolder = path.join(tmpdir(), `demo-pictures-${process.getuid?.() ?? 'user'}`);

/**
 * @returns the JPEG of an SVG drawing, drawn now or cached before
 * @throws when the drawing cannot be read or is not SVG; a cache folder that cannot be written only costs time
 */
export async function drawOriginal(drawing: string): Promise<Buffer> {
  const svg = await readFile(drawing);
  const name = createHash('sha256')
    .update(`${JSON.stringify(size)} ${quality} `)
    .update(svg)
    .digest('hex');
  const cachedFile = path.join(cacheFolder, `${name}.jpg`);
  const cached = await readFile(cachedFile).catch(() => undefined);
  if (cached !== undefined) return cached;
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(svg).resize(size.width, size.height).jpeg({ quality }).toBuffer();
  await writeWhole(cachedFile, jpeg).catch(() => undefined);
  return jpeg;
}

/** Writes a temporary file and renames it, so that a half-written picture is never read. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}
