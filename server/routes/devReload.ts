import { Router } from 'express';
import { field } from '../../shared/field.ts';

/**
 * `GET /dev/reload`, in development only: a stream that the browser build for development listens to. A reconnect
 * means that the site was restarted, and the page reloads. Each `build-error` event holds the text of a failed
 * build as a JSON string; the development loop sends it over the channel of the process, which is listened to until `close`.
 */
export function createDevReloadRoutes(): Router & { close(): void } {
  const router = Router();
  const streams = new Set<(event: string) => void>();
  let lastEvent = '';
  const onMessage = (message: unknown) => {
    const text = field(message, 'buildError');
    if (typeof text !== 'string') return;
    lastEvent = `event: build-error\ndata: ${JSON.stringify(text)}\n\n`;
    for (const write of streams) write(lastEvent);
  };
  process.on('message', onMessage);
  router.get('/dev/reload', (request, response) => {
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: 50\n\n${lastEvent}`);
    const write = (event: string) => void response.write(event);
    streams.add(write);
    response.once('close', () => streams.delete(write));
    request.socket.setTimeout(0);
  });
  return Object.assign(router, { close: () => void process.off('message', onMessage) });
}
