import { startContentService } from '../../server/demo/contentService.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { load } from './load.ts';
import { writeTable } from './report.ts';
import { startProcess } from './siteProcess.ts';

/** What the blog costs, rendered each time, with 100 and with 10,000 posts. */
export async function manyPosts(rounds: number, seconds: number): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const count of [100, 10_000]) {
    const all = demoRows();
    const [model] = all.blog_posts;
    if (!model) throw new Error('The demo has no posts.');
    const posts = Array.from({ length: count }, (_, i) => ({
      ...model,
      id: i + 1,
      slug: `post-${i + 1}`,
      title: `Post ${i + 1}`,
      status: 'published' as const,
      published_at: new Date(Date.UTC(2020, 0, 1) + i * 3_600_000).toISOString(),
    }));
    const content = await startContentService({ rows: { ...all, blog_posts: posts } });
    const port = 3410;
    const environment = {
      DIRECTUS_URL: content.url,
      FRONTEND_URL: `http://127.0.0.1:${port}`,
      BENCH_MODE: 'site',
    };
    const site = await startProcess('dist/bench/renderServer.js', environment, port);
    const plain = { 'accept-encoding': 'identity' };
    const list = await load(`${site.url}/blog`, 8, rounds * seconds, plain);
    const post = await load(`${site.url}/blog/post-50`, 8, rounds * seconds, plain);
    const { heapUsed } = await site.memory();
    rows.push([
      count,
      Math.round(list.perSecond),
      Math.round(post.perSecond),
      (heapUsed / 1024 / 1024).toFixed(1),
    ]);
    await site.stop();
    await content.close();
  }
  return writeTable(
    'Posts held, and what a render costs',
    ['posts', '/blog renders /s', 'a post renders /s', 'heap MB'],
    rows,
  );
}
