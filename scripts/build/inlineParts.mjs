/** Builds the inline parts of pages, styles and scripts, each with the hash that allows it in the CSP. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
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
  return inline(result.outputFiles[0].text.trim());
}

/** Generated classes that set a number, by stylesheet: our CSP forbids style attributes. */
const steppedClasses = {
  // The focal point of a picture in steps of ten percent; the middle needs none.
  base: ['x', 'y']
    .flatMap((axis) =>
      [0, 10, 20, 30, 40, 60, 70, 80, 90, 100].map((step) => `.focus-${axis}-${step}{--f${axis}:${step}%}`),
    )
    .join(''),
  // The number of posts of a tag, up to the largest size of `TagCloud`.
  blog: Array.from({ length: 12 }, (_, at) => `.tag-size-${at + 1}{--posts:${at + 1}}`).join(''),
};

/** Builds an inline stylesheet from each file of client/styles; every page has `base`. */
export async function buildStyles(run, fonts) {
  const files = (await readdir('client/styles')).filter((name) => name.endsWith('.css'));
  const result = await run({
    ...production,
    entryPoints: files.map((name) => `client/styles/${name}`),
    outdir: 'styles',
    write: false,
    minify: true,
    external: ['/static/*', '/fonts/*'],
    target: browsers,
  });
  return Object.fromEntries(
    result.outputFiles.map((file) => {
      const name = basename(file.path, '.css');
      const text = file.text.trim().replace(/\/fonts\/(\w+)\.woff2/g, (_, font) => fonts[font].url);
      return [name, inline(text + (steppedClasses[name] ?? ''))];
    }),
  );
}

/** An inline text, with the CSP source expression that allows exactly this text. */
function inline(text) {
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}
