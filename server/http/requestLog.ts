import type { IncomingMessage, ServerResponse } from 'node:http';
import pino from 'pino';
import type { Config } from '../process/config.ts';
import type { RequestContext } from './requestContext.ts';

/** Longest part of an address that a log line repeats. */
const longestPath = 200;

/** An address without the whole number of a message in it: with as much as its visitor quotes. */
const cutNumber = (path: string) =>
  path.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '$1');

/** Writes one line a request: its address, route, status, cache outcome and duration. */
export type LogRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  aborted: boolean,
) => void;

/**
 * Writes lines in pino's format, but assembled by hand: most lines are these, and a cached page would spend a tenth
 * of its time in a general serializer. They are written together, once in each turn of the event loop.
 *
 * @param destination where the log goes: whole lines, one or more
 */
export function createRequestLog(
  destination: { write(lines: string): unknown },
  { environment, logLevel, release }: Pick<Config, 'environment' | 'logLevel' | 'release'>,
): LogRequest {
  const { info = 30 } = pino.levels.values;
  if ((pino.levels.values[logLevel] ?? Number.POSITIVE_INFINITY) > info) return () => undefined;
  const from = `,"release":${JSON.stringify(release)},"id":`;
  let lines = '';
  const handOver = () => {
    destination.write(lines);
    lines = '';
  };
  const isDevelopment = environment === 'development';
  return ({ method, url = '' }, { statusCode }, { id, route, cache, startedAt }, aborted) => {
    // Nobody who develops wants to read how often the start was waited for.
    if (isDevelopment && url === '/readyz') return;
    // Without the query: it may hold what a visitor typed.
    const query = url.indexOf('?');
    const whole = (query < 0 ? url : url.slice(0, query)).slice(0, longestPath);
    // Who knows the whole number of a message may read it; the slug of a draft is nobody's to read here.
    const path = route === 'preview' ? '/preview' : route === 'media' ? whole : cutNumber(whole);
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const requested = `"${id}","method":"${method}","path":${JSON.stringify(path)},"route":"${route}"`;
    const result = `"status":${statusCode},"ms":${ms},"cache":"${cache}"${aborted ? ',"aborted":true' : ''}`;
    if (lines === '') setImmediate(handOver);
    lines += `{"level":${info},"time":${Date.now()}${from}${requested},${result}}\n`;
  };
}
