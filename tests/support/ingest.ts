import { createServer, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { closeServer, listen } from './listen.ts';

/** One item of an envelope: its type and its payload, parsed where that is JSON. */
export interface IngestedItem {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type IngestManner = 'ok' | 'refuse' | 'hang' | 'endless';

/** An error reporting service on loopback that stores everything it receives. */
export interface Ingest {
  readonly dsn: string;
  readonly items: IngestedItem[];
  /** Every envelope as text, headers of its request and decoded recordings included. */
  readonly raw: string[];
  readonly requests: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  /** How it responds from now on: as it should, with a refusal, not at all, or with a response that never ends. */
  behave(manner: IngestManner): void;
  /** Waits for an item that meets the condition. */
  waitFor(holds: (item: IngestedItem) => boolean, what: string): Promise<IngestedItem>;
  close(): Promise<void>;
}

/** Only tells a hang from a slow machine. */
const waitMs = 50_000;

/** NODE_OPTIONS with which `Math.random` always returns `luck`: below one in ten, every request is traced. */
export const withRandom = (luck: number): string =>
  `--import data:text/javascript,${encodeURIComponent(`Math.random = () => ${luck};`)}`;

/** Starts the service on a free port. */
export async function startIngest(): Promise<Ingest> {
  const items: IngestedItem[] = [];
  const raw: string[] = [];
  const requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  const watchers = new Set<() => void>();
  let manner: IngestManner = 'ok';
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      requests.push({ url: request.url ?? '', headers: request.headers });
      const sent = Buffer.concat(parts);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      const arrived = itemsOf(body);
      raw.push(`${JSON.stringify(request.headers)}\n${body.toString('utf8')}\n${JSON.stringify(arrived)}`);
      items.push(...arrived);
      for (const watcher of watchers) watcher();
      if (manner === 'hang') return;
      response.writeHead(manner === 'refuse' ? 503 : 200, { 'Content-Type': 'application/json' });
      if (manner === 'endless') response.write('{');
      else response.end('{}');
    });
  });
  const { host } = new URL(await listen(server));

  return {
    dsn: `http://0123456789abcdef0123456789abcdef@${host}/42`,
    items,
    raw,
    requests,
    behave(next) {
      manner = next;
    },
    waitFor(holds, what) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = items.find(holds);
          if (!found) return;
          watchers.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(() => {
          watchers.delete(look);
          const seen = items.map(({ type, payload }) => `${type} ${JSON.stringify(payload).slice(0, 300)}`);
          reject(new Error(`Nothing arrived: ${what}. Arrived: ${seen.join('\n')}`));
        }, waitMs);
        watchers.add(look);
        look();
      });
    },
    close: () => closeServer(server),
  };
}

/** The items of an envelope: it has a header line of its own, then a header line and a payload for each item. */
function itemsOf(body: Buffer): IngestedItem[] {
  const items: IngestedItem[] = [];
  let at = body.indexOf('\n') + 1;
  while (at > 0 && at < body.length) {
    const end = lineEnd(body, at);
    const header = jsonIn(body.toString('utf8', at, end));
    const { length, type } = header;
    const from = end + 1;
    const until = typeof length === 'number' ? from + length : lineEnd(body, from);
    const payload = body.subarray(from, until);
    items.push({
      type: String(type),
      payload: type === 'replay_recording' ? recordingIn(payload) : jsonIn(payload.toString('utf8')),
    });
    at = until + 1;
  }
  return items;
}

/** A recording is two lines of JSON: its number, and what was recorded. */
function recordingIn(payload: Buffer): Readonly<Record<string, unknown>> {
  return { text: payload.toString('utf8', lineEnd(payload, 0) + 1) };
}

function lineEnd(body: Buffer, from: number): number {
  const found = body.indexOf('\n', from);
  return found < 0 ? body.length : found;
}

function jsonIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
