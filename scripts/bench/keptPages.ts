import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { browserEncodings, compare, comparisonHeads, comparisonRow, load } from './load.ts';
import { writeTable } from './report.ts';
import { type SiteProcess, startProcess } from './siteProcess.ts';

export const pages = { home: '/', blog: '/blog', post: '/blog/anatomy-of-a-turnover-day' };

const headersOfBrowser = { 'accept-encoding': browserEncodings };
const megabytes = (value: number) => (value / 1024 / 1024).toFixed(1);

/** What the yardsticks answer with, by path. */
export interface YardstickAnswer {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Base64. */
  readonly body: string;
}

export interface BenchLength {
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Kept pages: their bytes, their speed beside bare `node:http` and beside our Express without our work, and the
 * memory of the process before and after.
 */
export async function keptPages(site: SiteProcess, { rounds, seconds }: BenchLength): Promise<string[]> {
  const before = await site.memory();
  const bytes: (string | number)[][] = [];
  const answers: Record<string, YardstickAnswer> = {};
  const tags: Record<string, string> = {};
  for (const [name, path] of Object.entries(pages)) {
    // Asked often enough to earn the smallest compression; it is made some seconds behind the answers.
    for (let i = 0; i < 5; i += 1) await ask(site.url + path, browserEncodings);
    const fast = (await ask(site.url + path, 'br')).length;
    for (let i = 0; i < 100 && (await ask(site.url + path, 'br')).length === fast; i += 1) await pause(100);
    const identity = await ask(site.url + path, 'identity');
    const best = brotliCompressSync(identity.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    const kept = await ask(site.url + path, 'br');
    const gzip = await ask(site.url + path, 'gzip');
    const ratio = (kept.length / best.length).toFixed(3);
    bytes.push([name, identity.length, gzip.length, kept.length, best.length, ratio]);
    const headers = [...kept.headers].filter(
      ([header]) => !['date', 'connection', 'keep-alive', 'content-length'].includes(header),
    );
    const length = ['content-length', String(best.length)];
    answers[path] = { headers: [...headers.flat(), ...length], body: best.toString('base64') };
    tags[path] = kept.headers.get('etag') ?? '';
  }

  const file = join(await mkdtemp(join(tmpdir(), 'bench-')), 'answers.json');
  await writeFile(file, JSON.stringify(answers));
  const yardstick = (mode: string, port: number) =>
    startProcess(
      fileURLToPath(new URL('./bareServer.ts', import.meta.url)),
      { BENCH_ANSWERS: file, BENCH_MODE: mode },
      port,
    );
  const [bare, express] = await Promise.all([yardstick('http', 3402), yardstick('express', 3406)]);
  const rows: (string | number)[][] = [];
  for (const connections of [1, 8, 32, 256]) {
    for (const [name, path] of Object.entries(pages)) {
      const found = await compare(site, bare, path, rounds, connections, seconds, headersOfBrowser);
      rows.push(comparisonRow(name, connections, found));
    }
  }
  for (const [name, path] of Object.entries(pages)) {
    const headers = { ...headersOfBrowser, 'if-none-match': tags[path] ?? '' };
    const found = await compare(site, bare, path, rounds, 32, seconds, headers);
    rows.push(comparisonRow(`${name}, 304`, 32, found));
  }
  const beside = await compare(site, express, '/', rounds, 32, seconds, headersOfBrowser);
  const after = await site.memory();
  await Promise.all([bare.stop(), express.stop()]);

  return [
    writeTable(
      'Bytes of a kept page',
      ['page', 'identity', 'gzip', 'br', 'Brotli 11 of the same', 'br / Brotli 11'],
      bytes,
    ),
    writeTable('Kept pages against bare node:http with the same bytes and headers', comparisonHeads, rows),
    writeTable('Kept home against our Express that sends the same bytes', comparisonHeads, [
      comparisonRow('home', 32, beside),
    ]),
    writeTable(
      'Memory of the site process',
      ['', 'heap after a forced collection, MB', 'resident, MB'],
      [
        ['idle', megabytes(before.heapUsed), megabytes(before.rss)],
        ['after the load above', megabytes(after.heapUsed), megabytes(after.rss)],
      ],
    ),
  ];
}

/** The heap after one million answers and after five, each after a forced collection. */
export async function manyAnswers(site: SiteProcess): Promise<string> {
  const paths = Object.values(pages);
  let answered = 0;
  const heapAfter = async (count: number): Promise<number> => {
    while (answered < count) {
      const path = paths[Math.floor(answered / 100_000) % paths.length] ?? '/';
      answered += (await load(site.url + path, 32, 5)).total;
    }
    return (await site.memory()).heapUsed;
  };
  const early = await heapAfter(1_000_000);
  const first = answered;
  const late = await heapAfter(5_000_000);
  return writeTable(
    'Heap after many answers, after a forced collection',
    ['answers', 'heap MB'],
    [
      [first, megabytes(early)],
      [answered, megabytes(late)],
    ],
  );
}

async function ask(url: string, encoding: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
  const { headers } = response;
  return {
    headers,
    length: Number(headers.get('content-length')),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
