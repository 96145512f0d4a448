import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { latinSubset } from '../../scripts/build/fonts.mjs';

/** They have the measures of Arial and Times New Roman, which no machine of a test need have. */
const files = ['arimo/files/arimo-latin-400', 'arimo/files/arimo-latin-700', 'tinos/files/tinos-latin-400'];

/**
 * Installs the fallback fonts of the site for a browser: the path of a fontconfig file that names them beside
 * the machine's own fonts. Browsers take TrueType files only.
 */
export async function installFallbackFonts(): Promise<string> {
  const folder = join(tmpdir(), 'site-fallback-fonts');
  const next = await mkdtemp(`${folder}-`);
  await mkdir(`${next}/fonts`);
  for (const file of files) {
    const font = await latinSubset(`@fontsource/${file}-normal.woff2`, { targetFormat: 'truetype' });
    await writeFile(`${next}/fonts/${file.slice(file.lastIndexOf('/') + 1)}.ttf`, font);
  }
  await writeFile(
    `${next}/fonts.conf`,
    `<?xml version="1.0"?><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir>
</fontconfig>`,
  );
  // Another process may have done so first.
  await rename(next, folder).catch(() => rm(next, { recursive: true }));
  return `${folder}/fonts.conf`;
}
