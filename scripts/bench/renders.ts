import { build } from 'esbuild';
import { type BenchLength, pages } from './keptPages.ts';
import { compare, comparisonHeads, comparisonRow } from './load.ts';
import { writeTable } from './report.ts';
import { startProcess } from './siteProcess.ts';

/** Builds the server that renders every request anew, for this table and for that of many posts. */
export async function buildRenderServer(): Promise<void> {
  await build({
    entryPoints: ['scripts/bench/renderServer.ts'],
    outfile: 'dist/bench/renderServer.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    packages: 'bundle',
    external: ['express', 'sharp', 'pino', 'pino-pretty', '@sentry/*'],
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['production'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
}

/** Pages that are rendered for each request, against React alone over the same tree. */
export async function renders(contentUrl: string, { rounds, seconds }: BenchLength): Promise<string> {
  const environment = (port: number, mode: string) => ({
    DIRECTUS_URL: contentUrl,
    FRONTEND_URL: `http://127.0.0.1:${port}`,
    BENCH_MODE: mode,
  });
  const ours = await startProcess('dist/bench/renderServer.js', environment(3403, 'site'), 3403);
  const react = await startProcess('dist/bench/renderServer.js', environment(3404, 'bare'), 3404);
  const rows: (string | number)[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    const plain = { 'accept-encoding': 'identity' };
    const uncompressed = await compare(ours, react, path, rounds, 32, seconds, plain);
    rows.push(comparisonRow(`${name}, identity`, 32, uncompressed));
    rows.push(comparisonRow(`${name}, Brotli`, 32, await compare(ours, react, path, rounds, 32, seconds)));
  }
  await Promise.all([ours.stop(), react.stop()]);
  return writeTable(
    'Uncached renders against bare renderToPipeableStream of the same tree (both render each request; the yardstick compresses where a row says Brotli, at level 4)',
    comparisonHeads,
    rows,
  );
}
