/**
 * Builds `dist/`: the server (React's production build baked in) and the browser's hashed files with
 * the manifest that the server reads. Budgets stand here and fail the build.
 */
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
  /** What the first touch of a header adds: React, the menu, the choice of a theme. */
  firstInteraction: 66_000,
  /** All script of the contact page, everything on it in use. */
  contactPage: 77_000,
  /** The error reporting SDK with traces and recordings, in gzip; the others are in Brotli. */
  errorReporting: 90_000,
  pageStyles: 10_000,
  allStyles: 14_000,
  fonts: 45_000,
};

const rebuild = createRebuild();

/** Of development builds: apart, so that none of their files is taken for one of an earlier release. */
export const developmentFolder = '.cache/dev';

/**
 * Builds everything into a folder. For development the budgets are not checked, the browser's entry reloads
 * the page when the site comes back after a restart, and what none of the `changed` paths is part of is as it
 * was built last in this process.
 */
export async function buildSite({ forDevelopment = false, changed = [] } = {}) {
  const outdir = forDevelopment ? developmentFolder : 'dist';
  // Built beside it and then renamed, so that the build is never seen half done.
  const next = `${outdir}.next-${process.pid}`;
  const discard = () => rmSync(next, { recursive: true, force: true });
  // An interrupted build ends without coming to `finally`.
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
  const manifest = { ...browser, bootScript, noticeScript, styles };
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
  // What the build has started ends with it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  await buildSite();
}
