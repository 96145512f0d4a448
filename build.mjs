/**
 * Builds `dist/`: the server (with React's production build bundled) and the browser's hashed files with
 * the manifest that the server reads. Fails if a size exceeds its budget.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';
import { buildBrowser, scriptSizes } from './scripts/build/browserFiles.mjs';
import { compressFiles } from './scripts/build/compressFiles.ts';
import { buildFonts, buildServerFont } from './scripts/build/fonts.mjs';
import { buildInlineScript, buildStyles } from './scripts/build/inlineParts.mjs';
import { keepPreviousFiles } from './scripts/build/previousFiles.ts';
import { createRebuild } from './scripts/build/rebuild.mjs';
import { buildRootFiles } from './scripts/build/rootFiles.mjs';
import { buildServer } from './scripts/build/serverFiles.mjs';

const brotli = promisify(brotliCompress);

/** Largest sizes allowed, in bytes after Brotli 11. */
const budgets = {
  bootScript: 600,
  /** Script of a page before the first interaction. */
  entryScript: 5_000,
  /** Added by the first interaction with the header: React, the menu, the theme switcher. */
  firstInteraction: 66_000,
  /** All script of the contact page with everything on it in use. */
  contactPage: 77_000,
  /** The error reporting SDK with tracing and replay; in gzip, unlike the others. */
  errorReporting: 90_000,
  pageStyles: 10_000,
  allStyles: 14_000,
  fonts: 45_000,
};

const rebuild = createRebuild();

/** The folder of development builds, separate so that their files are never kept as those of an earlier release. */
export const developmentFolder = '.cache/dev';

/**
 * Builds everything into a folder. In development the budgets are not checked, the browser's entry reloads the page
 * when the site runs another build, and parts that contain none of the `changed` paths are reused from the last build
 * of this process.
 */
export async function buildSite({ forDevelopment = false, changed = [] } = {}) {
  const outdir = forDevelopment ? developmentFolder : 'dist';
  // Built in a folder beside it and then renamed, so that an incomplete build is never visible.
  const next = `${outdir}.next-${process.pid}`;
  const discard = () => rmSync(next, { recursive: true, force: true });
  // An interrupted build exits without running `finally`.
  process.once('exit', discard);
  try {
    await buildInto(next, forDevelopment, forDevelopment ? rebuild(changed) : build);
    if (!forDevelopment) await keepPreviousFiles(`${outdir}/static`, `${next}/static`);
    await rm(outdir, { recursive: true, force: true });
    await rename(next, outdir);
  } finally {
    process.off('exit', discard);
    discard();
  }
}

async function buildInto(outdir, forDevelopment, run) {
  await mkdir(`${outdir}/static`, { recursive: true });
  const [browser, fonts] = await Promise.all([
    buildBrowser(run, outdir, forDevelopment),
    buildFonts(outdir),
    buildServerFont(outdir),
    buildRootFiles(outdir),
    buildServer(run, outdir, forDevelopment),
  ]);
  const [bootScript, noticeScript, styles] = await Promise.all([
    buildInlineScript(run, 'client/bootScript.ts'),
    buildInlineScript(run, 'client/noticeScript.ts'),
    buildStyles(run, fonts),
  ]);
  const id = forDevelopment ? { build: randomUUID() } : {};
  const manifest = { ...browser, ...id, bootScript, noticeScript, styles };
  await writeFile(`${outdir}/manifest.json`, `${JSON.stringify(manifest)}\n`);
  if (forDevelopment) return;
  await Promise.all([compressFiles(`${outdir}/static`), compressFiles(`${outdir}/root`)]);
  await assertBudgets({ outdir, bootScript, styles, fonts });
}

async function assertBudgets({ outdir, bootScript, styles, fonts }) {
  const size = async (text) =>
    (await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })).length;
  const { base, ...pages } = styles;
  const largestPage = Object.entries(pages).sort((a, b) => b[1].text.length - a[1].text.length)[0];
  const measured = {
    bootScript: await size(bootScript.text),
    ...(await scriptSizes(outdir, size)),
    pageStyles: await size(base.text + (largestPage?.[1].text ?? '')),
    allStyles: await size(
      Object.values(styles)
        .map((style) => style.text)
        .join(''),
    ),
    fonts: Object.values(fonts).reduce((sum, font) => sum + font.bytes, 0),
  };
  await writeFile(`${outdir}/sizes.json`, `${JSON.stringify(measured, null, 1)}\n`);
  const over = Object.entries(measured).filter(([name, bytes]) => bytes > budgets[name]);
  if (over.length > 0) {
    throw new Error(
      over.map(([name, bytes]) => `${name} is ${bytes} bytes, budget ${budgets[name]}`).join('\n'),
    );
  }
}

if (import.meta.filename === process.argv[1]) {
  // A regular exit on signals, so that the exit handlers clean up.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  await buildSite();
}
