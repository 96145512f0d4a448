import { type CollectionName, collectionOf } from '../content/collections/collections.ts';
import { nameOfRow, pathOfRow } from '../content/collections/rowNames.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { type Row, readId, readRows } from '../directus/readField.ts';

/** What the content service tells the editor who saved, and stores; see `scripts/directus/provisionFlow.ts`. */
interface Receipt {
  /** The key of the first row that was saved; null: unknown. */
  readonly item: string | null;
  /** The name of the row, as in lists; null: visitors do not see it. */
  readonly title: string | null;
  /** In a few words, and in a sentence. */
  readonly subject: string;
  readonly message: string;
  /** The first of the changed addresses, one per line. */
  readonly addresses: string;
}

interface Saved {
  readonly content: Pick<LiveContent, 'rawContent'>;
  /** Null: not known. */
  readonly collection: CollectionName | null;
  readonly keys: readonly string[];
  readonly urls: readonly string[];
  readonly milliseconds: number;
}

const mostAddresses = 20;

/** Makes the receipt for the editor who saved. */
export function receiptOf({ content, collection, keys, urls, milliseconds }: Saved): Receipt {
  const [item = null] = keys;
  const schema = collection && collectionOf(collection).schema;
  const rows = collection === null ? [] : (content.rawContent().get(collection)?.rows ?? []);
  const row = item === null ? undefined : rows.find(({ id }) => readId(id) === item);
  const path = schema && row ? pathOfRow(schema, row) : null;
  const title = schema && row ? nameOfRow(schema, row) : null;
  return {
    item,
    title,
    subject: urls.length === 0 ? 'Saved' : title === null ? 'Published' : `${title} is live`,
    message: messageOf(path, urls, milliseconds),
    addresses: urls.slice(0, mostAddresses).join('\n'),
  };
}

function messageOf(path: string | null, urls: readonly string[], milliseconds: number): string {
  if (urls.length === 0) return 'Saved. Nothing that visitors see has changed.';
  const own = path === null ? undefined : urls.find((url) => new URL(url).pathname === path);
  const count = urls.length === 1 ? '1 address' : `${urls.length} addresses`;
  return `Live at ${own ?? urls[0]}: ${milliseconds} ms, ${count}.`;
}

/** The keys that a Flow names, without what a template puts in place of an absent one. */
export function readKeys(value: unknown): readonly string[] {
  const keys = Array.isArray(value) ? value : [];
  return keys.flatMap((key: unknown) => {
    const read = readId(key);
    return read === null || read === 'undefined' ? [] : read;
  });
}

/** The rows of earlier saves that the Flow asks for again; null: it does not. */
export function readRetry(body: Row | null): readonly Row[] | null {
  return body !== null && Array.isArray(body.retry) ? readRows(body.retry) : null;
}
