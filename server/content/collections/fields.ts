import type { Term } from '../../../shared/content.ts';
import { termSlug } from '../../../shared/terms.ts';
import { timeZone } from '../../../shared/words.ts';
import {
  type Row,
  readId,
  readLine,
  readList,
  readNumber,
  readRow,
  readSlug,
  readText,
} from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import { type ContentDate, parseDate } from '../parse/parseDate.ts';
import { parsePicture } from '../parse/parsePicture.ts';
import { noLink, noteLink, readHref } from '../parse/readHref.ts';
import { type Html, sanitizeHtml } from '../parse/sanitizeHtml.ts';
import { longestTerm, mostTerms, parseTerms } from '../parse/terms.ts';
import { withoutMarkup } from '../parse/withoutMarkup.ts';
import { type Field, isFormOf, type Kind, labelOf, type Wording } from './schema.ts';

/**
 * The fields of a collection, each declared once: its input in the editor's form and how its value is read. Its type,
 * its column in the query, provisioning and access rules follow from that.
 */

interface Declared {
  /** The name in Directus, if it is not the name of the property in snake case. */
  readonly column?: string | undefined;
  readonly form: Field;
  /** What to request from Directus besides the column, for the rows of other collections inside it. */
  readonly relations?: readonly string[];
}

/** A field with data that the site shows. */
export interface DataField<T> extends Declared {
  /** Never throws. Returns undefined if a row with this value shows nothing. */
  readonly read: (value: unknown, context: ParseContext) => T | undefined;
  /** The characters of a text, or of each word, that are shown; default: all. */
  readonly max?: number;
  /** How many words are shown; default: all. */
  readonly most?: number;
}

/** A part of the form, or a column, that the site never reads. */
interface UnreadField extends Declared {
  readonly read?: never;
}

/** The fields of a collection, or the inputs of an entry, by the names of their properties in `FieldValues`. */
export type Fields = Readonly<Record<string, DataField<unknown> | UnreadField>>;

/** The values read from the fields of one row. */
export type FieldValues<F extends Fields> = {
  readonly [Name in keyof F as F[Name] extends DataField<unknown> ? Name : never]: F[Name] extends DataField<
    infer T
  >
    ? T
    : never;
};

/** The default name of a property in Directus: `heroTitle` becomes `hero_title`. */
export function snakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The name of a field in Directus. */
export function columnOf(property: string, { column }: Declared): string {
  return column ?? snakeCase(property);
}

/** The forms of fields by their names in Directus, in the order of declaration. */
export function formsOf(fields: Fields): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [columnOf(name, field), field.form]),
  );
}

/** Returns a function that reads the fields of a row; it returns null for a row that shows nothing. */
export function readerOf<F extends Fields>(
  fields: F,
): (row: Row, context: ParseContext) => FieldValues<F> | null {
  const forms = formsOf(fields);
  const readers = Object.entries(fields).flatMap(([name, field]) => {
    const column = columnOf(name, field);
    return field.read ? [{ ...field, name, column, label: labelOf(column, field.form) }] : [];
  });
  const isUsed = (form: Field, row: Row) =>
    [form, forms[form.group ?? '']].every((part) => !part || isFormOf(part, row));
  return (row, context) => {
    const values: Record<string, unknown> = {};
    for (const field of readers) {
      const { name, column, label, form } = field;
      let isTold = false;
      const warn: ParseContext['warn'] = (message, { field: input, ...details }) => {
        isTold = true;
        context.warn(message, { field: input === undefined ? label : `${label}, ${input}`, ...details });
      };
      const note: ParseContext['note'] = (found) => {
        isTold ||= 'words' in found;
        context.note(found);
      };
      const value = field.read(row[column], { ...context, warn, note });
      if (value === undefined) return null;
      values[name] = value;
      const lost = isTold && form.kind !== 'entries' ? null : lossOf(field, row[column], value);
      if (lost !== null && isUsed(form, row)) context.warn('Content is left out', { field: label, lost });
    }
    // The compiler cannot follow a loop over the members of a type.
    return values as FieldValues<F>;
  };
}

/** What the site does not show of what an editor has written, in a few words; null: nothing. */
function lossOf(
  { form, max = Infinity, most = Infinity }: DataField<unknown>,
  written: unknown,
  shown: unknown,
): string | null {
  if (form.kind === 'entries') {
    const list = readList(written);
    if (list === null && readLine(written) !== null) return 'text that is not a list in JSON';
    const { length } = (list ?? []).filter(isFilled);
    return Array.isArray(shown) && shown.length < length
      ? `${length - shown.length} of ${length} entries`
      : null;
  }
  if (form.kind === 'words') {
    const lost = parseTerms(written, Infinity, Infinity).filter(
      ({ name }, at) => at >= most || name.length > max,
    );
    return lost.length === 0
      ? null
      : lost
          .map(({ name }) => name)
          .join(', ')
          .slice(0, longestLoss);
  }
  if (shown !== null && typeof written === 'string' && written.length <= max) return null;
  const words = withoutMarkup(written);
  const whole = form.kind === 'text' ? readText(words, Infinity) : readLine(words, Infinity);
  if (whole === null || (shown === null && whole === noLink)) return null;
  if (shown === null) return whole.slice(0, longestLoss);
  return whole.length > max ? `all after ${max} of ${whole.length} characters` : null;
}

