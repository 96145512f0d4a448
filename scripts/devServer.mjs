import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as requestSite } from 'node:http';
import { SourceMap } from 'node:module';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';

const eventText = (event, data) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
/** An error, with an id by which a page knows that it has been closed. */
const errorText = (text) => eventText('build-error', { text, id: randomUUID() });

/**
 * Serves the site of `npm run dev` on its public port, whichever process it is at the moment: while there is none,
 * requests wait; when one has ended, they get a page that shows why. Rejects if the port is not available.
 *
 * It answers itself what only pages of the development build request: `GET /dev/reload?page=PATH`, an event stream; `POST
 * /dev/stack`, which returns a browser's stack trace with places in the sources; and the source maps of scripts.
 *
 * @param folder the folder of the build's public scripts
 */
export async function createDevServer(port, host, folder) {
  /** Resolves to the port of the site; to null when it has ended. */
  let target = Promise.withResolvers();
  let isHeld = true;
  /** Connected pages, with their paths. */
  const pages = new Map();
  /** The events that a page which connects later gets as well. */
  const remembered = new Map();
  /** The path of the page that was requested last, and what it threw. */
  let requested = { path: '', error: '' };
  /** How many times pages were told to reload, and how many times they had been when a path was last requested. */
  let reloads = 0;
  const reloadsAtRequest = new Map();

  const connectPage = (response, path) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const shown = path === requested.path ? requested.error : '';
    // It may have been requested before the reload, and connect after it.
    const hasMissedReload = (reloadsAtRequest.get(path) ?? reloads) < reloads;
    const events = hasMissedReload ? eventText('reload', null) : [...remembered.values()].join('') + shown;
    response.write(`retry: 100\n\n${events}`);
    pages.set(response, path);
    response.once('close', () => pages.delete(response));
  };

  const server = createServer(async (request, response) => {
    const [path, query] = request.url.split('?', 2);
    const [, map] = /^\/static\/([\w-]+\.js\.map)$/.exec(path) ?? [];
    if (path === '/dev/reload') return connectPage(response, new URLSearchParams(query).get('page'));
    if (path === '/dev/stack') {
      // A page that is left may end its request.
      const stack = await text(request).catch(() => '');
      return response.end(inSources(stack, request.headers.host, folder));
    }
    if (map) return sendMap(response, `${folder}/${map}`);
    if (request.headers.accept?.includes('text/html')) {
      requested = { path, error: '' };
      reloadsAtRequest.set(path, reloads);
    }
    const sitePort = await target.promise;
    if (sitePort === null) sendFailure(response);
    else passOn(request, response, sitePort);
  });
  server.listen(port, host);
  await once(server, 'listening');

  return {
    /** Makes requests wait for the next site. */
    hold() {
      if (!isHeld) target = Promise.withResolvers();
      isHeld = true;
    },
    /** Passes waiting and new requests to the site on this port; null: it has ended. */
    passTo(sitePort) {
      this.hold();
      target.resolve(sitePort);
      isHeld = false;
      // The page that is shown then is of no build.
      if (sitePort === null) remembered.delete('build');
    },
    /** Sends an event to open pages, and to those that connect later, unless it is a `reload`. */
    tell(event, data = null) {
      const written = event === 'build-error' ? errorText(data) : eventText(event, data);
      if (event !== 'build-error') remembered.delete('build-error');
      if (event === 'build') {
        remembered.delete('styles');
        requested.error = '';
      }
      if (event === 'reload') reloads += 1;
      else remembered.set(event, written);
      for (const page of pages.keys()) page.write(written);
    },
    /** Shows an error over the page that was requested last, and over no other. */
    showOverRequested(error) {
      requested.error = errorText(error);
      for (const [page, path] of pages) if (path === requested.path) page.write(requested.error);
    },
  };
}

function passOn(request, response, port) {
  const { method, url: path, headers } = request;
  const sent = requestSite({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
    // How long the site keeps its connection is not how long this server keeps the browser's.
    const { connection: _connection, 'keep-alive': _keepAlive, ...own } = reply.headers;
    response.writeHead(reply.statusCode, own);
    // A response that ends with its process ends for the browser too.
    pipeline(reply, response, () => undefined);
  });
  sent.on('error', () => response.destroy());
  response.once('close', () => sent.destroy());
  request.pipe(sent);
}

function sendMap(response, file) {
  try {
    response.end(readFileSync(file));
  } catch {
    response.writeHead(404).end();
  }
}

/** A page without content: the site's end is told to it as an event. */
function sendFailure(response) {
  const client = readFileSync(new URL('build/devClient.js', import.meta.url), 'utf8');
  response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(
    `<!doctype html><html lang="en" data-build="none"><title>The site has ended</title><body><script type="module">${client}</script>`,
  );
}

/** A browser's stack trace with the places in the sources, where a source map has them; printed as well. */
function inSources(stack, host, folder) {
  const written = stack
    .replaceAll(`http://${host}`, '')
    .replace(
      /\/static\/([\w-]+\.js):(\d+):(\d+)/g,
      (place, file, line, column) =>
        placeInSource(`${folder}/${file}.map`, Number(line), Number(column)) ?? place,
    );
  console.error(written);
  return written;
}

function placeInSource(map, line, column) {
  try {
    const { fileName, lineNumber, columnNumber } = new SourceMap(
      JSON.parse(readFileSync(map, 'utf8')),
    ).findOrigin(line, column);
    return fileName && `${fileName.replace(/^(\.\.\/)+/, '')}:${lineNumber}:${columnNumber}`;
  } catch {
    // Not a file of this build.
    return null;
  }
}
