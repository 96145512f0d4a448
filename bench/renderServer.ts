import { createServer, type RequestListener } from 'node:http';
import { Writable } from 'node:stream';
import { brotliCompress, constants } from 'node:zlib';
import pino from 'pino';
import { renderToPipeableStream } from 'react-dom/server';
import { createApp } from '../server/app.ts';
import { createRequestLog } from '../server/http/requestLog.ts';
import { toConfig } from '../server/process/config.ts';
import { documentElement, siteOf } from '../server/render/Document.tsx';
import { createPageMatcher } from '../server/render/matchPage.ts';
import { createServices } from '../server/services.ts';
import { routes } from '../server/site/routes.tsx';

// Renders every request anew. BENCH_MODE=site: the application with its page cache off. BENCH_MODE=bare: React's
// own streaming renderer over the same tree, and nothing else.

const result = toConfig(process.env);
if ('problems' in result) throw new Error(result.problems.join('\n'));
const { config } = result;
const nowhere = pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 });
const log = pino({ level: 'info' }, nowhere);
const logRequest = createRequestLog(nowhere, config);
const reportError = (error: unknown) => console.error(error);
const services = createServices(
  {
    config,
    log,
    logRequest,
    reportError,
    isReady: () => true,
    dist: new URL('../', import.meta.url),
  },
  { pageCacheBytes: 0 },
);
const { content, assets } = services;
await content.start();

const application = createApp(services);

const matchPage = createPageMatcher(routes, false);

const brotli4 = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const bare: RequestListener = (request, response) => {
  const [path = '/'] = (request.url ?? '/').split('?');
  const matched = matchPage(path, '');
  if ('redirect' in matched) {
    response.writeHead(404).end();
    return;
  }
  const { match } = matched;
  const { page, params, query } = match;
  const current = content.current();
  const selected = page.select({ content: current, params, query });
  const site = siteOf(config, current, { requestId: 'bench', isLoading: false });
  const { provide } = selected;
  const parts = { config, assets, match, selected, site, status: 200, provide };
  const { pipe } = renderToPipeableStream(documentElement(parts), {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady() {
      const type = { 'Content-Type': 'text/html; charset=utf-8' };
      if (!request.headers['accept-encoding']?.includes('br')) {
        response.writeHead(200, type);
        pipe(response);
        return;
      }
      response.writeHead(200, { ...type, 'Content-Encoding': 'br' });
      const parts: Buffer[] = [];
      const collector = new Writable({
        write(part: Buffer, _encoding, done) {
          parts.push(part);
          done();
        },
        final(done) {
          brotliCompress(Buffer.concat(parts), brotli4, (error, body) => response.end(error ? '' : body));
          done();
        },
      });
      pipe(collector);
    },
  });
};

createServer(process.env.BENCH_MODE === 'bare' ? bare : application).listen(config.port, config.host);
