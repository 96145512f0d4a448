import { junctionName, partTables } from '../content/collections/blocks.ts';
import { appearsAt, isOver } from '../content/collections/collection.ts';
import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { nameForEditors, pathOfRow } from '../content/collections/schema.ts';
import type { NotedRow } from '../content/heldCollection.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { remarksIn } from '../content/parse/parseContext.ts';
import { momentText } from '../content/parse/parseDate.ts';
import { valueIn } from '../content/siteContent.ts';
import { type Row, readId, readLine, readList, readRow, readRows } from '../directus/readField.ts';
import type { PageFinder } from '../render/pageFinder.ts';
import { pagePaths } from '../site/pagePaths.ts';
import { redirectFault } from '../site/redirects.ts';

/** What the content service says was saved. */
interface Save {
  /** The collection as the content service calls it; it may be that of a block. Null: unknown. */
  readonly table: string | null;
  /** The key of its first row; null: unknown. */
  readonly key: string | null;
}

/** What the load after a save has changed. */
interface LoadResult {
  readonly urls: readonly string[];
  readonly milliseconds: number;
  /** Whether the save was earlier, and the site had missed it. */
  readonly isLate: boolean;
}

/** What receipts are made from. */
export interface ReceiptOptions {
  readonly content: Pick<LiveContent, 'current' | 'notedRow' | 'notedRows'>;
  readonly finder: Pick<PageFinder, 'inspect'>;
  /** Reads a row that the site does not hold, because visitors do not see it; null: it is gone, or may not be read. */
  readonly readUnseen: (collection: CollectionName, key: string) => Promise<Row | null>;
  /** Our own origin. */
  readonly origin: string;
}

/** The tables of blocks, and the one that places them on pages. */
const partNames: ReadonlySet<string> = new Set(partTables.map(({ name }) => name));

/** The collection that a table belongs to; a change of a block counts as one of the pages that have it. */
export function collectionOfTable(table: string): CollectionName | null {
  const whole = partNames.has(table) ? 'pages' : table;
  return collectionNames.find((name) => name === whole) ?? null;
}

const mostAddresses = 20;

/** What the content service tells the editor who saved, and stores; see `provisioning/publications.ts`. */
export async function receiptOf({ table, key }: Save, result: LoadResult, options: ReceiptOptions) {
  const { urls } = result;
  const collection = table === null ? null : collectionOfTable(table);
  const told =
    collection === null || table === null || key === null
      ? { title: null, subject: null, message: messageOf(result, onlyOf(urls)) }
      : await tellOf(collection, table, key, result, options);
  return {
    /** The key of the first row that was saved; null: unknown. */
    item: key,
    /** The name of the row, as editors call it; null: it is gone, or has none that may be read. */
    title: told.title,
    /** In a few words, and in a sentence. */
    subject: told.subject ?? (urls.length === 0 ? 'Saved' : 'Published'),
    message: told.message,
    /** The first of the changed addresses, one per line. */
    addresses: urls.slice(0, mostAddresses).join('\n'),
  };
}

async function tellOf(
  collection: CollectionName,
  table: string,
  key: string,
  result: LoadResult,
  options: ReceiptOptions,
) {
  const { content, readUnseen, origin } = options;
  const { schema } = collectionOf(collection);
  const only = onlyOf(result.urls);
  if (schema === null) return { title: null, subject: null, message: messageOf(result, only) };
  const isPart = partNames.has(table);
  const noted = isPart ? pageWith(content, table, key) : content.notedRow(collection, key);
  if (isPart && !noted) return { title: null, subject: null, message: messageOf(result, only) };
  if (noted && noted.parsed !== null) {
    const title = nameForEditors(schema, noted.row);
    const until = appearsAt(collectionOf(collection), noted.row, noted.parsed, Date.now());
    const remarks = remarksOf(noted) + remarkOnRedirect(noted, options);
    if (isOver(collectionOf(collection), noted.row, until ?? Date.now())) {
      const [is, why] = until === null ? ['over', ''] : ['never shown', ' It disappears before it appears.'];
      const subject = `${title} is ${is}`;
      return { title, subject, message: unseenMessage(result, subject) + why + remarks };
    }
    if (until !== null) return { title, ...waiting(title, until, remarks) };
    const { onEveryPage, shownAt } = schema;
    const limits = noted.row[onEveryPage?.unlessFilled ?? ''];
    const isEverywhere = onEveryPage && readLine(readList(limits)?.join() ?? limits) === null;
    const path = pathOfRow(schema, noted.row) ?? shownAt ?? null;
    const where = isEverywhere ? everywhere : path === null ? only : origin + path;
    const is = schema.isSingleton && title.endsWith('s') ? 'are' : 'is';
    const live = `${title} ${is} live${isEverywhere ? ` ${everywhere}` : ''}`;
    return {
      title,
      subject: result.urls.length > 0 ? live : 'Saved',
      message: `${messageOf(result, where)}${remarks}`,
    };
  }
  if (noted) {
    const title = nameForEditors(schema, noted.row);
    const remarks = remarksOf(noted) || ' It has no valid address, or lacks something else.';
    return { title, subject: `${title} is not shown`, message: unseenMessage(result) + remarks };
  }
  return tellOfUnseen(collection, await readUnseen(collection, key), result);
}

