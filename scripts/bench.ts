import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { startContentService } from '../server/demo/contentService.ts';
import { browserFigures } from './bench/browserFigures.ts';
import { coldFigures } from './bench/coldFigures.ts';
import { keptPages, manyAnswers } from './bench/keptPages.ts';
import { median } from './bench/load.ts';
import { manyPosts } from './bench/manyPosts.ts';
import { pinThisProcess } from './bench/pinning.ts';
import { buildRenderServer, renders } from './bench/renders.ts';
import { writeTable } from './bench/report.ts';
import { serverCore, startSite } from './bench/siteProcess.ts';

// npm run bench [-- --quick]: our figures as ratios taken in one run, into docs/performance.md below its marker.
// The whole takes twenty to forty minutes, and is worth nothing on a machine that has other work.

const quick = process.argv.includes('--quick');
const length = { rounds: quick ? 3 : 5, seconds: quick ? 1 : 2 };
const document = new URL('../docs/performance.md', import.meta.url);
const marker = '<!-- npm run bench writes what follows. -->\n';

const content = await startContentService();
// With the whole machine, as a process starts and a browser runs.
const starts: number[] = [];
for (let i = 0; i < 2 * length.rounds; i += 1) {
  const fresh = await startSite(content.url, 3405, { LOG_LEVEL: 'info' });
  starts.push(fresh.startMs);
  await fresh.stop();
}
const atLeisure = [
  writeTable(
    'Start to the first 200, ms',
    ['median', 'least', 'most'],
    [[median(starts), Math.min(...starts), Math.max(...starts)].map(Math.round)],
  ),
  ...(await browserFigures(quick ? 1 : 7)),
];

pinThisProcess();
const site = await startSite(content.url, 3401, { LOG_LEVEL: 'info', METRICS_PORT: '3407' });
const tables = await keptPages(site, length);
if (!quick) tables.push(await manyAnswers(site));
await site.stop();

await buildRenderServer();
tables.push(await renders(content.url, length));
tables.push(await manyPosts(length.rounds, length.seconds));
tables.push(await coldFigures());

await content.close();
tables.push(...atLeisure);

const where = serverCore === null ? 'any core' : `core ${serverCore}`;
const how = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}; server on ${where}, generator on another; ${length.rounds} rounds of ${length.seconds} s a figure, interleaved, medians of the ratios of each round. "Processor ratio" compares the processor time of the two servers for one answer: the generator, which is a Node process too, is the limit of most rows. "Spread" is the largest of our rounds over the smallest: the noise of the machine.`;
const [written = ''] = (await readFile(document, 'utf8')).split(marker);
await writeFile(document, `${written}${marker}\n${how}\n\n${tables.join('\n')}`);
console.log(`${how}\n\n${tables.join('\n')}`);
