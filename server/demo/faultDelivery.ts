import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import { jsonAnswer, textAnswer } from './answer.ts';
import type { FaultMode } from './faults.ts';

/** Sends an answer as it is. Statuses that have no body get none. */
export function sendAnswer(response: ServerResponse, answer: Answer): void {
  if (answer.status !== 204 && answer.status !== 304) {
    response.writeHead(answer.status, answer.headers).end(answer.body);
    return;
  }
  const kept = Object.entries(answer.headers).filter(([name]) => !/^content-/i.test(name));
  response.writeHead(answer.status, Object.fromEntries(kept)).end();
}

/**
 * Sends an answer the way the fault says. Timers end with the response, so that closing the connections of
 * the server leaves nothing behind; a visitor who leaves in the middle is no error.
 * @param answer the true answer; not asked for by faults that never look at it
 * @param errorFor the error answer that the service itself gives with a status
 */
export async function sendFaulty(
  response: ServerResponse,
  mode: FaultMode,
  answer: Answer,
  errorFor: (status: number) => Answer,
): Promise<void> {
  switch (mode.kind) {
    case 'refuse':
      response.destroy();
      return;
    case 'rst':
      reset(response, answer, mode.afterBytes);
      return;
    case 'blackhole':
      return;
    case 'slow': {
      const timer = setTimeout(() => sendAnswer(response, answer), mode.ms);
      response.once('close', () => clearTimeout(timer));
      return;
    }
    case 'drip':
      drip(response, answer, mode.bytesPerSecond);
      return;
    case 'truncated': {
      const half = answer.body.subarray(0, Math.floor(answer.body.length / 2));
      response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(answer.body.length) });
      response.write(half, () => response.destroy());
      return;
    }
    case 'huge':
      await stream(response, {}, hugeBody(mode.bytes));
      return;
    case 'gzipBomb':
      await stream(response, { 'Content-Encoding': 'gzip' }, gzipMembers(mode.bytes));
      return;
    default:
      sendAnswer(response, replacement(mode, errorFor));
  }
}

type ReplacingMode = Extract<
  FaultMode,
  { kind: 'status' | 'html200' | 'badJson' | 'shape' | 'raw' | 'redirect' }
>;

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

function replacement(mode: ReplacingMode, errorFor: (status: number) => Answer): Answer {
  switch (mode.kind) {
    case 'html200':
      return textAnswer(200, html, '<!doctype html><title>Sign in</title><p>Please sign in to the network.');
    case 'badJson':
      return textAnswer(200, json, '{"data":[{"id":1,"slug":"home","title":');
    case 'shape':
      return jsonAnswer(200, { data: mode.data });
    case 'redirect':
      return textAnswer(302, 'text/plain; charset=utf-8', `Found. Redirecting to ${mode.to}`, {
        Location: mode.to,
      });
    case 'raw': {
      const body = Buffer.from(mode.body);
      const headers = { 'Content-Type': mode.contentType ?? json, 'Content-Length': String(body.length) };
      return { status: mode.status ?? 200, headers, body };
    }
    case 'status': {
      const made = statusAnswer(mode, errorFor);
      return { ...made, headers: { ...made.headers, ...mode.headers } };
    }
  }
}

function statusAnswer(
  { status, body, message }: Extract<FaultMode, { kind: 'status' }>,
  errorFor: (status: number) => Answer,
): Answer {
  if (message !== undefined) return jsonAnswer(status, { message });
  if (body === undefined) return errorFor(status);
  return typeof body === 'string' ? textAnswer(status, html, body) : jsonAnswer(status, body);
}

function reset(response: ServerResponse, answer: Answer, afterBytes: number | undefined): void {
  const hangUp = () => response.socket?.resetAndDestroy();
  if (afterBytes === undefined) {
    hangUp();
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(answer.body.length) });
  response.write(answer.body.subarray(0, afterBytes), hangUp);
}

function drip(response: ServerResponse, answer: Answer, bytesPerSecond: number): void {
  const pause = Math.max(20, 1000 / bytesPerSecond);
  const step = Math.max(1, Math.round((bytesPerSecond * pause) / 1000));
  let sent = 0;
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
  const timer = setInterval(() => {
    response.write(answer.body.subarray(sent, sent + step));
    sent += step;
    if (sent >= answer.body.length) response.end();
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
  // A reader that has had enough closes the connection; that is what these faults are for.
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

/** One member for each mebibyte: a gzip stream may have many, and so none has to be compressed twice. */
function* gzipMembers(bytes: number): Generator<Buffer> {
  const member = gzipSync(Buffer.alloc(mebibyte, 'x'), { level: 9 });
  yield gzipSync(head);
  for (let left = bytes; left > 0; left -= mebibyte) yield member;
  yield gzipSync(tail);
}