const longestLoss = 100;

/** Whether an editor has written anything into an entry. */
const isFilled = (entry: unknown): boolean =>
  Object.values(readRow(entry) ?? [entry]).some((value) => readLine(value) !== null);

/** Options of every field. */
interface Options extends Wording {
  readonly column?: string;
}

type OptionsOf<Name extends Kind['kind']> = Options & Omit<Extract<Kind, { readonly kind: Name }>, 'kind'>;

/** A field of any kind, with its own reader. */
export function field<T>(declaration: Field & Options, read: DataField<T>['read']): DataField<T> {
  const { column, ...form } = declaration;
  return { column, form, read };
}

/** The same field, its value converted further. */
export function mapped<T, R>(
  source: DataField<T>,
  use: (value: T, context: ParseContext) => R,
): DataField<R> {
  return {
    ...source,
    read(value, context) {
      const read = source.read(value, context);
      return read === undefined ? undefined : use(read, context);
    },
  };
}

/** The same field, but without a value the row shows nothing. */
export function requiredField<T>(source: DataField<T>): DataField<NonNullable<T>> {
  return { ...source, read: (value, context) => source.read(value, context) ?? undefined };
}

/** The primary key. */
export const id = () => requiredField(field({ kind: 'id' }, readId));

/** The primary key of a collection whose rows are complete without one. */
export const optionalId = () => field({ kind: 'id', mayBeMissing: true }, readId);

/**
 * Rows whose status is not exactly `published` show nothing.
 *
 * @param alsoPublished further values of published rows: undefined in a collection that may lack the column, null in
 *   one that has rows older than the column
 */
export const status = (...alsoPublished: readonly (undefined | null)[]) =>
  field({ kind: 'status', ...(alsoPublished.length > 0 && { ifMissing: 'published' }) }, (value) =>
    value === 'published' || alsoPublished.some((other) => other === value) ? 'published' : undefined,
  );

/** The last part of the address of the row's page. */
export const slug = (options: Options) => requiredField(field({ kind: 'slug', ...options }, readSlug));

/** One line of at most `max` characters. */
export function line({ max = 200, ...options }: OptionsOf<'line'> & Longest = {}) {
  return { ...field({ kind: 'line', ...options }, (value) => readLine(withoutMarkup(value), max)), max };
}

/** Plain text in paragraphs, of at most `max` characters. */
export function text({ max = 10_000, ...options }: OptionsOf<'text'> & Longest = {}) {
  return { ...field({ kind: 'text', ...options }, (value) => readText(withoutMarkup(value), max)), max };
}

interface Longest {
  readonly max?: number;
}

/** The target of a link; null if it is not allowed. */
export const href = (options: OptionsOf<'line'> = {}) =>
  field({ kind: 'line', isLink: true, ...options }, (value, context) => {
    const link = readHref(value, context);
    if (link !== null) {
      context.note({ kind: 'link', href: link });
      noteLink(readLine(value) ?? '', link, context);
    }
    return link;
  });

/** An editor's HTML, sanitized on the first call, and again where its memory was needed for something else. */
export const html = (options: Options = {}) =>
  field({ kind: 'html', ...options }, (value, context): (() => Html | null) => {
    if (typeof value !== 'string' || value === '') return () => null;
    const again = { ...context, warn: () => undefined, note: () => undefined };
    const text = remade((isFirst) => sanitizeHtml(value, isFirst ? context : again));
    context.note({ kind: 'text', html: text });
    return text;
  });

/** A picture from the file library, or one given by its address. */
export const picture = (options: Options = {}) => field({ kind: 'picture', ...options }, parsePicture);

/** At most `most` words or names of at most `max` characters. */
export const words = ({
  max = longestTerm,
  most = mostTerms,
  ...options
}: OptionsOf<'words'> & Longest & { readonly most?: number } = {}): DataField<readonly Term[]> => ({
  ...field({ kind: 'words', ...options }, (value, context) => {
    const { rowsOf } = options;
    if (!rowsOf) return parseTerms(value, max, most);
    const terms = parseTerms(value, max, most).map(rowNamed);
    for (const term of terms) context.note({ kind: 'name', term, rowsOf });
    return terms;
  }),
  max,
  most,
});

