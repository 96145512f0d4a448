/** Builds the browser's scripts: hashed files, with islands and telemetry separate from the entry. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sheets } from '../../shared/sheets.ts';
import { browsers, development, production } from './production.mjs';
import { moveMaps } from './sourceMaps.mjs';

/** Appended to the entry in development: reloads pages after a restart, and shows failed builds. */
const devClient = new URL('./devClient.js', import.meta.url);

/** Leaves out parts of the error reporting SDK: debugging, its worker, frames and shadow roots in recordings. */
const sdkFlags = {
  __SENTRY_DEBUG__: 'false',
  __RRWEB_EXCLUDE_IFRAME__: 'true',
  __RRWEB_EXCLUDE_SHADOW_DOM__: 'true',
  __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
};

const previewStyles = 'client/preview.css';

/**
 * Resolves styles that a script imports to their text, built like all others: no page needs them before the script. Those
 * of components that pages show too are in the same layer as there.
 */
const styleTexts = {
  name: 'style-texts',
  setup({ onLoad, esbuild, initialOptions: { target, minify } }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const options = { loader: 'css', target, minify, sourcefile: path };
      const { code, warnings } = await esbuild.transform(await readFile(path, 'utf8'), options);
      const name = basename(path, '.css');
      const layer = Object.keys(sheets).find((one) => sheets[one].includes(name));
      return { contents: layer ? `@layer ${layer}{${code}}` : code, loader: 'text', warnings };
    });
  },
};

/** The built file of each island, by its import path in `client/islands.ts`. */
const islandFiles = new Map();

/** Resolves the entry's imports of islands to their built files. */
const builtIslands = {
  name: 'built-islands',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/islands\// }, ({ path }) => ({ path: islandFiles.get(path), external: true }));
  },
};

/**
 * Options of esbuild for browser scripts; React is bundled like any other package.
 *
 * @type {import('esbuild').BuildOptions}
 */
const browserOptions = {
  ...production,
  platform: 'browser',
  target: ['es2022', ...browsers],
  format: 'esm',
  minify: true,
  legalComments: 'none',
};

/**
 * Builds the islands first, then the entry that imports their files. In one build, the few lines that both share would
 * become chunks of their own, each another round trip before the entry runs.
 */
export async function buildBrowser(run, outdir, forDevelopment) {
  const mode = forDevelopment ? development : production;
  const options = {
    ...browserOptions,
    ...mode,
    minify: !forDevelopment,
    outdir: `${outdir}/static`,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    metafile: true,
    sourcemap: forDevelopment ? 'linked' : 'external',
  };
  const names = (await readdir('client/islands')).filter((name) => /\.tsx?$/.test(name));
  const islands = await run({
    ...options,
    entryPoints: names.map((name) => `client/islands/${name}`),
    plugins: [styleTexts],
  });
  const files = filesByEntry(islands);
  for (const name of names) islandFiles.set(`./islands/${name}`, `./${files.get(`client/islands/${name}`)}`);
  // Built again whenever the islands were, since it contains their file names.
  const entry = await run(
    {
      ...options,
      entryPoints: ['client/main.ts'],
      plugins: [builtIslands],
      ...(forDevelopment ? { footer: { js: await readFile(devClient, 'utf8') } } : {}),
    },
    islands,
  );
  // Separate from the islands: the SDK reads React's version, and would share React's chunk with them.
  const telemetry = await run({
    ...options,
    entryPoints: ['client/telemetry/lateTelemetry.ts'],
    define: { ...mode.define, ...sdkFlags },
    // The source map is large, and not needed in development.
    ...(forDevelopment ? { sourcemap: false } : {}),
  });
  // Only editors load this.
  const preview = await run({ ...options, entryPoints: ['client/preview.ts', previewStyles] });
  const built = [islands, entry, telemetry, preview].map(({ metafile }) => metafile);
  const metafile = {
    inputs: Object.assign({}, ...built.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...built.map(({ outputs }) => outputs)),
  };
  if (!forDevelopment) {
    await compileEarly(`${outdir}/static`, metafile);
    await moveMaps(outdir);
  }
  await writeFile(`${outdir}/browser-metafile.json`, JSON.stringify(metafile));
  return {
    entry: `/static/${filesByEntry(entry).get('client/main.ts')}`,
    preview: {
      script: `/static/${filesByEntry(preview).get('client/preview.ts')}`,
      styles: `/static/${filesByEntry(preview).get(previewStyles)}`,
    },
    telemetry: `/static/${filesByEntry(telemetry).get('client/telemetry/lateTelemetry.ts')}`,
  };
}

/** The names of the built files by their entry points. */
function filesByEntry({ metafile }) {
  return new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [entryPoint, basename(path)]),
  );
}

/**
 * Makes the browser compile React's chunk eagerly, in a background thread while it loads: otherwise its functions are
 * compiled on their first call, while a visitor waits. Works in Chromium; for other browsers it is a plain comment.
 */
async function compileEarly(folder, { outputs }) {
  const holdsReact = ([, { inputs }]) =>
    Object.keys(inputs).some((path) => path.includes('/react-dom-client.'));
  for (const [path] of Object.entries(outputs).filter(holdsReact)) {
    const file = `${folder}/${basename(path)}`;
    await writeFile(file, `//# allFunctionsCalledOnLoad\n${await readFile(file, 'utf8')}`);
    if (!outputs[`${path}.map`]) continue;
    const map = JSON.parse(await readFile(`${file}.map`, 'utf8'));
    await writeFile(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
  }
}

/**
 * The sizes of scripts, each that of some entry points with all of their static imports: before the first interaction;
 * added by the first interaction with the header (React, the menu, the theme switcher); all of the contact page with
 * everything on it in use; the error reporting SDK with tracing and replay, in gzip.
 */
export async function scriptSizes(outdir, size) {
  const { outputs } = JSON.parse(await readFile(`${outdir}/browser-metafile.json`, 'utf8'));
  const pathOf = (entryPoint) => Object.keys(outputs).find((path) => outputs[path].entryPoint === entryPoint);
  const withImports = (path, all = new Set()) => {
    if (all.has(path)) return all;
    all.add(path);
    for (const imported of outputs[path].imports) {
      if (imported.kind === 'import-statement') withImports(imported.path, all);
    }
    return all;
  };
  const files = (...names) => new Set(names.flatMap((name) => [...withImports(pathOf(name))]));
  const weigh = async (paths, by = size) => {
    const sizes = await Promise.all(
      [...paths].map(async (path) => by(await readFile(`${outdir}/static/${basename(path)}`))),
    );
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  };
  const entry = files('client/main.ts');
  const header = files('client/islands/header.ts');
  const contact = files('client/islands/contactForm.ts');
  const errors = files('client/telemetry/lateTelemetry.ts', 'client/telemetry/errorReporting.ts');
  return {
    'entry script': await weigh(entry),
    'first interaction': await weigh(header.difference(entry)),
    'contact page': await weigh(entry.union(header).union(contact)),
    'error reporting': await weigh(errors, (bytes) => gzipSync(bytes, { level: 9 }).length),
  };
}
