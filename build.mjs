/**
 * Builds `dist/`: the server (with React's production build bundled) and the browser's hashed files with
 * the manifest that the server reads. Says which sizes have grown by more than a tenth since the last release;
 * `--check-sizes` fails then, `--sizes` builds only what it has to measure and keeps nothing of it, and
 * `--release` makes these sizes those of the last release.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { buildBrowser } from './scripts/build/browserFiles.mjs';
import { compressFiles } from './scripts/build/compressFiles.ts';
import { buildFonts } from './scripts/build/fonts.mjs';
import { buildInlineScript, buildStyles } from './scripts/build/inlineParts.mjs';
import { keepPreviousFiles } from './scripts/build/previousFiles.ts';
import { createRebuild } from './scripts/build/rebuild.mjs';
import { buildRootFiles } from './scripts/build/rootFiles.mjs';
import { buildServer } from './scripts/build/serverFiles.mjs';
import { describeGrowth, measureTotals, recordRelease, recordSources } from './scripts/build/sizes.mjs';

const rebuild = createRebuild();

/** The folder of development builds, separate so that their files are never kept as those of an earlier release. */
export const developmentFolder = '.cache/dev';

/**
 * Builds everything into a folder. In development the browser's entry reloads the page when the site runs another
 * build, and parts that contain none of the `changed` paths are reused from the last build of this process.
 *
 * @returns what `measureTotals` gives, and the bytes of each source; in development null
 */
export async function buildSite({ forDevelopment = false, changed = [] } = {}) {
  const outdir = forDevelopment ? developmentFolder : 'dist';
  return inNewFolder(outdir, async (next) => {
    const sizes = await buildInto(next, forDevelopment, forDevelopment ? rebuild(changed) : build);
    if (!forDevelopment) await keepPreviousFiles(`${outdir}/static`, `${next}/static`);
    await rm(outdir, { recursive: true, force: true });
    await rename(next, outdir);
    return sizes;
  });
}

/** Runs with the name of a folder beside another one, of which nothing is left in the end: no build is seen half. */
async function inNewFolder(outdir, use) {
  const next = `${outdir}.next-${process.pid}`;
  const discard = () => rmSync(next, { recursive: true, force: true });
  // An interrupted build exits without running `finally`.
  process.once('exit', discard);
  try {
    return await use(next);
  } finally {
    process.off('exit', discard);
    discard();
  }
}

/** Like `Promise.all`, but after a failure waits for the others too: they would still write into the folder. */
async function all(parts) {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

async function buildInto(outdir, forDevelopment, run) {
  const [browser] = await all([
    buildWhatBrowsersLoad(outdir, forDevelopment, run),
    buildRootFiles(outdir),
    buildServer(run, outdir, forDevelopment),
  ]);
  const { manifest, sizes } = browser;
  const id = forDevelopment ? { build: randomUUID() } : {};
  await writeFile(`${outdir}/manifest.json`, `${JSON.stringify({ ...manifest, ...id })}\n`);
  if (!forDevelopment)
    await Promise.all([compressFiles(`${outdir}/static`), compressFiles(`${outdir}/root`)]);
  return sizes;
}

/** Builds scripts, styles and fonts; returns what the server has to know of them, and their sizes. */
async function buildWhatBrowsersLoad(outdir, forDevelopment, plainRun) {
  await mkdir(`${outdir}/static`, { recursive: true });
  const { run, sources } = recordSources(plainRun);
  const [browser, fonts, bootScript, noticeScript] = await all([
    buildBrowser(run, outdir, forDevelopment),
    buildFonts(outdir),
    buildInlineScript(run, 'client/bootScript.ts'),
    buildInlineScript(run, 'client/noticeScript.ts'),
  ]);
  const styles = await buildStyles(run, fonts);
  const totals = forDevelopment ? null : await measureTotals({ outdir, bootScript, styles, fonts });
  return { manifest: { ...browser, bootScript, noticeScript, styles }, sizes: totals && { totals, sources } };
}

if (import.meta.filename === process.argv[1]) {
  // A regular exit on signals, so that the exit handlers clean up.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const wants = (flag) => process.argv.includes(flag);
  const sizes = wants('--sizes')
    ? await inNewFolder(
        '.cache/sizes',
        async (folder) => (await buildWhatBrowsersLoad(folder, false, build)).sizes,
      )
    : await buildSite();
  if (wants('--release')) await recordRelease(sizes);
  const growth = await describeGrowth(sizes);
  for (const line of growth) console.log(line);
  if (wants('--check-sizes') && growth.length > 0) process.exitCode = 1;
}