/** The row that is meant by its name, or by the path or address of its page. */
function rowNamed(term: Term): Term {
  const [, name] = /^(?:\/|https?:)(?:[^/]*\/)*([^/]+)\/?$/.exec(term.name) ?? [];
  return name === undefined ? term : { name, slug: termSlug(name) };
}

/** The characters of an address or title by which a row is named. */
const longestRowName = 200;

/** Addresses or titles of rows in other collections, as slugs. */
export const chosen = (options: OptionsOf<'words'>) =>
  mapped(words({ max: longestRowName, ...options }), (terms): readonly string[] =>
    terms.map(({ slug }) => slug),
  );

/** Additional words by which the search of the site finds a page. */
export const searchWords = () =>
  mapped(
    words({
      most: 100,
      label: 'Search keywords',
      note: 'Other words that visitors may type into the search of this site, such as home watch or plumber.',
    }),
    (terms): readonly string[] => terms.map(({ name }) => name),
  );

/** The number in a column of text, where people also write what may be around it. */
const numberIn = (value: unknown, around: RegExp): number | null =>
  readNumber(
    readLine(value)
      ?.replace(/ ?\u00bd/, '.5')
      .replace(around, ''),
  );

/**
 * A number from `least` (default: one step) to `most`, in whole steps, also as `3 nights`. Others are typing errors, and
 * are not shown.
 */
export function number(options: OptionsOf<'number'> & { readonly most: number }) {
  const { step = 1, least = step, most } = options;
  return field({ kind: 'number', ...options, least }, (value) => {
    const read = numberIn(value, /[ -][a-z]+$/i);
    return read !== null && read >= least && read <= most && read % step === 0 ? read : null;
  });
}

const mostMoney = 1_000_000;

/** A positive amount of money, to the cent, also as `$1,250.00`; null for everything else. */
export function amount(options: Options): DataField<number | null> {
  const form = { kind: 'number', least: 0, most: mostMoney, step: 0.01 } as const;
  return field({ ...form, width: 'half', ...options }, (value) => {
    const read = numberIn(value, /^\$ ?| ?USD$|,(?=\d{3}(?:\D|$))/gi);
    return read !== null && read > 0 && read <= mostMoney ? Math.round(read * 100) / 100 : null;
  });
}

/** A share in percent, 0 or from 1 to 50, to the thousandth; null for everything else, such as 0.11 from a spreadsheet. */
export function percent(options: Options): DataField<number | null> {
  const form = { kind: 'number', least: 0, most: 50, step: 0.001 } as const;
  return field({ ...form, width: 'half', ...options }, (value) => {
    const read = numberIn(value, / ?%$/);
    return read !== null && (read === 0 || read >= 1) && read <= 50 ? Math.round(read * 1_000) / 1_000 : null;
  });
}

/** The currency of a row's amounts: US dollars if empty; null if it is not a currency code. */
export const currency = (options: Options = {}) =>
  field(
    {
      kind: 'choice',
      note: 'The three-letter code for all amounts here. If empty, US dollars.',
      width: 'half',
      allowOther: true,
      choices: ['USD', 'CAD', 'EUR'].map((code) => ({ text: code, value: code })),
      ...options,
    },
    (value) => {
      const code = readLine(value)?.toUpperCase() ?? 'USD';
      return /^[A-Z]{3}$/.test(code) ? code : null;
    },
  );

/** An amount in a currency, given by its ISO 4217 code. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** A starting price and the unit it applies to: `a night`. */
export interface PriceFrom {
  readonly from: Money;
  readonly unit: string | null;
}

/** An amount with its currency; null where either is missing. */
export const moneyOf = (value: number | null, code: string | null): Money | null =>
  value === null || code === null ? null : { amount: value, currency: code };

/** The lowest price of something; null without an amount. */
export const toPriceFrom = (from: Money | null, unit: string | null): PriceFrom | null =>
  from && { from, unit };

/** A point in time. */
export const moment = (options: Options = {}): DataField<ContentDate | null> =>
  field({ kind: 'moment', ...options }, (value, context) => {
    const read = parseDate(value);
    if (read?.isLocal) {
      const words = `has the time “${readLine(value)}” without a zone, which is read as the company’s: ${clock.format(read.dueAt)}`;
      context.note({ kind: 'time-without-zone', words });
    }
    return read;
  });

const clock = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone });

/** A calendar day, also in a column of times: programs write the midnight of UTC, which is the evening before in the west. */
export const day = (options: Options = {}): DataField<ContentDate | null> =>
  field({ kind: 'day', ...options }, (value) => {
    return parseDate(typeof value === 'string' ? value.trim().replace(midnight, '') : value);
  });

const midnight = /[T ]00:00(?::00(?:\.0+)?)? ?(?:Z|\+00(?::?00)?)?$/;

/** The position of the row in its list. */
export const order = (options: Options = {}) => field({ kind: 'order', ...options }, readNumber);