/** The row is a draft, archived or deleted, or the public may not read it before its date. */
function tellOfUnseen(collection: CollectionName, row: Row | null, result: LoadResult) {
  const whole = collectionOf(collection);
  if (row === null || whole.schema === null)
    return { title: null, subject: 'Saved', message: unseenMessage(result) };
  const title = nameForEditors(whole.schema, row);
  const status = readLine(row.status);
  const parsed = whole.parseRow(row, neutralContext);
  const until = status === 'published' && parsed !== null ? appearsAt(whole, row, parsed, Date.now()) : null;
  if (until !== null) return { title, ...waiting(title, until, '') };
  const state = status === 'archived' ? 'archived' : 'a draft';
  const isPublic = status !== 'draft' && status !== 'archived';
  const subject = isPublic ? 'Saved' : `${title} is ${state}`;
  return { title, subject, message: unseenMessage(result, subject) };
}

/** Only to find out when a row appears. */
const neutralContext = {
  imageHosts: [],
  embedHosts: [],
  assetHosts: [],
  siteHost: '',
  assetAddress: (id: string) => id,
  fileFacts: () => undefined,
  warn: () => undefined,
  note: () => undefined,
};

function waiting(title: string, until: number, remarks: string) {
  const message = `${title} will appear on ${momentText(until)}. Visitors do not see it before.${remarks}`;
  return { subject: `${title} is scheduled`, message };
}

const everywhere = 'on every page';

/** The address of what has one; null: there are several, or none. */
const onlyOf = (urls: readonly string[]): string | null => (urls.length === 1 ? (urls[0] ?? null) : null);

/** @param where an address, or `everywhere`; null: not in one place */
function messageOf({ urls, milliseconds }: LoadResult, where: string | null): string {
  // An earlier load may have brought what visitors see.
  if (urls.length === 0) return 'Saved. What visitors see is up to date.';
  const at = where === null ? '' : where === everywhere ? ` ${where}` : ` at ${where}`;
  return `Live${at}: ${figuresOf(urls, milliseconds)}`;
}

function unseenMessage({ urls, milliseconds, isLate }: LoadResult, what = 'Saved'): string {
  if (urls.length > 0) return `${what}. Visitors do not see it: ${figuresOf(urls, milliseconds)}`;
  return `${what}. ${isLate ? 'What visitors see is up to date.' : 'Nothing that visitors see has changed.'}`;
}

const figuresOf = (urls: readonly string[], milliseconds: number): string =>
  `${milliseconds} ms, ${urls.length === 1 ? '1 address' : `${urls.length} addresses`}.`;

const mostRemarks = 5;

/** What is not shown as it was written, or is read otherwise, in sentences after a space, the worst first. */
function remarksOf({ notes }: NotedRow): string {
  // Sanitizing makes further notes.
  for (const note of [...notes]) if (note.kind === 'text') note.html();
  const empty = notes.flatMap((note) => (note.kind === 'empty' ? [`has no ${note.label}`] : []));
  const lost = remarksIn(
    notes,
    'left-out',
    'picture-gone',
    'picture-refused',
    'picture-huge',
    'html-stripped',
  );
  const remarks = [...new Set([...empty, ...lost, ...remarksIn(notes, 'link-repaired')])];
  const others = remarks.length - mostRemarks;
  const rest = others > 0 ? ` The page doctor names ${others} more.` : '';
  return (
    remarks
      .slice(0, mostRemarks)
      .map((words) => ` It ${words}.`)
      .join('') + rest
  );
}

/** That a redirect takes visitors to no page, in a sentence after a space; empty: it does, or the row is none. */
function remarkOnRedirect({ parsed }: NotedRow, { content, finder, origin }: ReceiptOptions): string {
  const current = content.current();
  const redirect = valueIn(current.redirects)?.find((each) => each === parsed);
  if (!redirect) return '';
  const at = (path: string) => finder.inspect(path, current);
  const responds = (address: string | null, status: number) =>
    pagePaths(address ?? '', origin).some((path) => at(path).status === status);
  // The Flow writes a redirect just before its page moves.
  if (responds(redirect.from, 200) && responds(redirect.to, 404)) return '';
  const fault = redirectFault(redirect, { content: current, origin, at });
  return fault === null ? '' : ` It ${fault}.`;
}

/** The page that has a block, by the key of the block or that of its place. */
const pageWith = (content: ReceiptOptions['content'], table: string, key: string): NotedRow | undefined =>
  content
    .notedRows('pages')
    .find(({ row }) =>
      readRows(row.blocks).some(({ id, collection, item }) =>
        table === junctionName
          ? readId(id) === key
          : collection === table && readId(readRow(item)?.id) === key,
      ),
    );
