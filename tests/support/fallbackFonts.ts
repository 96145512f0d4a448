import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { latinSubset } from '../../scripts/build/fonts.mjs';

/** Their metrics are those of Arial and Times New Roman, which a machine that runs tests may lack. */
const files = ['arimo/files/arimo-latin-400', 'arimo/files/arimo-latin-700', 'tinos/files/tinos-latin-400'];

const packages = new URL('../node_modules/@fontsource/', import.meta.url);

/** A hash of the font packages and of this file; each version has its own folder. */
const version = createHash('sha256')
  .update(readFileSync(new URL('arimo/package.json', packages)))
  .update(readFileSync(new URL('tinos/package.json', packages)))
  .update(readFileSync(new URL(import.meta.url)))
  .digest('hex')
  .slice(0, 12);

const alias = (name: string, family: string) =>
  `<match target="pattern"><test name="family"><string>${name}</string></test>` +
  `<edit name="family" mode="assign" binding="same"><string>${family}</string></edit></match>\n`;

/**
 * Installs the site's fallback fonts for a browser. Returns the path of a fontconfig file with only these fonts, so
 * that pages have the same layout on every machine. Browsers accept only TrueType files here.
 */
export async function installFallbackFonts(): Promise<string> {
  const folder = join(tmpdir(), `site-fallback-fonts-${version}`);
  if (existsSync(folder)) return `${folder}/fonts.conf`;
  const next = await mkdtemp(`${folder}-`);
  await mkdir(`${next}/fonts`);
  for (const file of files) {
    const source = await readFile(new URL(`${file}-normal.woff2`, packages));
    const font = await latinSubset(source, { targetFormat: 'truetype' });
    await writeFile(`${next}/fonts/${file.slice(file.lastIndexOf('/') + 1)}.ttf`, font);
  }
  await writeFile(
    `${next}/fonts.conf`,
    `<?xml version="1.0"?><fontconfig>
<dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir>
${alias('Arial', 'Arimo')}${alias('Times New Roman', 'Tinos')}${alias('sans-serif', 'Arimo')}${alias('serif', 'Tinos')}
</fontconfig>`,
  );
  // Another process may have created it first.
  await rename(next, folder).catch(() => rm(next, { recursive: true }));
  return `${folder}/fonts.conf`;
}
