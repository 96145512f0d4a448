import { beforeAll, describe, expect, it } from 'vitest';
import { headersOfRaw, sendBytes, statusOfRaw } from '../support/http.ts';
import { smuggledRequests } from '../support/smuggledRequests.ts';
import { siteForFile } from '../support/started.ts';

const site = await siteForFile();
beforeAll(() => site.load());

describe('E15 the end of a request', () => {
  it.each(smuggledRequests)(
    'E15 with %s is refused, the connection is closed, and the hidden request gets no response',
    async (_name, bytes) => {
      const reply = await sendBytes(site.url, bytes);
      expect([400, 413]).toContain(statusOfRaw(reply));
      expect(reply.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
      expect(headersOfRaw(reply).get('connection')).toBe('close');
      expect(site.logs.filter(({ path }) => path === '/hidden')).toEqual([]);
    },
  );

  it('E15 is clear for two valid requests on one connection, which get two responses', async () => {
    const first = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
    const last = 'GET /no-such-page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const reply = await sendBytes(site.url, first + last);
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });
});
