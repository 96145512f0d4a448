/** The two faces of the site, cut down to what it writes. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** Everything that English text and the names in it need; other letters come from the visitor's own fonts. */
const latin =
  [...Array(0x5f).keys()].map((i) => String.fromCharCode(0x20 + i)).join('') +
  [...Array(0x60).keys()].map((i) => String.fromCharCode(0xa0 + i)).join('') +
  '\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2122';

/** The two faces: the display face in one weight and optical size, the text face in a range of weights. */
const faces = {
  display: {
    file: '@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2',
    variationAxes: { opsz: 36, wght: 460 },
  },
  body: {
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
};

/** Cut once a process: it takes longer than everything else. */
const cutFaces = new Map();

/** Cuts each face down to Latin and writes it under a name that changes with its bytes. */
export async function buildFonts(outdir) {
  const made = Object.entries(faces).map(async ([name, { file, variationAxes }]) => {
    const original = await readFile(new URL(`../../node_modules/${file}`, import.meta.url));
    const options = { targetFormat: 'woff2', variationAxes };
    const bytes = cutFaces.get(name) ?? (await subsetFont(original, latin, options));
    cutFaces.set(name, bytes);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    const url = `/static/${name}-${hash}.woff2`;
    await writeFile(`${outdir}${url}`, bytes);
    return [name, { url, bytes: bytes.length }];
  });
  return Object.fromEntries(await Promise.all(made));
}
