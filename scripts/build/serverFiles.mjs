/** Builds the server's bundle. */
import { development, production } from './production.mjs';

/**
 * Packages outside of the server's bundle: native ones, and those that most processes never load. And undici: where it
 * closes a connection, Node reads the stack of an error, which decodes the source map of the whole file first. In the
 * bundle that took a tenth of a second, before the first visitor's message was answered.
 */
const serverExternals = [
  'sharp',
  'undici',
  'pino-pretty',
  '@sentry/node',
  '@sentry/profiling-node',
  '@redis/client',
];

/** Builds the entries of the server into `server/` of the build. */
export async function buildServer(run, outdir, forDevelopment) {
  const mode = forDevelopment ? development : production;
  await run({
    ...mode,
    // Prefer ES modules: React Router's CommonJS files cannot be tree-shaken and would include all of its browser code.
    conditions: [...mode.conditions, 'module', 'module-sync'],
    entryPoints: {
      main: 'server/main.ts',
      ...(forDevelopment ? {} : { demo: 'server/demo/runDemo.ts' }),
      instrument: 'server/instrument.ts',
    },
    outdir: `${outdir}/server`,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Shared code is loaded once, and code that only error reporting needs only if there is a DSN.
    splitting: true,
    // Smaller, because Node keeps the source text in memory. Names are kept, for logged errors and stacks.
    minifyWhitespace: !forDevelopment,
    // In development only our own code is bundled.
    ...(forDevelopment ? { packages: 'external' } : {}),
    external: serverExternals,
    sourcemap: true,
    // The process holds the source map in memory, and stacks need only names and lines.
    sourcesContent: false,
    // Bundled CommonJS packages still call `require`, which ES modules do not have.
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
  });
}
