import { mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  canPin,
  leaveServerCore,
  type ServerProcess,
  startServer,
  startSite,
} from '../scripts/serverProcess.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { browserHeaders, compare, comparisonHeads, median } from './load.ts';

// npm run bench: our figures as ratios taken in one run, in two minutes. On a machine that has other work only the
// ratios say something.

const rounds = 3;
const how = { connections: 32, seconds: 1 };
const starts = 7;
const pages = { home: '/', blog: '/blog', post: '/blog/anatomy-of-a-turnover-day' };
const fileBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const content = await startContentService();
const tables = [await startAndMemory()];
leaveServerCore();
tables.push(...(await cachedPages()), await uncachedPages());
await content.close();

const setting = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}; server on ${canPin ? 'one core, generator on the others' : 'any core'}; ${rounds} rounds of ${how.seconds} s a figure on ${how.connections} connections, interleaved, medians of the ratios of each round. "Processor ratio" compares the processor time of the two servers for one response: the generator, a Node process too, limits most rows. "Spread" is the largest of our rounds over the smallest: the noise of the machine.`;
console.log(`\n${setting}\n\n${tables.join('\n')}`);

async function startAndMemory(): Promise<string> {
  const startMs: number[] = [];
  let idle = { heapUsed: 0, rss: 0 };
  for (let count = 0; count < starts; count += 1) {
    const site = await startSite(content.url);
    startMs.push(site.startMs);
    // By then everything has been read ahead.
    if (count === starts - 1) await pause(3_000);
    idle = await site.memory();
    await site.stop();
  }
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return writeTable(
    'Start and idle memory',
    ['start to the first 200, ms: median', 'least', 'most', 'resident MB', 'heap MB'],
    [
      [
        ...[median(startMs), Math.min(...startMs), Math.max(...startMs)].map(Math.round),
        megabytes(idle.rss),
        megabytes(idle.heapUsed),
      ],
    ],
  );
}

/** Cached pages: their bytes, and their speed beside a bare `node:http` that sends the same. */
async function cachedPages(): Promise<string[]> {
  const site = await startSite(content.url, { isPinned: true });
  const bytes: (string | number)[][] = [];
  const responses: Record<string, { readonly headers: readonly string[]; readonly body: string }> = {};
  const tags: Record<string, string> = {};
  for (const [name, path] of Object.entries(pages)) {
    const { headers } = await cachedResponse(site, path);
    const plain = await fetch(site.url + path, { headers: { 'accept-encoding': 'identity' } });
    const html = Buffer.from(await plain.arrayBuffer());
    const best = brotliCompressSync(html);
    const length = Number(headers.get('content-length'));
    bytes.push([name, html.length, length, best.length, (length / best.length).toFixed(3)]);
    const own = ['date', 'connection', 'keep-alive', 'content-length'];
    const sent = [...headers].filter(([header]) => !own.includes(header)).flat();
    responses[path] = {
      headers: [...sent, 'content-length', String(best.length)],
      body: best.toString('base64'),
    };
    tags[path] = headers.get('etag') ?? '';
  }
  const file = join(await mkdtemp(join(tmpdir(), 'bench-')), 'responses.json');
  await writeFile(file, JSON.stringify(responses));
  const environment = { BENCH_RESPONSES: file };
  const bare = await startServer([fileBeside('./bareServer.ts')], { environment, isPinned: true });
  const rows: (string | number)[][] = [];
  for (const [name, path] of Object.entries(pages))
    rows.push(await compare(name, site, bare, rounds, { path, ...how }));
  const headers = { ...browserHeaders, 'if-none-match': tags['/'] ?? '' };
  rows.push(await compare('home, 304', site, bare, rounds, { path: '/', ...how, headers }));
  await Promise.all([site.stop(), bare.stop()]);
  return [
    writeTable(
      'Bytes of a cached page',
      ['page', 'identity', 'br', 'Brotli 11 of the same', 'br / Brotli 11'],
      bytes,
    ),
    writeTable('Cached pages against bare node:http with the same bytes and headers', comparisonHeads, rows),
  ];
}

/** A page after it has been rendered and compressed, and its code compiled. */
async function cachedResponse(site: ServerProcess, path: string): Promise<Response> {
  for (let visits = 0; ; visits += 1) {
    const response = await fetch(site.url + path, { headers: browserHeaders });
    await response.arrayBuffer();
    if (visits === 5) return response;
  }
}

/** Pages that are rendered for each request, against React alone over the same tree. */
async function uncachedPages(): Promise<string> {
  const outfile = fileURLToPath(new URL('../dist/bench/renderServer.js', import.meta.url));
  await build({
    entryPoints: [fileBeside('./renderServer.ts')],
    outfile,
    bundle: true,
    logLevel: 'error',
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    external: ['express', 'sharp', 'pino', 'pino-pretty', '@sentry/*'],
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['production', 'module', 'module-sync'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const start = (mode: string) =>
    startServer([outfile], {
      environment: { DIRECTUS_URL: content.url, BENCH_MODE: mode },
      isPinned: true,
    });
  const [ours, react] = await Promise.all([start('site'), start('bare')]);
  const rows: (string | number)[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    const headers = { 'accept-encoding': 'identity' };
    rows.push(await compare(name, ours, react, rounds, { path, ...how, headers }));
  }
  rows.push(await compare('home, Brotli 4', ours, react, rounds, { path: '/', ...how }));
  await Promise.all([ours.stop(), react.stop()]);
  return writeTable(
    'Uncached pages against the bare render: renderToPipeableStream of the same tree, and nothing else',
    comparisonHeads,
    rows,
  );
}

type Cells = readonly (string | number)[];

/** A Markdown table under a heading. */
function writeTable(title: string, heads: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells) => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, '', line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n');
}
