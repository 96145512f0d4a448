/** The server's bundle: everything that runs in Node in one file for each entry. */
import { development, production } from './production.mjs';

/** Packages that stay outside the server bundle: native ones, and those that most processes never load. */
const serverExternals = ['sharp', 'pino-pretty', '@sentry/node', '@sentry/profiling-node', '@redis/client'];

/**
 * In development what the pages stand on is a file of its own, named by its content: most saves leave it as it is, and
 * the next process has loaded it before (`waitingSite.mjs`).
 */
const foundation = { foundation: 'server/dependencies.ts' };

/** Builds the entries of the server into `server/` of the build. */
export async function buildServer(run, outdir, forDevelopment) {
  const mode = forDevelopment ? development : production;
  await run({
    ...mode,
    // React Router's CommonJS files cannot be shaken: all of its browser half would come along.
    conditions: [...mode.conditions, 'module', 'module-sync'],
    entryPoints: {
      main: 'server/main.ts',
      ...(forDevelopment ? foundation : { demo: 'server/demo/runDemo.ts' }),
      instrument: 'server/instrument.ts',
    },
    outdir: `${outdir}/server`,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // What the entries share is loaded once, and what only error reporting needs where there is a DSN.
    splitting: true,
    // Node keeps the text of what it runs in memory; names stay, since errors and stacks are logged by them.
    minifyWhitespace: !forDevelopment,
    // Only our own code is built again on each save.
    ...(forDevelopment ? { packages: 'external' } : {}),
    external: serverExternals,
    sourcemap: true,
    // The process holds its map: names and lines are what a stack needs.
    sourcesContent: false,
    // CommonJS packages inside an ES module bundle still call require.
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
  });
}
