import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openResponse } from '../support/http.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startSite({ environment: { SHELL_DEADLINE_MS: '100' } });
  await site.contentService.fault('*', { kind: 'slow', ms: 1_000 });
});

afterAll(() => site.close());

describe('a page that is being rendered for a crawler', () => {
  it('does not make a visitor wait: the shell comes while the crawler still waits', async () => {
    const crawler = request(site.url).get('/about').set('user-agent', 'Googlebot/2.1');
    let crawlerIsServed = false;
    void crawler.then(() => {
      crawlerIsServed = true;
    });
    await site.contentService.nextRequest();
    const visitor = await openResponse(site.url, '/about');
    expect(crawlerIsServed).toBe(false);
    expect(visitor.status).toBe(200);
    expect(visitor.headers['cache-control']).toBe('no-store');
    await visitor.rest();
    expect((await crawler).status).toBe(200);
  });
});
