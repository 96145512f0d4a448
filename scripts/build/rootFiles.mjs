/**
 * Builds the files with fixed addresses: the drawings for frames without a picture, that of the call to action, and
 * the icons.
 * The sources use the color variables of the themes; in icons these are replaced by the colors of the default theme.
 */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';

/** Writes them into `root/` of the build, whose files are served at `/`. */
export async function buildRootFiles(outdir) {
  const root = `${outdir}/root`;
  await mkdir(root, { recursive: true });
  const colors = await defaultColors();
  const icon = async (name) =>
    Buffer.from(inColors(await readFile(`client/icons/${name}.svg`, 'utf8'), colors));
  const [mark, maskable, social] = await Promise.all(['mark', 'maskable', 'social'].map(icon));
  const small = await png(mark, 32);
  await Promise.all([
    writeDrawings(root),
    cp('client/icons/band.svg', `${root}/band.svg`),
    writeFile(`${root}/favicon.svg`, mark),
    writeFile(`${root}/favicon.ico`, icoOf(small)),
    writeFile(`${root}/icon-32.png`, small),
    // Devices crop touch icons to a rounded square, so these have no rounded corners of their own.
    png(maskable, 180).then((bytes) => writeFile(`${root}/apple-touch-icon.png`, bytes)),
    png(maskable, 512).then((bytes) => writeFile(`${root}/icon-512.png`, bytes)),
    png(social, 1200).then((bytes) => writeFile(`${root}/social.png`, bytes)),
  ]);
}

/** Writes an SVG sprite of all drawings, each a symbol that pages refer to by its name. */
async function writeDrawings(root) {
  const files = (await readdir('client/drawings')).filter((name) => name.endsWith('.svg')).sort();
  const symbols = await Promise.all(files.map(symbolOf));
  await writeFile(
    `${root}/drawings.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`,
  );
}

async function symbolOf(file) {
  const source = await readFile(`client/drawings/${file}`, 'utf8');
  const [, viewBox, content] = /<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(source) ?? [];
  if (!content) throw new Error(`client/drawings/${file} is no drawing.`);
  const id = basename(file, '.svg');
  return `<symbol id="${id}" viewBox="${viewBox}" preserveAspectRatio="xMidYMax slice">${content.replace(/\n\s*/g, '')}</symbol>`;
}

/** The colors of the default theme, which is the first rule of themes.css. */
async function defaultColors() {
  const [, rule = ''] =
    /\{([^}]*)\}/.exec(await readFile('client/styles/foundation/themes.css', 'utf8')) ?? [];
  return new Map([...rule.matchAll(/(--\w+):\s*(#[0-9a-f]+);/g)].map(([, name, color]) => [name, color]));
}

function inColors(source, colors) {
  return source.replace(/var\((--\w+)\)/g, (_, name) => {
    const color = colors.get(name);
    if (!color) throw new Error(`The default theme has no ${name}.`);
    return color;
  });
}

/** PNG files by width and source, for a process that builds repeatedly. */
const drawn = new Map();

function png(svg, width) {
  const name = `${width} ${svg}`;
  if (!drawn.has(name)) drawn.set(name, draw(svg, width));
  return drawn.get(name);
}

/** Renders at the final size; few colors, so that a palette holds them all. */
async function draw(svg, width) {
  const { width: own } = await sharp(svg).metadata();
  return sharp(svg, { density: (72 * width) / own })
    .resize({ width })
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

/** An ICO file is a directory followed by images; ours has one image, a PNG of 32 pixels. */
function icoOf(bytes) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, bytes]);
}
