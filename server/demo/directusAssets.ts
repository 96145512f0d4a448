import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Answer, ReceivedRequest } from './answer.ts';
import type { ContentRow } from './contentCollections.ts';
import { forbidden, forbiddenAsset } from './directusErrors.ts';
import { drawOriginal } from './drawnOriginals.ts';
import { applyTransform, isUntouched, readTransform } from './pictureTransform.ts';
import { parseQuery, textParameter } from './queryString.ts';

/** Answers `/assets/{id}` from drawn pictures. */
export interface AssetSource {
  /**
   * @param id the last but optional name segment of the path, as it was written
   * @throws DirectusError 403 for an unknown id or one that is no UUID, and as `readTransform` does
   */
  read(id: string, request: ReceivedRequest, files: readonly ContentRow[]): Promise<Answer>;
  /** Draws the originals of these files one after another, so that visitors need not wait for them. */
  draw(files: readonly ContentRow[]): Promise<void>;
}

const cacheBytes = 48 * 1024 * 1024;
const mostTransforms = 2;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Makes an asset source over a folder of SVG drawings. As Directus 11.17 answers: 30 days of caching, one
 * strong ETag (the second of the file's last change) for every size and format, no conditional answers, SVG
 * files passed through whatever is asked.
 */
export function createAssetSource(imagesFolder: string): AssetSource {
  const runTransform = limitConcurrency(mostTransforms);

  /** A recipe is the drawing's file name and, for all but the original, the transform as JSON. */
  const pictures = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: cacheBytes,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: (_recipe, _stale, { context: work }) => work(),
  });

  const make = (recipe: string, work: () => Promise<Buffer>): Promise<Buffer> =>
    pictures.forceFetch(recipe, { context: work });

  const original = (drawing: string): Promise<Buffer> =>
    make(drawing, () => runTransform(() => drawOriginal(path.join(imagesFolder, path.basename(drawing)))));

  return {
    async read(id, request, files) {
      if (!uuid.test(id)) throw forbidden();
      const file = files.find((row) => row.id === id.toLowerCase());
      if (file === undefined) throw forbiddenAsset();
      const drawing = String(file.filename_disk);
      if (file.type === 'image/svg+xml') {
        const svg = await readFile(path.join(imagesFolder, path.basename(drawing)));
        return assetAnswer(file, 'image/svg+xml', svg);
      }
      const query = parseQuery(request.search);
      const accept = String(request.headers.accept ?? '');
      const transform = readTransform(query, accept);
      const source = await original(drawing);
      const body = isUntouched(transform)
        ? source
        : await make(`${drawing} ${JSON.stringify(transform)}`, () =>
            runTransform(async () => {
              const { default: sharp } = await import('sharp');
              return applyTransform(sharp(source), transform).toBuffer();
            }),
          );
      const answer = assetAnswer(file, `image/${transform.format ?? 'jpeg'}`, body);
      if (textParameter(query, 'format')?.toLowerCase() === 'auto') answer.headers.Vary += ', Accept';
      return answer;
    },
    async draw(files) {
      const drawings = files.map((file) => String(file.filename_disk));
      // One that fails is reported to whoever asks for it.
      for (const drawing of drawings) await original(drawing).catch(() => undefined);
    },
  };
}

function assetAnswer(file: ContentRow, contentType: string, body: Buffer): Answer {
  const changed = new Date(String(file.modified_on));
  const headers = {
    'Content-Type': contentType,
    'Content-Disposition': `inline; filename="${String(file.filename_download)}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=2592000',
    Vary: 'Origin, Cache-Control',
    'Last-Modified': changed.toUTCString(),
    ETag: `"${Math.floor(changed.getTime() / 1000)}"`,
    'Content-Length': String(body.length),
  };
  return { status: 200, headers, body };
}

/** @returns a runner that starts at most `most` of its jobs at once; the others wait in order. */
function limitConcurrency(most: number): <Result>(job: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (job) => {
    // A finished job hands its place to the first that waits, so the count stays while somebody does.
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
