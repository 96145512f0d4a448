import { jsonOf } from '../../shared/jsonOf.ts';

/** What is read of an envelope that a browser wants passed on. */
interface EnvelopeSummary {
  readonly dsn: string;
  readonly types: readonly string[];
}

const newline = 0x0a;
const longestHeader = 4_096;
const mostItems = 20;

/**
 * Reads the headers of an envelope (develop.sentry.dev/sdk/data-model/envelopes): a JSON line for the whole,
 * then for each item a JSON line and a payload, of `length` bytes or up to the next newline. Payloads are not
 * looked at.
 *
 * @returns null for anything that is not an envelope, or names no DSN
 */
export function readEnvelope(bytes: Buffer): EnvelopeSummary | null {
  const first = readHeader(bytes, 0);
  const dsn = first?.header.dsn;
  if (!first || typeof dsn !== 'string') return null;
  const types: string[] = [];
  let at = first.next;
  while (at < bytes.length) {
    if (bytes[at] === newline) {
      at += 1;
      continue;
    }
    const item = readHeader(bytes, at);
    if (!item || typeof item.header.type !== 'string' || types.length >= mostItems) return null;
    types.push(item.header.type);
    const end = payloadEnd(bytes, item.next, item.header.length);
    if (end === null) return null;
    at = end;
  }
  return types.length > 0 ? { dsn, types } : null;
}

function readHeader(
  bytes: Buffer,
  from: number,
): { readonly header: Readonly<Record<string, unknown>>; readonly next: number } | null {
  const found = bytes.indexOf(newline, from);
  const end = found < 0 ? bytes.length : found;
  if (end - from > longestHeader) return null;
  const header = jsonOf(bytes.toString('utf8', from, end));
  if (typeof header !== 'object' || header === null || Array.isArray(header)) return null;
  return { header: { ...header }, next: end + 1 };
}

function payloadEnd(bytes: Buffer, from: number, length: unknown): number | null {
  if (length === undefined) {
    const found = bytes.indexOf(newline, from);
    return found < 0 ? bytes.length : found;
  }
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return null;
  return from + length <= bytes.length ? from + length : null;
}

/** Where envelopes of a DSN go. */
export interface Ingest {
  readonly dsn: string;
  /** With the public key in the query, as browsers send it. */
  readonly url: string;
}

/**
 * The address of the ingest endpoint that a DSN names: `{protocol}://{key}@{host}/{path}{project}` becomes
 * `{protocol}://{host}/{path}api/{project}/envelope/` (develop.sentry.dev/sdk/foundations/transport).
 *
 * @returns null for what is no DSN
 */
export function ingestOf(dsn: string): Ingest | null {
  const { groups } =
    /^(?<protocol>https?):\/\/(?<key>[^@:/\s]+)(?::[^@/\s]*)?@(?<host>[^/\s]+)\/(?<path>(?:[^\s]*\/)?)(?<project>\d+)$/.exec(
      dsn,
    ) ?? {};
  if (!groups) return null;
  const { protocol, key = '', host, path, project } = groups;
  const query = `sentry_version=7&sentry_key=${encodeURIComponent(key)}`;
  return { dsn, url: `${protocol}://${host}/${path}api/${project}/envelope/?${query}` };
}
