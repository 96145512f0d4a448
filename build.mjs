/**
 * Builds `dist/`: the server (React's production build baked in) and the browser's hashed files with
 * the manifest that the server reads. Budgets stand here and fail the build.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';
import subsetFont from 'subset-font';
import { browserTelemetry, moveMaps } from './scripts/build/browserTelemetry.mjs';
import { compressFiles } from './scripts/build/compressFiles.ts';
import { keepOwnMappings } from './scripts/build/ownMappings.ts';
import { keepPreviousFiles } from './scripts/build/previousFiles.ts';
import { createRebuild } from './scripts/build/rebuild.mjs';
import { buildRootFiles } from './scripts/build/rootFiles.mjs';

const brotli = promisify(brotliCompress);

/** Largest sizes allowed, in bytes after Brotli 11. */
const budgets = {
  bootScript: 600,
  /** Script of a page that nobody touches. */
  entryScript: 5_000,
  /** What the first touch of a header adds: React, the menu, the choice of a theme. */
  firstInteraction: 66_000,
  /** All script of the contact page, everything on it in use. */
  contactPage: 74_000,
  pageStyles: 8_000,
  allStyles: 14_000,
  fonts: 45_000,
};

const production = {
  define: { 'process.env.NODE_ENV': '"production"' },
  conditions: ['production'],
  bundle: true,
  minifySyntax: true,
  jsx: 'automatic',
  logLevel: 'warning',
};

/** Packages that stay outside the server bundle: native ones, and those that most processes never load. */
const serverExternals = ['sharp', 'pino-pretty', '@sentry/node', '@sentry/profiling-node'];

const rebuild = createRebuild();

/**
 * Builds everything into `outdir`. For development the budgets are not checked, the browser's entry reloads
 * the page when the site comes back after a restart, and what none of the `changed` paths is part of is as it
 * was built last in this process.
 */
export async function buildSite({ outdir = 'dist', forDevelopment = false, changed = [] } = {}) {
  // Built beside and then put in place, so that nobody ever finds half a build.
  const next = `${outdir}.next-${process.pid}`;
  try {
    await buildInto(next, forDevelopment, forDevelopment ? rebuild(changed) : build);
    if (!forDevelopment) await keepPreviousFiles(`${outdir}/static`, `${next}/static`);
    await rm(outdir, { recursive: true, force: true });
    await rename(next, outdir);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

async function buildInto(outdir, forDevelopment, run) {
  await mkdir(`${outdir}/static`, { recursive: true });
  const [browser, bootScript, contentSchema, fonts] = await Promise.all([
    buildBrowser(run, outdir, forDevelopment),
    buildBootScript(run),
    digestParsers(run),
    buildFonts(outdir),
    buildRootFiles(outdir),
    buildServer(run, outdir, forDevelopment),
  ]);
  const styles = await buildStyles(run, fonts);
  const manifest = {
    ...{ ...browser, bootScript, styles, contentSchema },
    fonts: Object.values(fonts).map((font) => font.url),
  };
  await writeFile(`${outdir}/manifest.json`, `${JSON.stringify(manifest)}\n`);
  if (forDevelopment) return;
  await Promise.all([compressFiles(`${outdir}/static`), compressFiles(`${outdir}/root`)]);
  await assertBudgets({ outdir, bootScript, styles, fonts });
}

/**
 * `import … from 'node:http'` reads every export of it, and two of them load a whole HTTP client and a parser
 * in WebAssembly that the site never uses: a fifth of its start. Asked for in this way, only what is named is read.
 */
const leanHttp = {
  name: 'lean-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'http', namespace: 'builtin' }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, () => ({
      contents: "module.exports = process.getBuiltinModule('node:http')",
    }));
  },
};

