import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request with its body read. */
export interface ServiceRequest {
  readonly method: string;
  /** The raw request target, not normalized. */
  readonly url: string;
  readonly path: string;
  readonly search: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A whole response, made before anything is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How a service responds; null resets the connection. */
export type Respond = (request: ServiceRequest) => Promise<Reply | null>;

export interface RunningService {
  readonly url: string;
  /** Stops listening and drops every connection at once, as a killed process does. */
  close(): Promise<void>;
}

export const html = 'text/html; charset=utf-8';
export const json = 'application/json; charset=utf-8';

/** @returns a response of the given type, with Content-Length. */
export function reply(
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const bytes = Buffer.from(body);
  const own = { 'Content-Type': contentType, 'Content-Length': String(bytes.length) };
  return { status, headers: { ...headers, ...own }, body: bytes };
}

/** @returns `value` as JSON, with Content-Length. */
export function jsonReply(status: number, value: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return reply(status, json, JSON.stringify(value), headers);
}

/** Sends a response, or resets the connection if there is none. Status 204 gets no body. */
export function sendReply(response: ServerResponse, answer: Reply | null): void {
  if (answer === null) response.socket?.resetAndDestroy();
  else if (answer.status === 204) response.writeHead(204).end();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Limit of a request's body: no caller of the embedded services sends more. */
const largestRequestBody = 1024 * 1024;

/** Reads a request to its end. @throws when its body is too large */
export async function readRequest(message: IncomingMessage): Promise<ServiceRequest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > largestRequestBody) throw new Error('The request body is too large for an embedded service.');
    chunks.push(piece);
  }
  const url = message.url ?? '/';
  const [path = url] = url.split('?', 1);
  return {
    method: message.method ?? 'GET',
    url,
    path,
    search: url.slice(path.length),
    headers: message.headers,
    body: Buffer.concat(chunks).toString(),
  };
}

/** Starts a server on a free port of 127.0.0.1 that sends the responses that the function returns. */
export async function startHttpService(respond: Respond): Promise<RunningService> {
  const server = createServer((message, response) => {
    readRequest(message)
      .then(respond)
      .then((answer) => sendReply(response, answer))
      .catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
