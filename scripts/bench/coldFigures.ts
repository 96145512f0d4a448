import { startContentService } from '../../server/demo/contentService.ts';
import { writeTable } from './report.ts';
import { startSite } from './siteProcess.ts';

/** First answers of a fresh process while the content service takes its time. */
export async function coldFigures(): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const ms of [0, 50, 500]) {
    const content = await startContentService();
    if (ms > 0) await content.fault('*', { kind: 'slow', ms });
    const site = await startSite(content.url, 3420, { LOG_LEVEL: 'error' }, '/livez');
    const home = await timed(`${site.url}/`);
    const blog = await timed(`${site.url}/blog`);
    const post = await timed(`${site.url}/blog/anatomy-of-a-turnover-day`);
    const again = await timed(`${site.url}/`);
    rows.push([ms, ...[home, blog, post, again].flatMap(({ first, complete }) => [first, complete])]);
    await site.stop();
    await content.close();
  }
  const heads = ['home', 'blog', 'unseen post', 'home again'].flatMap((name) => [
    `${name}: first byte`,
    'complete',
  ]);
  return writeTable('First answers of a fresh process, ms', ['content service ms a call', ...heads], rows);
}

async function timed(url: string): Promise<{ readonly first: number; readonly complete: number }> {
  const startedAt = performance.now();
  const response = await fetch(url);
  const first = Math.round(performance.now() - startedAt);
  await response.arrayBuffer();
  return { first, complete: Math.round(performance.now() - startedAt) };
}