async function buildServer(run, outdir, forDevelopment) {
  await run({
    ...production,
    entryPoints: {
      main: 'server/main.ts',
      demo: 'server/demo/runDemo.ts',
      instrument: 'server/instrument.ts',
    },
    outdir: `${outdir}/server`,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: serverExternals,
    plugins: [leanHttp],
    // Half the bytes to read at every start; names stay, for stacks and profiles.
    minifyWhitespace: true,
    lineLimit: 200,
    sourcemap: true,
    // The process holds its map: names and lines are what a stack needs.
    sourcesContent: false,
    // CommonJS packages inside an ES module bundle still call require.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  if (!forDevelopment) await keepOwnMappings(`${outdir}/server/main.js.map`);
}

/** Some browsers try again by themselves when nobody listens, others give up. */
const reloadAfterRestart =
  "(function listen(broken){const s=new EventSource('/dev/reload');s.onopen=()=>{if(broken)location.reload()};s.onerror=()=>{broken=true;if(s.readyState===2)setTimeout(listen,150,true)}})(false);";

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
 * The islands first, then the entry that names their files. Built together, the few lines that both need would
 * become files of their own, and each a round trip before the entry runs.
 */
async function buildBrowser(run, outdir, forDevelopment) {
  const options = {
    ...production,
    outdir: `${outdir}/static`,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    platform: 'browser',
    target: ['es2022', 'chrome109', 'safari16', 'firefox115'],
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    legalComments: 'none',
    ...(await browserTelemetry(outdir)),
    // Nobody looks for them in development, and they are a third of the work.
    ...(forDevelopment ? { sourcemap: false } : {}),
  };
  const names = (await readdir('client/islands')).filter((name) => /\.tsx?$/.test(name));
  const late = await run({
    ...options,
    entryPoints: [...names.map((name) => `client/islands/${name}`), 'client/telemetry/lateTelemetry.ts'],
  });
  const lateFiles = filesByEntry(late);
  for (const name of names)
    islandFiles.set(`./islands/${name}`, `./${lateFiles.get(`client/islands/${name}`)}`);
  // Built again where they were, since it names their files.
  const entry = await run(
    {
      ...options,
      entryPoints: ['client/main.ts'],
      plugins: [...(options.plugins ?? []), builtIslands],
      ...(forDevelopment ? { footer: { js: reloadAfterRestart } } : {}),
    },
    late,
  );
  const metafile = {
    inputs: { ...late.metafile.inputs, ...entry.metafile.inputs },
    outputs: { ...late.metafile.outputs, ...entry.metafile.outputs },
  };
  await compileEarly(`${outdir}/static`, metafile);
  if (!forDevelopment) await moveMaps(outdir);
  await writeFile(`${outdir}/browser-metafile.json`, JSON.stringify(metafile));
  return {
    entry: `/static/${filesByEntry(entry).get('client/main.ts')}`,
    telemetry: `/static/${lateFiles.get('client/telemetry/lateTelemetry.ts')}`,
  };
}

/** The names of built files by their entry points. */
function filesByEntry({ metafile }) {
  return new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [entryPoint, basename(path)]),
  );
}

/**
 * Asks the browser to compile the file that holds React while it is fetched, in a thread of its own: otherwise
 * it is read again when React is first called, while a visitor waits. Chromium heeds it, for others it is a comment.
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

/** The one inline script: small enough to stand in every page, and constant, so that its hash can allow it. */
async function buildBootScript(run) {
  const result = await run({
    ...production,
    entryPoints: ['client/themeBoot.ts'],
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2020',
  });
  return inline(result.outputFiles[0].text.trim());
}

/** Two builds whose parsers are the same code can read each other's content snapshots. */
async function digestParsers(run) {
  const result = await run({
    ...production,
    entryPoints: ['server/content/contentQuestions.ts'],
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
  });
  return createHash('sha256').update(result.outputFiles[0].contents).digest('hex').slice(0, 16);
}

/** Everything that English text and the names in it need; other letters come from the visitor's own fonts. */
const latin =
  [...Array(0x5f).keys()].map((i) => String.fromCharCode(0x20 + i)).join('') +
  [...Array(0x60).keys()].map((i) => String.fromCharCode(0xa0 + i)).join('') +
  '\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2122';

/** The two faces: the display face in one weight and optical size, the text face in a range of weights. */
const faces = {
  display: {
    file: '@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2',
    variationAxes: { opsz: 36, wght: 460 },
  },
  body: {
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
};

/** Cut once a process: it takes longer than everything else. */
const cutFaces = new Map();

/** Cuts each face down to Latin and writes it under a name that changes with its bytes. */
async function buildFonts(outdir) {
  const made = Object.entries(faces).map(async ([name, { file, variationAxes }]) => {
    const original = await readFile(new URL(`node_modules/${file}`, import.meta.url));
    const options = { targetFormat: 'woff2', variationAxes };
    const bytes = cutFaces.get(name) ?? (await subsetFont(original, latin, options));
    cutFaces.set(name, bytes);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    const url = `/static/${name}-${hash}.woff2`;
    await writeFile(`${outdir}${url}`, bytes);
    return [name, { url, bytes: bytes.length }];
  });
  return Object.fromEntries(await Promise.all(made));
}

/** One inline stylesheet for each file of client/styles; `base` stands in every page. */
async function buildStyles(run, fonts) {
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
      const text = file.text.trim().replace(/\/fonts\/(\w+)\.woff2/g, (_, name) => fonts[name].url);
      return [basename(file.path, '.css'), inline(text)];
    }),
  );
}

/** Text that stands inline, with the source expression that allows exactly it. */
function inline(text) {
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

/** What each part of the browser's script weighs: the files of each island with everything that they import. */
async function scriptSizes(outdir, size) {
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
  const weigh = async (paths) => {
    const sizes = await Promise.all(
      [...paths].map(async (path) => size(await readFile(`${outdir}/static/${basename(path)}`))),
    );
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  };
  const entry = files('client/main.ts');
  const header = files('client/islands/header.ts');
  const contact = files('client/islands/contactForm.ts');
  return {
    entryScript: await weigh(entry),
    firstInteraction: await weigh(header.difference(entry)),
    contactPage: await weigh(entry.union(header).union(contact)),
  };
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

if (import.meta.filename === process.argv[1]) await buildSite();
