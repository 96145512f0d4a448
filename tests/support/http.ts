import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A request as a test words it; everything that it leaves out is not sent. */
export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** A complete response: no redirect followed, nothing decoded. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
}

/** A response whose body is still arriving. */
export interface OpenReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  /** The next part of the body as text; null when it has ended. */
  next(): Promise<string | null>;
  /** Everything that has not been read yet. */
  rest(): Promise<string>;
  /** Leaves in the middle, as a visitor who closes the tab. */
  leave(): void;
}

/** Sends a path exactly as it is written; resolves as soon as the headers of the response are there. */
export function openReply(site: string, path: string, ask: Ask = {}): Promise<OpenReply> {
  const { hostname, port } = new URL(site);
  const { promise, resolve, reject } = Promise.withResolvers<OpenReply>();
  const sent = request(
    { hostname, port, path, method: ask.method ?? 'GET', headers: { ...ask.headers }, agent: false },
    (response) => {
      const parts = response.iterator()[Symbol.asyncIterator]();
      const next = async () => {
        const part = await parts.next();
        return part.done ? null : Buffer.from(part.value).toString();
      };
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        rawHeaders: response.rawHeaders,
        next,
        async rest() {
          let text = '';
          for (let part = await next(); part !== null; part = await next()) text += part;
          return text;
        },
        leave: () => sent.destroy(),
      });
    },
  );
  sent.on('error', reject);
  sent.end(ask.body);
  return promise;
}

/** Sends a path exactly as it is written and waits for the whole response. */
export function askFor(site: string, path: string, ask: Ask = {}): Promise<Reply> {
  const { hostname, port } = new URL(site);
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request(
    { hostname, port, path, method: ask.method ?? 'GET', headers: { ...ask.headers }, agent: false },
    (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => void parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(parts);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          body,
          text: body.toString(),
        });
      });
    },
  );
  sent.on('error', reject);
  sent.end(ask.body);
  return promise;
}

/** Writes bytes to the server's port and resolves with everything it says until it hangs up. */
export function askRaw(site: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(site);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  let text = '';
  socket.on('data', (part) => {
    text += part.toString();
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  return promise;
}

/** The headers of a raw response, names in lower case. */
export function headersOfRaw(response: string): ReadonlyMap<string, string> {
  const [head = ''] = response.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

/** The status of a raw response. */
export const statusOfRaw = (response: string): number => Number(response.split(' ', 2)[1]);
