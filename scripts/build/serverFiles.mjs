/** The server's bundle: everything that runs in Node in one file for each entry. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { production } from './production.mjs';

/** Packages that stay outside the server bundle: native ones, and those that most processes never load. */
const serverExternals = ['sharp', 'pino-pretty', '@sentry/node', '@sentry/profiling-node', '@redis/client'];

/**
 * Maps each file of a package to its name alone, as one line: Node reads the whole map into memory as soon as it shows
 * one stack, and nine tenths of it would be packages.
 *
 * @type {import('esbuild').Plugin}
 */
const packagesByName = {
  name: 'packages-by-name',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.([cm]?js|json)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const map = JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' });
      const url = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
      const code = path.endsWith('.json') ? `module.exports = ${text}` : text;
      return { contents: `${code}\n//# sourceMappingURL=${url}`, loader: 'js' };
    });
  },
};

/** Builds the entries of the server into `server/` of the build. */
export async function buildServer(run, outdir) {
  await run({
    ...production,
    // React Router's CommonJS files cannot be shaken: all of its browser half would come along.
    conditions: [...production.conditions, 'module', 'module-sync'],
    entryPoints: {
      main: 'server/main.ts',
      demo: 'server/demo/runDemo.ts',
      instrument: 'server/instrument.ts',
    },
    outdir: `${outdir}/server`,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // What the entries share is loaded once, and what only error reporting needs where there is a DSN.
    splitting: true,
    // Node keeps the text of what it runs in memory; names stay, since errors and stacks are logged by them.
    minifyWhitespace: true,
    external: serverExternals,
    sourcemap: true,
    plugins: [packagesByName],
    // The process holds its map: names and lines are what a stack needs.
    sourcesContent: false,
    // CommonJS packages inside an ES module bundle still call require.
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
  });
}

/** Two builds whose parsers are the same code can read each other's content snapshots. */
export async function digestParsers(run) {
  const result = await run({
    ...production,
    entryPoints: ['server/content/collections/collections.ts'],
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
  });
  return createHash('sha256').update(result.outputFiles[0].contents).digest('hex').slice(0, 16);
}
