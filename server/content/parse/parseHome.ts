import type { Home, HomeSummary, NearbyPlace, Picture } from '../../../shared/content.ts';
import { jsonOf } from '../../../shared/jsonOf.ts';
import { safeHref } from '../../../shared/safeHref.ts';
import {
  byPlace,
  type Row,
  readId,
  readLine,
  readNumber,
  readRow,
  readRows,
  readSlug,
  readText,
} from '../../directus/readField.ts';
import type { ParseContext } from './parseContext.ts';
import { parsePicture } from './parsePicture.ts';
import { sanitiseHtml } from './sanitiseHtml.ts';
import { parseTerms } from './terms.ts';
import { titleOfSlug } from './titleOfSlug.ts';

const maxHomes = 200;
const maxPictures = 24;
const maxNearby = 20;
const maxJsonText = 256 * 1024;
/** No house has more beds, baths or guests: a larger number is a slip, and is not shown. */
const mostOfAnything = 99;

/**
 * The published homes of a list, by display order with nulls last. Rows that do not say `published` are left out
 * whatever the query filtered, and the first row of a slug counts.
 */
export function parseHomes(value: unknown, context: ParseContext): readonly HomeSummary[] {
  const homes = new Map<string, { readonly home: HomeSummary; readonly place: number | null }>();
  for (const row of readRows(value)) {
    const home = readSummary(row, context);
    if (home && !homes.has(home.slug)) homes.set(home.slug, { home, place: readNumber(row.display_order) });
  }
  if (homes.size > maxHomes) context.warn('The list of homes is cut', { homes: homes.size, shown: maxHomes });
  return [...homes.values()]
    .map(({ home, place }) => ({ home, place, id: home.id, name: home.name }))
    .sort(byPlace)
    .slice(0, maxHomes)
    .map(({ home }) => home);
}

/** The first published home of a list, with all of its own page; null if there is none. */
export function parseHome(value: unknown, context: ParseContext): Home | null {
  for (const row of readRows(value)) {
    const summary = readSummary(row, context);
    if (!summary) continue;
    return {
      ...summary,
      pictures: readPictures(row.pictures, context),
      description: sanitiseHtml(row.description, context),
      features: parseTerms(row.features).map(({ name }) => name),
      nearby: readNearby(row.nearby),
      bookingAddress: readBookingAddress(row.booking_url),
    };
  }
  return null;
}

function readSummary(row: Row, context: ParseContext): HomeSummary | null {
  const id = readId(row.id);
  const slug = readSlug(row.slug);
  if (id === null || slug === null || row.status !== 'published') return null;
  const [town = null] = parseTerms([readLine(row.town, 60)]);
  return {
    id,
    slug,
    name: readLine(row.name, 120) ?? titleOfSlug(slug),
    town,
    beds: readCount(row.beds),
    baths: readCount(row.baths, 0.5),
    guests: readCount(row.guests),
    summary: readText(row.short_text, 500),
    picture: readPictures(row.pictures, context)[0] ?? null,
  };
}

/** A number above 0 in whole steps, or in halves. */
function readCount(value: unknown, step = 1): number | null {
  const count = readNumber(value);
  return count !== null && count > 0 && count <= mostOfAnything && count % step === 0 ? count : null;
}

/** The entries of a field of type JSON: a list, or the text of one. */
function readEntries(value: unknown): readonly unknown[] {
  const list = typeof value === 'string' ? jsonOf(value.length > maxJsonText ? null : value) : value;
  return Array.isArray(list) ? list : [];
}

/** Each entry names a file, or is its id. */
function readPictures(value: unknown, context: ParseContext): readonly Picture[] {
  return readEntries(value)
    .slice(0, maxPictures)
    .flatMap((entry) => parsePicture(readRow(entry)?.picture ?? entry, context) ?? []);
}

function readNearby(value: unknown): readonly NearbyPlace[] {
  return readRows(readEntries(value))
    .slice(0, maxNearby)
    .flatMap((row) => {
      const name = readLine(row.name, 120);
      return name === null ? [] : [{ name, distance: readLine(row.distance, 60) }];
    });
}

/** A path (of the booking site) or a complete https address. */
function readBookingAddress(value: unknown): string | null {
  const address = safeHref(readLine(value, 2_000));
  return address?.startsWith('/') || address?.startsWith('https:') ? address : null;
}
