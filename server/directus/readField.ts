import { jsonOf } from '../../shared/jsonOf.ts';
import { normalizeText } from '../../shared/normalizeText.ts';

/** A JSON object from outside, whose members are unknown. */
export type Row = Readonly<Record<string, unknown>>;

/** A row, or null for everything that is not a JSON object. */
export function readRow(value: unknown): Row | null {
  return isRow(value) ? value : null;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The rows of a list; members that are not objects are left out. */
export function readRows(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

/** Longer JSON text is not parsed. */
const longestJson = 256 * 1024;

/** The members of a list, also of one in JSON text; null if it is neither. */
export function readList(value: unknown): readonly unknown[] | null {
  // Most text is no list, and a failed parse costs more than this look.
  const isJson = typeof value === 'string' && value.length <= longestJson && /^\s*\[/.test(value);
  const list = isJson ? jsonOf(value.trim()) : value;
  return Array.isArray(list) ? list : null;
}

/** C0 and C1 controls except tab and newline. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Well-formed, normalized text without control characters, of at most `max` UTF-16 units of the source. */
export function cleanText(text: string, max: number): string {
  const plain = dropHalfPair(text.slice(0, max)).replace(/\r\n?/g, '\n').replace(controls, '');
  return normalizeText(plain.toWellFormed());
}

/** A cut through a surrogate pair must not leave a replacement character behind. */
export function dropHalfPair(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/**
 * Text in paragraphs: trimmed, with its newlines. Null for everything but strings and finite numbers, and for empty
 * text.
 */
export function readText(value: unknown, max = 10_000): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' ? cleanText(text, max).trim() || null : null;
}

/** Text on one line: runs of white space become one space. */
export function readLine(value: unknown, max = 200): string | null {
  // Cut after the spaces are folded, but never fold more than could possibly remain.
  const text = readText(value, max * 4)?.replace(/\s+/g, ' ') ?? null;
  return text === null ? null : dropHalfPair(text.slice(0, max)).trim();
}

/** The key of a row: a text or a finite number, as text. */
export function readId(value: unknown): string | null {
  return readLine(value, 64);
}

/** The key of a row: its id, or in collections that have none, as `pages` may, its slug. */
export function keyOfRow(row: Row): string | null {
  return readId(row.id ?? row.slug);
}

/** A finite number, also one written as text (Postgres sends some numbers that way). */
export function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/**
 * The last part of a page's address, which editors also write as a path: `/about`. Null for what cannot be one path
 * segment: a slash in it, also an encoded one, which the router takes for a slash; or the dots that browsers resolve.
 */
export function readSlug(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 100 || !value.isWellFormed()) return null;
  const slug = normalizeText(value)
    .trim()
    .replace(/^\/|\/$/g, '');
  return /^\.{0,2}$|[/\\\u0000-\u001f\u007f]|%2F/.test(slug) ? null : slug;
}
