import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import type { PageCache } from './pageCache.ts';
import type { PageRenderer } from './renderPage.tsx';

export interface Republisher {
  /** Takes note of changed content keys now, and resolves with the addresses that are new because of them. */
  republish(changed: readonly string[]): Promise<readonly string[]>;
  close(): void;
}

interface Collaborators {
  readonly content: Content;
  readonly pages: PageCache;
  readonly renderer: PageRenderer;
  /** Told which pages are new, so that a CDN drops them; null: there is none. */
  readonly purgeUrl: string | null;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Pages rendered again at once, most asked first: the next visitor of each finds it ready. */
const renderedAgain = 20;
/** Changes that arrive together are one publication. */
const gatherMs = 100;
const purgeDeadlineMs = 5_000;

/**
 * Brings new content to the pages that show it: whatever made it new (the publish hook, a refresh in the
 * background, a post falling due), the kept pages made from it are rendered again and a CDN is told.
 */
export function createRepublisher({ content, pages, renderer, purgeUrl, log }: Collaborators): Republisher {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const renderAgain = async (keys: readonly string[]) => {
    for (const key of keys.slice(0, renderedAgain)) {
      const [path = '/', query] = key.split('?');
      await renderer.render({
        path,
        search: query === undefined ? '' : `?${query}`,
        whole: true,
        requestId: 'republish',
        signal: new AbortController().signal,
      });
    }
  };

  const purge = async (changed: readonly string[], urls: readonly string[]) => {
    if (purgeUrl === null) return;
    try {
      const response = await fetch(purgeUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ tags: changed, urls }),
        redirect: 'error',
        signal: AbortSignal.timeout(purgeDeadlineMs),
      });
      if (!response.ok) log.warn({ status: response.status }, 'The CDN refused to drop pages.');
    } catch (error) {
      log.warn({ err: error }, 'The CDN could not be told to drop pages.');
    }
  };

  const publish = async (): Promise<readonly string[]> => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) return [];
    const changed = [...pending];
    pending.clear();
    const urls = pages.madeFrom(changed);
    await renderAgain(urls);
    await purge(changed, urls);
    log.info({ changed: changed.length, pages: urls.length }, 'Content is new.');
    return urls;
  };

  const stop = content.onChange((key) => {
    pending.add(key);
    timer ??= setTimeout(() => void publish(), gatherMs);
    timer.unref();
  });

  return {
    republish(changed) {
      for (const key of changed) pending.add(key);
      return publish();
    },
    close() {
      stop();
      clearTimeout(timer);
    },
  };
}
