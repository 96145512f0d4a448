/** Builds the server's bundle. */
import { development, production } from './production.mjs';

/** Packages outside of the server's bundle: native ones, and those that most processes never load. */
const serverExternals = ['sharp', 'pino-pretty', '@sentry/node', '@sentry/profiling-node', '@redis/client'];

/**
 * Bundles undici into a file without a source map. As a package it is a hundred files, which delay every start. With a
 * map, the first visitor's message would wait: where undici closes a connection, Node reads the stack of an error, and
 * decodes the whole map for that.
 */
const ownFile = (name) => ({
  name: `own file for ${name}`,
  setup: (build) =>
    build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: `./${name}.js`, external: true },
    ),
});

/** Builds the entries of the server into `server/` of the build. */
export async function buildServer(run, outdir, forDevelopment) {
  const mode = forDevelopment ? development : production;
  const options = {
    ...mode,
    outdir: `${outdir}/server`,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Smaller, because Node keeps the source text in memory. Names are kept, for logged errors and stacks.
    minifyWhitespace: !forDevelopment,
    // Bundled CommonJS packages still call `require`, which ES modules do not have.
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
  };
  if (!forDevelopment) await run({ ...options, entryPoints: ['undici'] });
  await run({
    ...options,
    // Prefer ES modules: React Router's CommonJS files cannot be tree-shaken and would include all of its browser code.
    conditions: [...mode.conditions, 'module', 'module-sync'],
    entryPoints: {
      main: 'server/main.ts',
      ...(forDevelopment ? {} : { demo: 'server/demo/runDemo.ts' }),
      instrument: 'server/instrument.ts',
    },
    // Shared code is loaded once, and code that only error reporting needs only if there is a DSN.
    splitting: true,
    // In development only our own code is bundled.
    ...(forDevelopment ? { packages: 'external' } : { plugins: [ownFile('undici')] }),
    external: serverExternals,
    sourcemap: true,
    // The process holds the source map in memory, and stacks need only names and lines.
    sourcesContent: false,
  });
}