/** One of several words, in the spelling of the choices. */
export const choice = (options: OptionsOf<'choice'>) =>
  field({ kind: 'choice', ...options }, (value) => {
    const written = readLine(value);
    const isWritten = (choice: string) => choice.toLowerCase() === written?.toLowerCase();
    return options.choices.find((each) => isWritten(each.value))?.value ?? written;
  });

/** Whether the row's page shows the emergency number. */
export const urgency = () =>
  mapped(
    choice({
      label: 'Urgent calls',
      note: 'For what people read in an emergency: shows the emergency phone number at the top.',
      width: 'half',
      choices: [{ text: 'Show the emergency phone number', value: 'urgent' }],
    }),
    (written) => written === 'urgent',
  );

/** Yes or no; no if empty. */
export const flag = (options: OptionsOf<'flag'> = {}) =>
  field(
    { kind: 'flag', ...options },
    (value) => value === true || /^(?:1|true|yes|on)$/i.test(readLine(value) ?? ''),
  );

/** The id of a related row; an expanded relation gives it as an object. */
export const row = (options: OptionsOf<'row'>) =>
  field({ kind: 'row', ...options }, (value) => readId(readRow(value)?.id ?? value));

/** The related rows that refer to this one, edited in its form. */
export const rows = (options: OptionsOf<'rows'>): UnreadField => unread({ kind: 'rows', ...options });

/** A line that editors write for themselves: the site never reads it. */
export const remark = (options: OptionsOf<'line'> = {}): UnreadField => unread({ kind: 'line', ...options });

/** A collapsible part of the form; fields refer to it as their `group`. */
export const group = (options: OptionsOf<'group'>): UnreadField => unread({ kind: 'group', ...options });

/** The time of the last change of the row, as Directus writes it (`date_updated`); null if there is none. */
export const changed = (): DataField<string | null> =>
  field({ kind: 'changed' }, (value) => parseDate(value)?.shown.machine ?? null);

/** What search results and shared links show for a row's page, if it is not what the page itself says. */
export const sharingFields = {
  sharing: group({ label: 'Search results and shares', note: 'If empty, what the page itself says.' }),
  seoTitle: line({ max: 120, label: 'Title', group: 'sharing', note: 'About 60 characters are shown.' }),
  seoDescription: text({ max: 320, label: 'Description', group: 'sharing', softLength: 160 }),
  seoPicture: picture({ label: 'Picture', group: 'sharing', width: 'half' }),
  noindex: flag({
    label: 'Hide from search engines',
    group: 'sharing',
    width: 'half',
    note: 'The page stays online but is not in the sitemap.',
  }),
};

/** The values of these fields. */
export type Sharing = FieldValues<typeof sharingFields>;

function unread(form: Field): UnreadField {
  return { form };
}

interface EntriesOptions<F extends Fields> extends Options {
  readonly template: string;
  readonly addLabel: string;
  readonly inputs: F;
  /** Further entries are ignored. */
  readonly most: number;
  /** The column that takes the value of an entry that is not an object. */
  readonly bare?: string;
}

/** A list of small forms, or the same as JSON text. Entries without their needed values are left out. */
export function entries<F extends Fields>(options: EntriesOptions<F>): DataField<readonly FieldValues<F>[]> {
  const { inputs, most, bare, ...form } = options;
  const readEntry = readerOf(inputs);
  return field({ kind: 'entries', ...form, inputs: formsOf(inputs) }, (value, context) =>
    (readList(value) ?? []).slice(0, most).flatMap((member) => {
      const entry = readRow(member) ?? (bare === undefined ? null : { [bare]: member });
      return (entry && readEntry(entry, context)) ?? [];
    }),
  );
}

/** A short title with a text about it: a step, a reason, a question with its answer. */
export interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** What an editor has counted: the site counts steps itself. */
const ownNumber = /^(?:step )?\d{1,2}[.):] (?=\S)/i;

/** A list of titles, each with its text. */
export function titledTexts(
  options: Omit<EntriesOptions<Fields>, 'template' | 'inputs' | 'bare'>,
): DataField<readonly TitledText[]> {
  const inputs = { title: requiredField(line({ required: true, max: 100 })), text: text({ max: 600 }) };
  return mapped(entries({ ...options, template: '{{title}}', inputs }), (list) =>
    list.map((entry) => ({ title: entry.title.replace(ownNumber, ''), text: entry.text ?? '' })),
  );
}

/** Returns a function that computes a large value when it is called, and keeps it until memory is reclaimed. */
function remade<T>(make: (isFirst: boolean) => T): () => T {
  let held: WeakRef<{ readonly value: T }> | undefined;
  return () => {
    const made = held?.deref() ?? { value: make(held === undefined) };
    held = new WeakRef(made);
    return made.value;
  };
}

/** Returns a function that computes its value on the first call, and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
