import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContactService, startContactService } from '../../server/demo/contactService.ts';
import { startContentService } from '../../server/demo/contentService.ts';
import { startHttpService } from '../../server/demo/httpService.ts';
import { findFreePort, waitUntilReady } from '../../server/demo/ports.ts';
import { siteEnvironment } from '../../server/demo/startDemo.ts';

// What the demo promises to people. That its responses are those of a real Directus is compared in tests/directus.

let content: Awaited<ReturnType<typeof startContentService>>;
beforeAll(async () => {
  content = await startContentService();
});
afterAll(() => content.close());

const get = (path: string) => fetch(content.url + path, { redirect: 'manual' });
const textOf = async (path: string) => (await get(path)).text();

describe('the content service of the demo', () => {
  it.each([
    '/items/services?search=snow',
    '/items/services?aggregate[sum]=id',
    '/items/services?filter={"title":{"_icontains":"snow"}}',
    '/items/services?fields=hero_image.title',
  ])('refuses a query that it does not know, instead of an answer that is wrong: %s', async (path) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('The embedded content service does not know'),
    ]);
  });

  it('is taken down and up again by hand, while it runs', async () => {
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

  it('echoes a booking search, escaped, with a way back', async () => {
    const page = await textOf('/booking?checkIn=2026-12-01&checkOut=2026-12-08&guests=%3Cb%3E4');
    expect(page).toContain('<dd>2026-12-01</dd>');
    expect(page).toContain('<dd>&#60;b&#62;4</dd>');
    expect(page).toContain('<style>');
    const from = await fetch(`${content.url}/booking`, { headers: { referer: 'https://ridge.example/x?"' } });
    expect(await from.text()).toContain('<a href="https://ridge.example/rentals">Back to the homes</a>');
  });
});

describe('the contact service of the demo', () => {
  const message = { name: 'Ada Example', email: 'ada@example.com', message: 'The gate squeaks.' };

  /** The service at a time of the test's choice. */
  function atTime() {
    let time = Date.parse('2026-11-20T09:00:00.000Z');
    const service = createContactService(() => time);
    const ask = async (method: string, path: string, body = '', headers = {}) => {
      const reply = await service.respond({ method, url: path, path, search: '', headers, body });
      return { status: reply?.status, body: JSON.parse(String(reply?.body)) };
    };
    return {
      service,
      post: (body: unknown, headers = {}) => ask('POST', '/api/contact', JSON.stringify(body), headers),
      async statusOf(id: string, afterMs: number) {
        time += afterMs;
        const { body } = await ask('GET', `/api/contact/status/${id}`);
        return [body.resendStatus, ...body.steps.map((step: { status: string }) => step.status)];
      },
    };
  }

  it('delivers a message within seconds', async () => {
    const { post, statusOf } = atTime();
    const { status, body } = await post(message);
    expect([status, body.success, body.status.resendStatus]).toEqual([200, true, 'queued']);
    const id = body.submissionId;
    expect(await statusOf(id, 1499)).toEqual(['queued', 'completed', 'in_progress', 'pending']);
    expect(await statusOf(id, 1)).toEqual(['sent', 'completed', 'completed', 'in_progress']);
    expect(await statusOf(id, 2500)).toEqual(['delivered', 'completed', 'completed', 'completed']);
  });

  it('brings a message of bounce@ back', async () => {
    const { post, statusOf } = atTime();
    const { body } = await post({ ...message, email: 'Bounce@example.com' });
    expect(await statusOf(body.submissionId, 4000)).toEqual(['bounced', 'completed', 'completed', 'pending']);
  });

  it('sends one message for a repeated key, and none that is incomplete', async () => {
    const { post, service } = atTime();
    const headers = { 'idempotency-key': 'k1' };
    expect(await post(message, headers)).toEqual(await post(message, headers));
    expect(await post({ ...message, email: ' ' })).toEqual({
      status: 400,
      body: { success: false, error: 'Missing required fields: email' },
    });
    expect(service.deliveries.size).toBe(1);
  });

  it('responds over HTTP, and not while it is taken down', async () => {
    const contact = await startContactService();
    const command = async (name: string) => fetch(`${contact.url}/demo/${name}`, { method: 'POST' });
    expect(await (await command('down')).text()).toBe('The contact API is down.\n');
    await expect(fetch(`${contact.url}/api/contact/status/nope`)).rejects.toThrow('fetch failed');
    expect(await (await command('up')).text()).toBe('The contact API is up.\n');
    const options = { method: 'POST', body: JSON.stringify(message) };
    expect((await fetch(`${contact.url}/api/contact`, options)).status).toBe(200);
    expect((await fetch(`${contact.url}/api/contact/status/nope`)).status).toBe(404);
    await contact.close();
  });
});

describe('the start of the demo', () => {
  it('takes the next port when one is taken', async () => {
    const taken = Number(new URL(content.url).port);
    expect(await findFreePort(taken)).toBeGreaterThan(taken);
    const free = await findFreePort(0);
    expect(await findFreePort(free)).toBe(free);
  });

  it('gives the site both services and keeps what was set outside', () => {
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

  it('waits until the site is ready', async () => {
    const statuses = [503, 503, 200];
    const site = await startHttpService(async () => ({
      status: statuses.shift() ?? 500,
      headers: {},
      body: Buffer.alloc(0),
    }));
    await waitUntilReady(site.url, AbortSignal.timeout(5000), 5);
    expect(statuses).toEqual([]);
    await site.close();
    await expect(waitUntilReady(site.url, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
