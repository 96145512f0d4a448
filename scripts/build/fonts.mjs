/** Subsets the two web fonts of the site to the characters that it uses. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** All characters of English text and the names in it; others are shown in the visitor's own fonts. */
const latin =
  [...Array(0x5f).keys()].map((i) => String.fromCharCode(0x20 + i)).join('') +
  [...Array(0x60).keys()].map((i) => String.fromCharCode(0xa0 + i)).join('') +
  '\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2122';

/** Headings have one weight and optical size, text has a range of weights. */
const fonts = {
  display: {
    file: '@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2',
    variationAxes: { opsz: 36, wght: 460 },
  },
  body: {
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
};

const packages = new URL('../../node_modules/', import.meta.url);

/** Each font is subset once per process, because that takes longer than the rest of the build. */
const subsets = new Map();

/**
 * Subsets a font file to Latin.
 *
 * @param {Buffer} font
 * @param {object} options those of `subset-font`
 * @returns {Promise<Uint8Array>}
 */
export async function latinSubset(font, options) {
  return subsetFont(font, latin, options);
}

/** Subsets each font to Latin and writes it under a name with a content hash. */
export async function buildFonts(outdir) {
  const made = Object.entries(fonts).map(async ([name, { file, variationAxes }]) => {
    const options = { targetFormat: 'woff2', variationAxes };
    const bytes = subsets.get(name) ?? (await latinSubset(await readFile(new URL(file, packages)), options));
    subsets.set(name, bytes);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    const url = `/static/${name}-${hash}.woff2`;
    await writeFile(`${outdir}${url}`, bytes);
    return [name, { url, bytes: bytes.length }];
  });
  return Object.fromEntries(await Promise.all(made));
}
