import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as requestSite } from 'node:http';
import { SourceMap } from 'node:module';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Every page that connects within this time gets the error: the page left may connect before the failed one. */
const errorShownMs = 5_000;

const eventText = (event, data) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Serves the site of `npm run dev` on its public port, whichever process it is at the moment: while there is none,
 * requests wait; when one has ended, they get a page that shows why. Rejects if the port is not available.
 *
 * It answers itself what only pages of the development build request: `GET /dev/reload`, an event stream; `POST
 * /dev/stack`, which returns a browser's stack trace with places in the sources; and the source maps of scripts.
 *
 * @param folder the folder of the build's public scripts
 */
export async function createDevServer(port, host, folder) {
  /** Resolves to the port of the site; to null when it has ended. */
  let target = Promise.withResolvers();
  let isHeld = true;
  const pages = new Set();
  /** The events that a page which connects later gets as well. */
  const remembered = new Map();
  let pageError = { event: '', until: 0 };

  const connectPage = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const shown = performance.now() < pageError.until ? pageError.event : '';
    response.write(`retry: 100\n\n${[...remembered.values()].join('')}${shown}`);
    pages.add(response);
    response.once('close', () => pages.delete(response));
  };

  const server = createServer(async (request, response) => {
    const [path] = request.url.split('?', 1);
    const [, map] = /^\/static\/([\w-]+\.js\.map)$/.exec(path) ?? [];
    if (path === '/dev/reload') return connectPage(response);
    if (path === '/dev/stack') {
      // A page that is left may end its request.
      const stack = await text(request).catch(() => '');
      return response.end(inSources(stack, request.headers.host, folder));
    }
    if (map) return sendMap(response, `${folder}/${map}`);
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
      const written = eventText(event, data);
      if (event !== 'build-error') remembered.delete('build-error');
      if (event === 'build') {
        remembered.delete('styles');
        pageError.until = 0;
      }
      if (event !== 'reload') remembered.set(event, written);
      for (const page of pages) page.write(written);
    },
    /** Shows an error over the page that is being requested. */
    showOnNextPage(error) {
      pageError = { event: eventText('build-error', error), until: performance.now() + errorShownMs };
    },
  };
}

function passOn(request, response, port) {
  const { method, url: path, headers } = request;
  const sent = requestSite({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
    response.writeHead(reply.statusCode, reply.rawHeaders);
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
