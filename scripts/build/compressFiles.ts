/** Compresses built files at build time, so that the server never has to. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Not pictures and fonts, which are already compressed. */
const worthIt = new Set(['.js', '.css', '.json', '.svg', '.ico']);

/** Writes `name.br` (Brotli 11) and `name.gz` (gzip 9) next to every file in the folder that becomes smaller by it. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => worthIt.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const file = `${folder}/${name}`;
      const bytes = await readFile(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      const [br, gz] = await Promise.all([
        compressBrotli(bytes, { params }),
        compressGzip(bytes, { level: 9 }),
      ]);
      if (br.length < bytes.length) await writeFile(`${file}.br`, br);
      if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
    }),
  );
}
