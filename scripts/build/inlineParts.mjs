/** The inline parts of every page: styles and the one script, each with the hash that allows it. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { production } from './production.mjs';

/** An inline script: small enough to stand in pages, and constant, so that its hash can allow it. */
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

/** Rules that differ by a number, by the stylesheet that has them: no element may have a style attribute. */
const steppedClasses = {
  // The focal point of a picture in steps of ten per cent; the middle needs none.
  base: ['x', 'y']
    .flatMap((axis) =>
      [0, 10, 20, 30, 40, 60, 70, 80, 90, 100].map((step) => `.focus-${axis}-${step}{--f${axis}:${step}%}`),
    )
    .join(''),
  // The posts of a tag, up to the largest size of `TagCloud`.
  blog: Array.from({ length: 12 }, (_, at) => `.tag-size-${at + 1}{--posts:${at + 1}}`).join(''),
};

/** One inline stylesheet for each file of client/styles; `base` stands in every page. */
export async function buildStyles(run, fonts) {
  const files = (await readdir('client/styles')).filter((name) => name.endsWith('.css'));
  const result = await run({
    ...production,
    entryPoints: files.map((name) => `client/styles/${name}`),
    outdir: 'styles',
    write: false,
    minify: true,
    external: ['/static/*', '/fonts/*'],
    target: ['chrome109', 'safari16', 'firefox115'],
  });
  return Object.fromEntries(
    result.outputFiles.map((file) => {
      const name = basename(file.path, '.css');
      const text = file.text.trim().replace(/\/fonts\/(\w+)\.woff2/g, (_, font) => fonts[font].url);
      return [name, inline(text + (steppedClasses[name] ?? ''))];
    }),
  );
}

/** Text that stands inline, with the source expression that allows exactly it. */
function inline(text) {
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}
