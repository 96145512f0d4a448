import { parentPort } from 'node:worker_threads';
import { startContentService } from '../../server/demo/contentService.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { hookPath, hookSecretHeader } from '../../shared/contentHook.ts';

/** What the storm is to be like; answered with a `StormReport`. */
export interface Storm {
  readonly siteUrl: string;
  readonly secret: string;
  readonly calls: number;
  readonly ms: number;
  /** Whether something is edited before each call, or every call tells of nothing. */
  readonly edits: boolean;
}

export interface StormReport {
  /** Calls that were answered with something else than 200. */
  readonly failed: number;
  /** How often the list was fetched that a round begins with, by collection. */
  readonly rounds: Readonly<Record<string, number>>;
  /** Everything that the content service was asked. */
  readonly contentCalls: number;
}

// The content service and its Flow in a thread of their own, so that what they do is not in the visitors' times.

const posts = 130;
const collections = ['pages', 'services', 'blog_posts', 'navigation'] as const;

const service = await startContentService({ rows: manyPosts() });
parentPort?.on('message', async (storm: Storm) => parentPort?.postMessage(await raise(storm)));
parentPort?.postMessage(service.url);

function manyPosts() {
  const rows = demoRows();
  const models = rows.blog_posts;
  const more = Array.from({ length: posts - models.length }, (_, count) => {
    const model = models[count % models.length];
    return { ...model, id: 1_000 + count, slug: `post-${count}`, title: `Post ${count}` };
  });
  return { ...rows, blog_posts: [...models, ...more] };
}

async function raise({ siteUrl, secret, calls, ms, edits }: Storm): Promise<StormReport> {
  service.clearRequests();
  const statuses: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < calls; count += 1) {
    const waitMs = startedAt + (count * ms) / calls - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const collection = collections[count % collections.length] ?? 'pages';
    if (edits) edit(collection, count);
    const answer = fetch(siteUrl + hookPath, {
      method: 'POST',
      headers: { [hookSecretHeader]: secret },
      body: JSON.stringify({ event: 'items.update', collection }),
    });
    statuses.push(answer.then(async (response) => response.arrayBuffer().then(() => response.status)));
  }
  const answered = await Promise.all(statuses);
  return {
    failed: answered.filter((status) => status !== 200).length,
    rounds: Object.fromEntries(collections.map((name) => [name, roundsOf(name)])),
    contentCalls: service.requests.length,
  };
}

function edit(collection: (typeof collections)[number], count: number): void {
  const rows = service.rows[collection];
  const row = rows[count % rows.length];
  if (row) row.title = `Edited ${count}`;
}

/** How often the one list was fetched that each round of a collection begins with. */
function roundsOf(collection: string): number {
  const counts = new Map<string, number>();
  for (const { path, url } of service.requests) {
    if (path === `/items/${collection}`) counts.set(url, (counts.get(url) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
