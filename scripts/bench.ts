import { mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { startContentService } from '../server/demo/contentService.ts';
import { coldFigures } from './bench/coldFigures.ts';
import { browserEncodings, compare, median } from './bench/load.ts';
import { manyPosts } from './bench/manyPosts.ts';
import { pinThisProcess } from './bench/pinning.ts';
import { writeTable } from './bench/report.ts';
import { serverCore, startProcess, startSite } from './bench/siteProcess.ts';

// npm run bench [-- --quick]: our figures as ratios taken in one run, into docs/performance.md.

pinThisProcess();
const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
const seconds = quick ? 1 : 3;
const pages = { home: '/', blog: '/blog', post: '/blog/anatomy-of-a-turnover-day' };

const content = await startContentService();
const site = await startSite(content.url, 3401, { LOG_LEVEL: 'info' });
const tables: string[] = [];

// Bytes: what each page weighs in each encoding, against the smallest that Brotli can make of it.
const bytes: (string | number)[][] = [];
const answers: Record<string, { headers: string[]; body: string }> = {};
const tags: Record<string, string> = {};
for (const [name, path] of Object.entries(pages)) {
  const ask = async (encoding: string) => {
    const response = await fetch(site.url + path, { headers: { 'accept-encoding': encoding } });
    return {
      response,
      length: Number(response.headers.get('content-length')),
      body: await response.arrayBuffer(),
    };
  };
  // Asked often enough to earn the smallest compression; it is made behind the answers.
  for (let i = 0; i < 5; i += 1) await ask(browserEncodings);
  await settled(async () => (await ask('br')).length);
  const identity = await ask('identity');
  const best = brotliCompressSync(Buffer.from(identity.body), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  });
  const kept = await ask('br');
  const gzip = await ask('gzip');
  bytes.push([
    name,
    identity.length,
    gzip.length,
    kept.length,
    best.length,
    (kept.length / best.length).toFixed(3),
  ]);
  const headers = [...kept.response.headers].filter(
    ([header]) => !['date', 'connection', 'keep-alive'].includes(header),
  );
  answers[path] = { headers: headers.flat(), body: best.toString('base64') };
  tags[path] = kept.response.headers.get('etag') ?? '';
}
tables.push(
  writeTable(
    'Bytes of a kept page',
    ['page', 'identity', 'gzip', 'br', 'Brotli 11 of the same', 'br / Brotli 11'],
    bytes,
  ),
);

// Kept pages against bare node:http with the same bytes and headers.
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
await writeFile(join(folder, 'answers.json'), JSON.stringify(answers));
const bare = await startProcess(
  fileURLToPath(new URL('./bench/bareServer.ts', import.meta.url)),
  { BENCH_ANSWERS: join(folder, 'answers.json') },
  3402,
);
const before = await site.memory();
const kept: (string | number)[][] = [];
for (const connections of [1, 8, 32, 256]) {
  for (const [name, path] of Object.entries(pages)) {
    const result = await compare(site.url + path, bare.url + path, connections, rounds, seconds);
    kept.push(rowOf(name, connections, result));
  }
}
for (const [name, path] of Object.entries(pages)) {
  const conditional = { 'accept-encoding': browserEncodings, 'if-none-match': tags[path] ?? '' };
  kept.push(
    rowOf(
      `${name}, 304`,
      32,
      await compare(site.url + path, bare.url + path, 32, rounds, seconds, conditional),
    ),
  );
}
const ratioHeads = [
  'page',
  'connections',
  'ours /s',
  'yardstick /s',
  'ratio',
  'p50 ms',
  'p99 ms',
  'p99 ratio',
  'spread',
  'failures',
];
tables.push(
  writeTable('Kept pages against bare node:http with the same bytes and headers', ratioHeads, kept),
);

const after = await site.memory();
const megabytes = (value: number) => (value / 1024 / 1024).toFixed(1);
tables.push(
  writeTable(
    'Memory of the site process, after a forced collection',
    ['', 'heap MB', 'RSS MB'],
    [
      ['idle', megabytes(before.heapUsed), megabytes(before.rss)],
      ['after the load above', megabytes(after.heapUsed), megabytes(after.rss)],
    ],
  ),
);
await bare.stop();

// Uncached renders against bare React renders of the same tree.
await build({
  entryPoints: ['scripts/bench/renderServer.ts'],
  outfile: 'dist/bench/renderServer.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  jsx: 'automatic',
  packages: 'bundle',
  external: [
    'express',
    'pino',
    'sharp',
    'compression',
    'express-rate-limit',
    '@sentry/*',
    'prom-client',
    'pino-pretty',
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  conditions: ['production'],
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'error',
});
const renderEnvironment = (port: number, mode: string) => ({
  DIRECTUS_URL: content.url,
  FRONTEND_URL: `http://127.0.0.1:${port}`,
  BENCH_MODE: mode,
});
const ours = await startProcess('dist/bench/renderServer.js', renderEnvironment(3403, 'site'), 3403);
const react = await startProcess('dist/bench/renderServer.js', renderEnvironment(3404, 'bare'), 3404);
const renders: (string | number)[][] = [];
for (const [name, path] of Object.entries(pages)) {
  const plain = { 'accept-encoding': 'identity' };
  renders.push(
    rowOf(
      `${name}, identity`,
      32,
      await compare(ours.url + path, react.url + path, 32, rounds, seconds, plain),
    ),
  );
  renders.push(
    rowOf(`${name}, Brotli`, 32, await compare(ours.url + path, react.url + path, 32, rounds, seconds)),
  );
}
tables.push(
  writeTable(
    'Uncached renders against bare renderToPipeableStream of the same tree (both render each request; the yardstick compresses where a row says Brotli, at level 4)',
    ratioHeads,
    renders,
  ),
);
await Promise.all([ours.stop(), react.stop(), site.stop()]);

tables.push(await manyPosts(rounds, seconds));
tables.push(await coldFigures());

const starts: number[] = [];
for (let i = 0; i < rounds; i += 1) {
  const fresh = await startSite(content.url, 3405, { LOG_LEVEL: 'info' });
  starts.push(fresh.startMs);
  await fresh.stop();
}
tables.push(
  writeTable(
    'Start to the first 200, ms',
    ['median', 'least', 'most'],
    [[median(starts), Math.min(...starts), Math.max(...starts)].map(Math.round)],
  ),
);
await content.close();

const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}; server on ${serverCore === null ? 'any core' : `core ${serverCore}`}, generator on another; ${rounds} rounds of ${seconds} s a figure, interleaved, medians of the ratios of each round.`;
const text = `# Performance\n\nMade by \`npm run bench\`. ${machine} "Spread" is the largest of our rounds over the smallest: the noise of the machine.\n\n${tables.join('\n')}`;
await writeFile('docs/performance.md', text);
console.log(text);

function rowOf(
  name: string,
  connections: number,
  r: Awaited<ReturnType<typeof compare>>,
): (string | number)[] {
  return [
    name,
    connections,
    Math.round(r.ours),
    Math.round(r.yardstick),
    r.ratio.toFixed(2),
    r.p50,
    r.p99,
    r.p99Ratio.toFixed(2),
    r.spread.toFixed(2),
    r.failures,
  ];
}

/** Waits until a figure has stopped changing. */
async function settled(read: () => Promise<number>): Promise<void> {
  for (let same = 0, last = -1; same < 5; ) {
    const value = await read();
    same = value === last ? same + 1 : 0;
    last = value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
