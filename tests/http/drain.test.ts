import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createBoundedServer } from '../../server/http/connections.ts';
import { drain } from '../../server/process/lifeCycle.ts';
import { listen } from '../support/listen.ts';

async function serve(respond: RequestListener): Promise<{ server: Server; url: URL; closeIdle: () => void }> {
  const { server, closeIdle } = createBoundedServer(respond, { warn: () => undefined });
  onTestFinished(() => server.closeAllConnections());
  return { server, url: new URL(await listen(server)), closeIdle };
}

it('D4 a handler that never responds and a reader that never reads are cut off at the deadline', async () => {
  const { server, url, closeIdle } = await serve((request, response) => {
    // The second one gets more than the buffers in between can hold.
    if (request.url === '/endless') response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const stuck = connect(Number(url.port), url.hostname);
  const slowReader = connect(Number(url.port), url.hostname);
  slowReader.pause();
  for (const socket of [stuck, slowReader]) socket.on('error', () => undefined);
  stuck.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  slowReader.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
  await Promise.all([once(server, 'request').then(() => once(server, 'request'))]);
  const startedAt = performance.now();
  await drain(server, closeIdle, { noticeMs: 0, forceMs: 600 });
  expect(performance.now() - startedAt).toBeGreaterThan(550);
  stuck.destroy();
  slowReader.destroy();
});

it('D3 a request that arrives on an open connection during the drain is served as the last of that connection', async () => {
  const { server, url, closeIdle } = await serve((_request, response) => response.end('ok'));
  const socket = connect(Number(url.port), url.hostname);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [first] = await once(socket, 'data');
  expect(String(first)).toContain('keep-alive');
  const drained = drain(server, closeIdle, { noticeMs: 1_000, forceMs: 5_000 });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [second] = await once(socket, 'data');
  expect(String(second)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*Connection: close/);
  await once(socket, 'end');
  await drained;
});
