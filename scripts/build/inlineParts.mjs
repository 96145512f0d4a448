/** Builds the inline parts of pages: the scripts and the styles. */
import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { sheets } from '../../shared/sheets.ts';
import { browsers, production } from './production.mjs';

/** Builds an inline script. It must be the same on every page, so that a hash can allow it. */
export async function buildInlineScript(run, file) {
  const result = await run({
    ...production,
    entryPoints: [file],
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2020',
  });
  return result.outputFiles[0].text.trim();
}

/** Generated stylesheets, of classes that set a number: our CSP forbids style attributes. */
const generated = {
  // The number of posts of a tag, up to the largest size of `TagCloud`.
  tagSizes: Array.from({ length: 12 }, (_, at) => `.tag-size-${at + 1}{--posts:${at + 1}}`).join(''),
};

/** Builds the stylesheet that every page has, and the stylesheets of components by layer, in their order. */
export async function buildStyles(run, fonts) {
  const files = await Array.fromAsync(glob('{shared,server/site}/**/*.css'));
  const fileOf = Object.fromEntries(files.map((file) => [basename(file, '.css'), file]));
  const names = Object.values(sheets)
    .flat()
    .filter((name) => !generated[name]);
  const lost = names.filter((name) => !fileOf[name]);
  if (lost.length > 0) throw new Error(`shared/sheets.ts names ${lost.join(', ')}, which no file is called.`);
  const result = await run({
    ...production,
    entryPoints: {
      base: 'client/styles/base.css',
      ...Object.fromEntries(names.map((name) => [name, fileOf[name]])),
    },
    outdir: 'styles',
    write: false,
    minify: true,
    external: ['/static/*', '/fonts/*'],
    target: browsers,
  });
  const texts = { ...generated };
  for (const { path, text } of result.outputFiles)
    texts[basename(path, '.css')] = text
      .trim()
      .replace(/\/fonts\/(\w+)\.woff2/g, (_, font) => fonts[font].url);
  const layers = Object.entries(sheets).map(([layer, ordered]) => [
    layer,
    Object.fromEntries(ordered.map((name) => [name, texts[name]])),
  ]);
  return { base: texts.base, layers: Object.fromEntries(layers) };
}
