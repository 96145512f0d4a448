import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferResponse } from '../../server/http/bufferedResponse.ts';
import { createRepublisher } from '../../server/publishing/republisher.ts';
import { createPageCache } from '../../server/render/pageCache.ts';
import type { PageRenderer } from '../../server/render/renderPage.tsx';
import { createContentLayer } from '../support/contentLayer.ts';
import { type ContentService, startContentService } from '../support/contentService.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService();
  return () => service.close();
});

/** The republisher over real content and a real page cache; the renderer is as broken as a test wants it. */
async function setUp(render: PageRenderer['render']) {
  const { content, log, reportError, reports } = createContentLayer(service.url);
  await content.warmUp();
  const pages = createPageCache(content);
  for (const path of ['/', '/services']) {
    const page = bufferResponse('test', 200, Buffer.from(path), []);
    pages.set(path, page, new Map([['services', content.versionOf('services') ?? 0]]));
    pages.served(path, page, 'identity');
  }
  const renderer = { render, renderStatus: () => Promise.reject(new Error('not used')) };
  const purgeCdn = () => Promise.resolve();
  const frontendUrl = 'https://site.example';
  const republisher = createRepublisher({
    content,
    pages,
    renderer,
    frontendUrl,
    purgeCdn,
    log,
    reportError,
  });
  afterAll(() => {
    republisher.close();
    content.close();
  });
  /** Edits a service and publishes that; resolves with the addresses that are told. */
  const edit = async (title: string) => {
    service.row('services', 'snow-removal').title = title;
    return republisher.republish(await content.invalidate(['services']));
  };
  return { edit, reports };
}

describe('a page that cannot be rendered', () => {
  it('is reported once an edit, and does not keep the other pages and edits from being published', async () => {
    const rendered: string[] = [];
    const { edit, reports } = await setUp(async ({ path }) => {
      rendered.push(path);
      throw new Error(`${path} is broken`);
    });
    for (const title of ['First edit', 'Second edit']) {
      const urls = await edit(title);
      expect([...urls].sort()).toEqual(['https://site.example/', 'https://site.example/services']);
      expect(rendered.splice(0).sort()).toEqual(['/', '/services']);
      const told = reports.splice(0).map(({ error }) => String(error));
      expect(told.sort()).toEqual(['Error: / is broken', 'Error: /services is broken']);
    }
  });

  it('responds to the hook where everything about a publication fails', async () => {
    const { edit, reports } = await setUp(() => {
      throw new Error('at once');
    });
    expect(await edit('Third edit')).toHaveLength(2);
    expect(reports).toHaveLength(2);
  });
});
