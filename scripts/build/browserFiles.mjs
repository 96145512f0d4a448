/** The browser's script: hashed files, islands and telemetry apart from the entry. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { development, production } from './production.mjs';
import { moveMaps } from './sourceMaps.mjs';

/** Reloads pages after a restart, and shows failed builds. */
const devClient = new URL('./devClient.js', import.meta.url);

/** What the error reporting SDK leaves out: its debugging, its worker; frames and shadow roots in recordings. */
const sdkFlags = {
  __SENTRY_DEBUG__: 'false',
  __RRWEB_EXCLUDE_IFRAME__: 'true',
  __RRWEB_EXCLUDE_SHADOW_DOM__: 'true',
  __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
};

/** The styles that an island fetches with its code, and no page has inline. */
const searchStyles = 'shared/islands/searchDialog.css';

const previewStyles = 'client/preview.css';

/** The built file of each island's code, by its source as `client/islands.ts` names it. */
const islandFiles = new Map();

/** The entry's imports of islands lead to the files that have been built of them. */
const builtIslands = {
  name: 'built-islands',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/islands\// }, ({ path }) => ({ path: islandFiles.get(path), external: true }));
  },
};

/**
 * How esbuild makes script for browsers; React is bundled as any other package.
 *
 * @type {import('esbuild').BuildOptions}
 */
const browserOptions = {
  ...production,
  platform: 'browser',
  target: ['es2022', 'chrome109', 'safari16', 'firefox115'],
  format: 'esm',
  minify: true,
  legalComments: 'none',
};

/**
 * The islands first, then the entry that names their files. Built together, the few lines that both need would
 * become files of their own, and each a round trip before the entry runs.
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
    entryPoints: [...names.map((name) => `client/islands/${name}`), searchStyles],
  });
  const files = filesByEntry(islands);
  for (const name of names) islandFiles.set(`./islands/${name}`, `./${files.get(`client/islands/${name}`)}`);
  // Built again where they were, since it names their files.
  const entry = await run(
    {
      ...options,
      entryPoints: ['client/main.ts'],
      plugins: [builtIslands],
      ...(forDevelopment ? { footer: { js: await readFile(devClient, 'utf8') } } : {}),
    },
    islands,
  );
  // Apart from the islands: the SDK needs React's version, and would share React's file with them.
  const telemetry = await run({
    ...options,
    entryPoints: ['client/telemetry/lateTelemetry.ts'],
    define: { ...mode.define, ...sdkFlags },
    // Large, and nobody reads it.
    ...(forDevelopment ? { sourcemap: false } : {}),
  });
  // Of editors alone, and of no size that visitors would notice.
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
    searchStyles: `/static/${files.get(searchStyles)}`,
    preview: {
      script: `/static/${filesByEntry(preview).get('client/preview.ts')}`,
      styles: `/static/${filesByEntry(preview).get(previewStyles)}`,
    },
    telemetry: `/static/${filesByEntry(telemetry).get('client/telemetry/lateTelemetry.ts')}`,
  };
}

/** The names of built files by their entry points. */
function filesByEntry({ metafile }) {
  return new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [entryPoint, basename(path)]),
  );
}

/**
 * Makes the browser compile the file that holds React while it is fetched, in a thread of its own: otherwise it is
 * parsed again when React is first called, while a visitor waits. Chromium does so, for others it is a comment.
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

/** The size of each part of the browser's script: the files of each island with everything that they import. */
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
    entryScript: await weigh(entry),
    firstInteraction: await weigh(header.difference(entry)),
    contactPage: await weigh(entry.union(header).union(contact)),
    errorReporting: await weigh(errors, (bytes) => gzipSync(bytes, { level: 9 }).length),
  };
}
