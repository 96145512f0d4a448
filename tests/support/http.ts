import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** What a request consists of; what is left out is not sent. */
export interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** A complete response: no redirect followed, nothing decoded. */
export interface FullResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
}

/** A response whose body is still arriving. */
export interface OpenResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  /** The next part of the body as text; null when it has ended. */
  next(): Promise<string | null>;
  /** Everything that has not been read yet. */
  rest(): Promise<string>;
  /** Disconnects in the middle, as when a visitor closes the tab. */
  leave(): void;
}

/** Sends a path exactly as it is written; resolves as soon as the headers of the response are there. */
function send(
  site: string,
  path: string,
  { method = 'GET', headers = {}, body }: RequestParts,
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(site);
  const options = { hostname, port, path, method, headers: { ...headers }, agent: false };
  return new Promise((resolve, reject) => request(options, resolve).on('error', reject).end(body));
}

const headOf = ({ statusCode = 0, headers, rawHeaders }: IncomingMessage) => ({
  status: statusCode,
  headers,
  rawHeaders,
});

/** Sends a request whose response is read piece by piece. */
export async function openResponse(
  site: string,
  path: string,
  parts: RequestParts = {},
): Promise<OpenResponse> {
  const response = await send(site, path, parts);
  const chunks = response.iterator()[Symbol.asyncIterator]();
  const next = async () => {
    const part = await chunks.next();
    return part.done ? null : Buffer.from(part.value).toString();
  };
  return {
    ...headOf(response),
    next,
    async rest() {
      let text = '';
      for (let part = await next(); part !== null; part = await next()) text += part;
      return text;
    },
    leave: () => void response.destroy(),
  };
}

/** Sends a request and waits for the whole response. */
export async function sendRequest(
  site: string,
  path: string,
  parts: RequestParts = {},
): Promise<FullResponse> {
  const response = await send(site, path, parts);
  const body = Buffer.concat(await response.toArray());
  return { ...headOf(response), body, text: body.toString() };
}

/** Writes bytes to the server's port and resolves with everything that comes back until the connection ends. */
export function sendBytes(site: string, bytes: string): Promise<string> {
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

/** Resolves when a connection has ended, also by a reset, for which `once` would reject. */
export const untilClosed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));

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
