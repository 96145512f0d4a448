import type { IncomingMessage, ServerResponse } from 'node:http';
import pino from 'pino';
import { cutNumber } from '../../shared/scrubReport.ts';
import type { Config } from '../process/config.ts';
import type { RequestContext } from './requestContext.ts';

/** Characters of a path that a log line holds at most. */
const longestPath = 200;

export type LogRequest = ReturnType<typeof createRequestLog>;

/**
 * Makes the function that writes one line per request: its path, route, status, cache outcome and duration. The lines
 * have pino's format but are assembled by hand: most lines are these, and a cached page would spend a tenth of its time
 * in a general serializer. They are written together, once per turn of the event loop.
 *
 * @param destination receives one or more whole lines at a time
 */
export function createRequestLog(
  destination: { write(lines: string): unknown },
  { environment, logLevel, release }: Config,
) {
  const { info = 30 } = pino.levels.values;
  if ((pino.levels.values[logLevel] ?? Number.POSITIVE_INFINITY) > info) return () => undefined;
  const from = `,"release":${JSON.stringify(release)},"id":`;
  let lines = '';
  const handOver = () => {
    destination.write(lines);
    lines = '';
  };
  const isDevelopment = environment === 'development';
  return (
    { method, url = '' }: IncomingMessage,
    { statusCode }: ServerResponse,
    { id, route, cache, startedAt }: RequestContext,
    aborted: boolean,
  ): void => {
    // In development these are the polls that wait for the start: only noise.
    if (isDevelopment && url === '/readyz') return;
    // Without the query: it may hold what a visitor typed.
    const query = url.indexOf('?');
    const whole = (query < 0 ? url : url.slice(0, query)).slice(0, longestPath);
    // The whole number of a message would open its page, and the path of a preview may name a draft.
    const path = route === 'preview' ? '/preview' : route === 'media' ? whole : cutNumber(whole);
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const requested = `"${id}","method":"${method}","path":${JSON.stringify(path)},"route":"${route}"`;
    const result = `"status":${statusCode},"ms":${ms},"cache":"${cache}"${aborted ? ',"aborted":true' : ''}`;
    if (lines === '') setImmediate(handOver);
    lines += `{"level":${info},"time":${Date.now()}${from}${requested},${result}}\n`;
  };
}
