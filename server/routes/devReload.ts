import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import * as v from 'valibot';
import { field } from '../../shared/field.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { readStart } from '../http/requestBody.ts';
import type { ReportError } from '../process/errors.ts';

const mostBytes = 64 * 1024;
const builtFolder = new URL('../static/', import.meta.url);
/** The events that a page which connects later gets as well. */
const remembered = ['build', 'styles', 'build-error'];
/** Every page that connects within this time gets the error: the page left may connect before the failed one. */
const errorShownMs = 5_000;

/**
 * For development only. `GET /dev/reload`: an event stream for the pages of the development build. `scripts/dev.mjs`
 * sends the events over the IPC channel: `build`, the id of the build, for which `swaps` makes the process take the
 * application of that build first; `build-error`, what failed; `styles`, old and new ones; `reload`. `POST /dev/stack`
 * returns a browser's stack trace with places in the sources, by the source maps beside the scripts.
 */
export function createDevReloadRoutes() {
  const router = Router();
  const streams = new Set<(event: string) => void>();
  const last = new Map<string, string>();
  let errorOfPage = { event: '', until: 0 };
  const eventOf = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  let swapApp: (build: unknown) => Promise<void> = async () => undefined;
  const onMessage = async (message: unknown) => {
    const name = field(message, 'event');
    const data = field(message, 'data');
    if (typeof name !== 'string') return;
    if (name === 'build' && field(message, 'swaps') === true) {
      const failed = await swapApp(data).then(() => null, stackOf);
      if (failed !== null) return void process.send?.({ told: name, failed });
      // The styles are part of the application.
      last.delete('styles');
    }
    const event = eventOf(name, data);
    if (name !== 'build-error') last.delete('build-error');
    if (remembered.includes(name)) last.set(name, event);
    for (const write of streams) write(event);
    // `scripts/dev.mjs` ends this process once its pages have been told.
    process.send?.({ told: name });
  };
  router.get('/dev/reload', (request, response) => {
    response.set('Content-Type', 'text/event-stream');
    const shown = performance.now() < errorOfPage.until ? errorOfPage.event : '';
    response.write(`retry: 20\n\n${[...last.values()].join('')}${shown}`);
    const write = (event: string) => void response.write(event);
    streams.add(write);
    response.once('close', () => streams.delete(write));
    request.socket.setTimeout(0);
  });
  // Not held in memory like other files: source maps are larger than everything else that the site has.
  router.get(/^\/static\/([\w-]+\.js\.map)$/, (request, response) => {
    response.sendFile(String(request.params[0]), { root: fileURLToPath(builtFolder) });
  });
  router.post('/dev/stack', async (request, response) => {
    const text = (await readStart(request, mostBytes)) ?? '';
    const local = text.replaceAll(`http://${request.headers.host}`, '');
    const stack = local.replace(
      /\/static\/([\w-]+\.js):(\d+):(\d+)/g,
      (place, file, line, column) =>
        placeInSource(new URL(`${file}.map`, builtFolder), Number(line), Number(column)) ?? place,
    );
    console.error(stack);
    response.type('text').send(stack);
  });
  return Object.assign(router, {
    /** Wraps `reportError`: also shows the error over the page that is being requested. */
    showing:
      (reportError: ReportError): ReportError =>
      (error, context) => {
        reportError(error, context);
        const event = eventOf('build-error', stackOf(error));
        errorOfPage = { event, until: performance.now() + errorShownMs };
      },
    /**
     * Listens to `scripts/dev.mjs` until `close`.
     *
     * @param swap replaces the application by that of a later build; rejects if that throws
     */
    listen(swap: typeof swapApp) {
      swapApp = swap;
      process.on('message', onMessage);
    },
    close: () => void process.off('message', onMessage),
  });
}

const stackOf = (error: unknown) => (error instanceof Error ? error.stack : String(error));

const mapSchema = v.object({
  version: v.number(),
  mappings: v.string(),
  sources: v.array(v.string()),
  names: v.array(v.string()),
  sourcesContent: v.array(v.string()),
  file: v.optional(v.string(), ''),
  sourceRoot: v.optional(v.string(), ''),
});

/** The place in the sources of a place in a built file, by its source map; null: not known. */
function placeInSource(map: URL, line: number, column: number): string | null {
  try {
    const text = readFileSync(map, 'utf8');
    const origin = new SourceMap(v.parse(mapSchema, jsonOf(text))).findOrigin(line, column);
    const source = field(origin, 'fileName');
    if (typeof source !== 'string') return null;
    return `${source.replace(/^(\.\.\/)+/, '')}:${field(origin, 'lineNumber')}:${field(origin, 'columnNumber')}`;
  } catch {
    // Not a file of this build.
    return null;
  }
}
