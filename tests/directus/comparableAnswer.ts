import { hash } from 'node:crypto';
import sharp from 'sharp';
import { type Row, readRow } from '../../server/directus/readField.ts';
import { askFor, type Reply } from '../support/http.ts';
import type { RecordedCall } from './recordedCalls.ts';

const longestText = 400;

/** What of an answer both services are held to. */
export interface ComparableAnswer {
  readonly status: number;
  readonly type: string;
  readonly cacheControl: string | undefined;
  /** The parsed body, rows in their order; a picture by its size, other text as it is. */
  readonly body: unknown;
}

/** A difference that is known to be there, and how an answer of the real service loses it. */
export interface KnownDifference {
  readonly what: string;
  readonly reason: string;
  level(row: Row): Row;
}

/** Asks one service. */
export async function comparableAnswer(service: string, call: RecordedCall): Promise<ComparableAnswer> {
  const { target, method = 'GET', headers = {}, body } = call;
  const reply = await askFor(service, target, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': String(body.length) }) },
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: reply.status,
    type: reply.headers['content-type'] ?? '',
    cacheControl: reply.headers['cache-control'],
    body: await readBody(reply),
  };
}

async function readBody({ headers, body, text }: Reply): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('image/')) {
    const { width, height, format } = await sharp(body).metadata();
    return { width, height, format };
  }
  return type.includes('json') && text !== '' ? JSON.parse(text, shorten) : text;
}

/** Articles as their length and digest: a difference is then readable. */
function shorten(name: string, value: unknown): unknown {
  if (name === 'services_repeater') return value;
  if (typeof value !== 'string' || value.length <= longestText) return value;
  return `${value.slice(0, 40)} … ${value.length} ${hash('sha1', value)}`;
}

/** Rewrites every row of an answer, rows within rows too. */
export function levelRows(body: unknown, differences: readonly KnownDifference[]): unknown {
  if (Array.isArray(body)) return body.map((member) => levelRows(member, differences));
  const row = readRow(body);
  if (!row) return body;
  const levelled = differences.reduce((rest, difference) => difference.level(rest), row);
  return Object.fromEntries(
    Object.entries(levelled).map(([name, value]) => [name, levelRows(value, differences)]),
  );
}
