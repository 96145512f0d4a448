/**
 * The sizes of what browsers load, compared with those of the last release: by more than a tenth larger, they are
 * reported with the files that grew. Only CI fails because of them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { scriptSizes } from './browserFiles.mjs';

const brotli = promisify(brotliCompress);
const released = new URL('./releasedSizes.json', import.meta.url);
const mostGrowth = 0.1;
const mostNames = 3;

/**
 * Wraps esbuild's `build`, or a substitute for it, so that it adds up the minified bytes of each source file, or
 * package, in its results.
 */
export function recordSources(run) {
  const sources = {};
  const recorded = async (options, basis) => {
    const result = await run({ ...options, metafile: true }, basis);
    for (const { inputs } of Object.values(result.metafile.outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        const [name] = /^node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [path];
        sources[name] = (sources[name] ?? 0) + bytesInOutput;
      }
    }
    return result;
  };
  return { sources, run: recorded };
}

/**
 * Measures a build, in bytes after Brotli 11.
 *
 * @returns {Promise<Record<string, number>>}
 */
export async function measureTotals({ outdir, bootScript, styles, fonts }) {
  const size = async (text) =>
    (await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })).length;
  const sheets = Object.values(styles.layers).flatMap(Object.values);
  return {
    'boot script': await size(bootScript),
    ...(await scriptSizes(outdir, size)),
    'styles of every page': await size(styles.base),
    'styles of all pages': await size(styles.base + sheets.join('')),
    fonts: Object.values(fonts).reduce((sum, font) => sum + font.bytes, 0),
  };
}

/** A line for each total that has grown by more than a tenth since the last release. */
export async function describeGrowth({ totals, sources }) {
  const before = JSON.parse(await readFile(released, 'utf8'));
  return Object.entries(totals)
    .filter(([name, bytes]) => bytes > before.totals[name] * (1 + mostGrowth))
    .map(([name, bytes]) => {
      const percent = Math.round((bytes / before.totals[name] - 1) * 100);
      const isStyle = name.startsWith('styles');
      const grown = Object.entries(sources)
        .map(([file, now]) => ({ file, by: now - (before.sources[file] ?? 0) }))
        .filter(({ file, by }) => by > 0 && file.endsWith('.css') === isStyle)
        .sort((a, b) => b.by - a.by)
        .slice(0, mostNames)
        .map(({ file, by }) => `${file} by ${by}`);
      return `Size of ${name}: ${bytes} bytes, ${percent} % more than in ${before.version}. ${
        grown.length > 0 ? `Of the files, before compression, grew most: ${grown.join(', ')}.` : ''
      }`.trim();
    });
}

/** Makes the sizes of this build those of the last release. */
export async function recordRelease({ totals, sources }) {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const sorted = Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(released, `${JSON.stringify({ version, totals, sources: sorted }, null, 2)}\n`);
}
