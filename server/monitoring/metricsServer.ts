import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { createElement } from 'react';
import { renderToBytes } from '../render/renderTree.ts';
import { registerMetrics } from './metrics.ts';
import { StatusPage, statusStylePath } from './StatusPage.tsx';
import { type Observed, readStatus, type Status } from './status.ts';
import { statusStyle } from './statusStyle.ts';

interface Sources {
  readonly registry: Pick<Registry, 'contentType' | 'metrics'>;
  readonly status: () => Promise<Status>;
}

/** Headers for the browsers of operators and for Prometheus alike. */
const headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** One address of the metrics server: its content type and how its body is made. */
interface Resource {
  readonly type: string;
  /** Throws or rejects only by a defect of ours; then only this request fails. */
  readonly read: () => string | Promise<string | Buffer>;
}

/** The server of the metrics and of the status page, made from what the site stands on. Not listening yet. */
export function serveMetrics(observed: Observed): Server {
  registerMetrics({ ...observed, release: observed.config.release });
  return createMetricsServer({ registry: observed.counts.registry, status: () => readStatus(observed) });
}

/**
 * The server of `METRICS_PORT`, apart from the site and not meant for the public: `GET /metrics` in
 * Prometheus' text format and `GET /status` for people. Not listening yet.
 */
export function createMetricsServer({ registry, status }: Sources): Server {
  const resources = new Map<string, Resource>([
    ['/metrics', { type: registry.contentType, read: () => registry.metrics() }],
    [
      '/status',
      {
        type: 'text/html; charset=utf-8',
        read: async () => renderToBytes(createElement(StatusPage, { status: await status() })),
      },
    ],
    [statusStylePath, { type: 'text/css; charset=utf-8', read: () => statusStyle }],
  ]);
  const server = createServer({ maxHeaderSize: 8 * 1024 }, async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const resource = resources.get(path);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
    } else if (!resource) {
      response
        .writeHead(404, { ...headers, 'Content-Type': 'text/plain' })
        .end('See /metrics and /status.\n');
    } else {
      try {
        const text = await resource.read();
        response.writeHead(200, { ...headers, 'Content-Type': resource.type }).end(text);
      } catch {
        response.writeHead(500, headers).end();
      }
    }
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.maxConnections = 50;
  // The port for machines must not hold the process open.
  return server.unref();
}
