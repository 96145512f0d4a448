import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';
import { renderStatusPage, type Status, statusStyle } from './statusPage.ts';

interface Sources {
  readonly metrics: Metrics;
  readonly status: () => Status;
}

const styleHash = `'sha256-${createHash('sha256').update(statusStyle).digest('base64')}'`;

/** For people's browsers and for Prometheus alike. */
const headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': `default-src 'none'; style-src ${styleHash}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
};

/**
 * The server of `METRICS_PORT`, apart from the site and not meant for the public: `GET /metrics` in
 * Prometheus' text format and `GET /status` for people. Not listening yet.
 */
export function createMetricsServer({ metrics, status }: Sources): Server {
  const server = createServer({ maxHeaderSize: 8 * 1024 }, async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    if (path === '/metrics') {
      // Rejects only where a metric of ours throws, and then nobody but the scraper may notice.
      const text = await metrics.read().catch(() => null);
      if (text === null) response.writeHead(500, headers).end();
      else response.writeHead(200, { ...headers, 'Content-Type': metrics.contentType }).end(text);
      return;
    }
    if (path === '/status') {
      const page = renderStatusPage(status());
      response.writeHead(200, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('See /metrics and /status.\n');
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.maxConnections = 50;
  // A port for machines must never be what keeps the process alive.
  return server.unref();
}
