import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startContentService } from '../../server/demo/contentService.ts';
import { siteEnvironment } from '../../server/demo/startDemo.ts';

// What the demo offers its users. tests/directus compares its responses with those of a real Directus.

let content: Awaited<ReturnType<typeof startContentService>>;
beforeAll(async () => {
  content = await startContentService();
});
afterAll(() => content.close());

const get = (path: string) => fetch(content.url + path, { redirect: 'manual' });
const textOf = async (path: string) => (await get(path)).text();

describe('the content service of the demo', () => {
  it('can be taken down and up again by hand, while it runs', async () => {
    const command = (path: string) => fetch(content.url + path, { method: 'POST', redirect: 'manual' });
    expect(await textOf('/admin')).toContain('action="/demo/down"');
    expect(await (await command('/demo/down')).text()).toBe('The content service is down.\n');
    for (const path of ['/items/site_settings', '/files', '/server/ping']) {
      await expect(get(path), path).rejects.toThrow('fetch failed');
    }
    expect(await textOf('/admin')).toContain('action="/demo/up"');
    expect(await (await command('/demo/up')).text()).toBe('The content service is up.\n');
    expect((await get('/items/site_settings')).status).toBe(200);
  });
});

describe('the start of the demo', () => {
  it('gives the site both services and keeps variables that were set outside', () => {
    const places = { contentUrl: 'http://127.0.0.1:1', contactUrl: 'http://127.0.0.1:2', port: 3001 };
    expect(siteEnvironment({ SITE_NAME: 'Here', PORT: '3000' }, places)).toEqual({
      SITE_NAME: 'Here',
      DIRECTUS_URL: 'http://127.0.0.1:1',
      BACKEND_URL: 'http://127.0.0.1:1',
      CONTACT_API_URL: 'http://127.0.0.1:2',
      FRONTEND_URL: 'http://127.0.0.1:3001',
      NODE_ENV: 'development',
      BOOKING_SITE_URL: 'http://127.0.0.1:1/booking',
      DEV_PAGES: '1',
      PORT: '3001',
    });
    const outside = { NODE_ENV: 'production', BOOKING_SITE_URL: 'https://book.example' };
    expect(siteEnvironment(outside, places)).toMatchObject(outside);
  });

  it.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::1', '[::1]'],
    ['192.0.2.7', '192.0.2.7'],
  ])('is reached by the address that HOST=%s listens on', (HOST, name) => {
    const places = { contentUrl: '', contactUrl: '', port: 3001 };
    expect(siteEnvironment({ HOST }, places).FRONTEND_URL).toBe(`http://${name}:3001`);
  });
});
