import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { html, json, jsonReply, type Reply, reply, sendReply } from '../../server/demo/httpService.ts';

/** The ways in which a service that the site depends on can go wrong. */
export type FaultMode =
  /** No connection: the port is closed (target `*`), or the connection is dropped at once (any other). */
  | { readonly kind: 'refuse' }
  /** The connection is reset, at once or after that many bytes of the true body. */
  | { readonly kind: 'rst'; readonly afterBytes?: number }
  /** The request is received, and no response is sent. */
  | { readonly kind: 'blackhole' }
  /** The true response, that much later. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** The true response, as soon as the promise is fulfilled. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** Headers at once, then the true body at that speed. */
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }
  /**
   * Another status. Without `body` it is the error that the service itself would give with it; a `body` that is text is
   * sent as it is, any other as JSON.
   */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** 200 with a web page, as a proxy or a captive portal sends it. */
  | { readonly kind: 'html200' }
  /** 200 with the type JSON and a body that ends in the middle. */
  | { readonly kind: 'badJson' }
  /** Content-Length of the whole true body, half of the body, then the connection ends. */
  | { readonly kind: 'truncated' }
  /** 200 with `{"data": …}` of the given value. */
  | { readonly kind: 'shape'; readonly data: unknown }
  /** This body with 200 and the type JSON. */
  | { readonly kind: 'raw'; readonly body: string | Uint8Array }
  /** 200 with valid JSON of about that many bytes, sent as fast as it is read, without Content-Length. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** 200 with a small gzip body that decodes to about that many bytes of valid JSON. */
  | { readonly kind: 'gzipBomb'; readonly bytes: number }
  /** 302 to that address; the path of the request itself makes a loop. */
  | { readonly kind: 'redirect'; readonly to: string };

export interface FaultOptions {
  /**
   * How many requests it lasts, e.g. 1 to fail once and succeed on the retry. Default: until it is removed. A
   * closed port does not count requests.
   */
  readonly times?: number;
}

/**
 * Sends a response with the fault applied. Timers end with the response, so that closing the connections of the
 * server leaves nothing behind; a client that disconnects in the middle is not an error.
 *
 * @param trueReply empty for faults that never read it
 * @param errorFor the error response that the service itself gives with a status
 */
export async function sendFaulty(
  response: ServerResponse,
  mode: FaultMode,
  trueReply: Reply,
  errorFor: (status: number) => Reply,
): Promise<void> {
  switch (mode.kind) {
    case 'refuse':
      response.destroy();
      return;
    case 'rst':
      reset(response, trueReply, mode.afterBytes);
      return;
    case 'blackhole':
      return;
    case 'slow': {
      const timer = setTimeout(() => sendReply(response, trueReply), mode.ms);
      response.once('close', () => clearTimeout(timer));
      return;
    }
    case 'held':
      await mode.until;
      if (!response.destroyed) sendReply(response, trueReply);
      return;
    case 'drip':
      drip(response, trueReply, mode.bytesPerSecond);
      return;
    case 'truncated': {
      const half = trueReply.body.subarray(0, Math.floor(trueReply.body.length / 2));
      response.writeHead(trueReply.status, trueReply.headers);
      response.write(half, () => response.destroy());
      return;
    }
    case 'huge':
      return stream(response, {}, hugeBody(mode.bytes));
    case 'gzipBomb':
      return stream(response, { 'Content-Encoding': 'gzip' }, gzipMembers(mode.bytes));
    case 'html200':
      return sendReply(
        response,
        reply(200, html, '<!doctype html><title>Sign in</title><p>Please sign in to the network.'),
      );
    case 'badJson':
      return sendReply(response, reply(200, json, '{"data":[{"id":1,"slug":"home","title":'));
    case 'shape':
      return sendReply(response, jsonReply(200, { data: mode.data }));
    case 'redirect':
      return sendReply(response, reply(302, 'text/plain; charset=utf-8', '', { Location: mode.to }));
    case 'raw':
      return sendReply(response, reply(200, json, mode.body));
    case 'status': {
      const made = statusReply(mode, errorFor);
      return sendReply(response, { ...made, headers: { ...made.headers, ...mode.headers } });
    }
  }
}

function statusReply(
  { status, body }: Extract<FaultMode, { kind: 'status' }>,
  errorFor: (status: number) => Reply,
): Reply {
  if (body === undefined) return errorFor(status);
  return typeof body === 'string' ? reply(status, html, body) : jsonReply(status, body);
}

function reset(
  response: ServerResponse,
  { status, headers, body }: Reply,
  afterBytes: number | undefined,
): void {
  const hangUp = () => response.socket?.resetAndDestroy();
  if (afterBytes === undefined) {
    hangUp();
    return;
  }
  response.writeHead(status, headers);
  response.write(body.subarray(0, afterBytes), hangUp);
}

function drip(response: ServerResponse, { status, headers, body }: Reply, bytesPerSecond: number): void {
  const pause = Math.max(20, 1000 / bytesPerSecond);
  const step = Math.max(1, Math.round((bytesPerSecond * pause) / 1000));
  let sent = 0;
  response.writeHead(status, headers);
  response.flushHeaders();
  const timer = setInterval(() => {
    response.write(body.subarray(sent, sent + step));
    sent += step;
    if (sent >= body.length) response.end();
  }, pause);
  response.once('close', () => clearInterval(timer));
  response.once('finish', () => clearInterval(timer));
}

async function stream(
  response: ServerResponse,
  headers: Record<string, string>,
  pieces: Iterable<Buffer>,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': json, ...headers });
  // A client closes the connection when the body exceeds its limit, which these faults are meant to do.
  await pipeline(Readable.from(pieces), response).catch(() => response.destroy());
}

const head = Buffer.from('{"data":[{"id":1,"slug":"home","title":"');
const tail = Buffer.from('"}]}');
const mebibyte = 1024 * 1024;

function* hugeBody(bytes: number): Generator<Buffer> {
  const filler = Buffer.alloc(64 * 1024, 'x');
  yield head;
  for (let left = bytes; left > 0; left -= filler.length) yield filler.subarray(0, left);
  yield tail;
}

/** One gzip member for each mebibyte: a stream may have many, so that one compressed member can be repeated. */
function* gzipMembers(bytes: number): Generator<Buffer> {
  const member = gzipSync(Buffer.alloc(mebibyte, 'x'), { level: 9 });
  yield gzipSync(head);
  for (let left = bytes; left > 0; left -= mebibyte) yield member;
  yield gzipSync(tail);
}
