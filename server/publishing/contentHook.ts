import { Router } from 'express';
import { jsonOf } from '../../shared/jsonOf.ts';
import { hookPath, hookSecretHeader } from '../../shared/paths.ts';
import { partTables } from '../content/collections/blocks.ts';
import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { nameOfRow, pathOfRow } from '../content/collections/schema.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { readId, readRow, readRows } from '../directus/readField.ts';
import { readStart } from '../http/requestBody.ts';
import { contextOf } from '../http/requestContext.ts';
import { areEqualSecrets } from '../process/secrets.ts';

/** A change of a block counts as one of the pages that have it. */
const partNames: ReadonlySet<string> = new Set(partTables.map(({ name }) => name));

/** Limit of the body. A Flow that sends the whole event sends the edited article too; bytes beyond are dropped. */
const mostBytes = 1024 * 1024;

/**
 * `POST /hooks/content`: the content service reports that something was saved. Responds when the site serves the new
 * content, with the addresses that changed, the milliseconds that it took, and a receipt in words; with 503 and the
 * collections that could not be loaded if the content service failed, so that its own log shows a failed call. To a
 * request about earlier saves (`retry`), it responds with receipts for those that the site serves now.
 */
export function createContentHookRoutes(secret: string, content: LiveContent): Router {
  // Matched in exact spelling, so that a load balancer can close it to all but the content service.
  const router = Router({ caseSensitive: true, strict: true });
  router.post(hookPath, async (request, response) => {
    const startedAt = performance.now();
    contextOf(request).route = 'hook';
    // Before the body is read.
    if (!areEqualSecrets(request.get(hookSecretHeader) ?? '', secret)) {
      response.status(401).json({ error: 'Wrong secret.' });
      return;
    }
    const body = await readStart(request, mostBytes);
    if (body === null) return;
    const sent = readRow(jsonOf(body));
    // The rows of earlier saves that the Flow asks for again.
    const retry = Array.isArray(sent?.retry) ? readRows(sent.retry) : null;
    const named = retry?.length === 0 ? [] : collectionsNamed(body);
    const { urls, failed } = await content.load(named ?? collectionNames, named !== null);
    const milliseconds = Math.round(performance.now() - startedAt);
    const receiptFor = (collection: CollectionName | null, keys: unknown) =>
      receiptOf(content, collection, firstKey(keys), { urls, milliseconds, isLate: retry !== null });
    if (retry !== null) {
      const rows = retry.flatMap(({ id, collection, keys }) => {
        const [name] = collectionsCalled(String(collection));
        if (name === undefined || failed.includes(name)) return [];
        // The keys are those of the row that was saved, which may be a block.
        return { id, state: 'live', milliseconds, ...receiptFor(name === collection ? name : null, keys) };
      });
      response.json({ rows });
      return;
    }
    if (failed.length > 0) {
      response.status(503).json({ urls, milliseconds, unreachable: failed });
      return;
    }
    const [first = null, ...others] = named ?? [];
    const isKnown = others.length === 0 && !partNames.has(String(sent?.collection));
    response.json({ urls, milliseconds, receipt: receiptFor(isKnown ? first : null, sent?.keys) });
  });
  return router;
}

/** The collections of these names, as the content service calls them. */
function collectionsCalled(...names: readonly string[]): readonly CollectionName[] {
  const whole = names.map((name) => (partNames.has(name) ? 'pages' : name));
  return collectionNames.filter((collection) => whole.includes(collection));
}

/**
 * The collections that a Flow's body names, in the forms that a content service really sends: an object; a JSON string
 * that holds one, which is no valid JSON inside if a template had an absent value (`undefined`); a whole event, cut
 * off. Returns every name that may be meant: one too many costs a load, one too few hides an edit. Null: no name was
 * found; empty: only system collections are named that feed no page. Never throws.
 */
function collectionsNamed(body: string): readonly CollectionName[] | null {
  const inner = jsonOf(body);
  const text = typeof inner === 'string' ? inner : body;
  const collections = [...text.matchAll(/"collection"\s*:\s*"(\w{1,64})"/g)];
  const events = [...text.matchAll(/"event"\s*:\s*"(\w{1,64})\.(?:items\.)?\w+"/g)];
  // Events of Directus's own collections are named without its prefix: `files.upload`.
  const names = [...collections, ...events].flatMap(([, name = '']) => [name, `directus_${name}`]);
  const named = collectionsCalled(...names);
  if (named.length > 0) return named;
  const areForeign = collections.length > 0 && collections.every(([, name]) => name?.startsWith('directus_'));
  return areForeign ? [] : null;
}

const mostAddresses = 20;

/** What the load after a save has changed. */
interface LoadResult {
  readonly urls: readonly string[];
  readonly milliseconds: number;
  /** Whether the save was earlier, and the site had missed it. */
  readonly isLate: boolean;
}

/**
 * What the content service tells the editor who saved, and stores; see `scripts/directus/provisionFlow.ts`.
 *
 * @param collection null: not known
 */
function receiptOf(
  content: LiveContent,
  collection: CollectionName | null,
  item: string | null,
  result: LoadResult,
) {
  const { urls } = result;
  const schema = collection && collectionOf(collection).schema;
  const row = collection === null || item === null ? undefined : content.shownRow(collection, item);
  const isHidden = schema !== null && item !== null && row === undefined;
  const path = schema && row ? pathOfRow(schema, row) : null;
  const title = schema && row ? nameOfRow(schema, row) : null;
  return {
    /** The key of the first row that was saved; null: unknown. */
    item,
    /** The name of the row, as in lists; null: visitors do not see it. */
    title,
    /** In a few words, and in a sentence. */
    subject: urls.length === 0 || isHidden ? 'Saved' : title === null ? 'Published' : `${title} is live`,
    message: messageOf(result, path, isHidden),
    /** The first of the changed addresses, one per line. */
    addresses: urls.slice(0, mostAddresses).join('\n'),
  };
}

function messageOf(
  { urls, milliseconds, isLate }: LoadResult,
  path: string | null,
  isHidden: boolean,
): string {
  if (urls.length === 0) {
    // An earlier load may have brought what visitors see: for a page and its blocks the hook is called several times.
    const isUnchanged = isHidden && !isLate;
    return `Saved. ${isUnchanged ? 'Nothing that visitors see has changed.' : 'What visitors see is up to date.'}`;
  }
  const own = path === null ? undefined : urls.find((url) => new URL(url).pathname === path);
  const where = isHidden ? 'Saved. Visitors do not see it' : `Live at ${own ?? urls[0]}`;
  return `${where}: ${milliseconds} ms, ${urls.length === 1 ? '1 address' : `${urls.length} addresses`}.`;
}

/** The first key that a Flow names, without what a template puts in place of an absent one; null: none. */
function firstKey(value: unknown): string | null {
  const keys: readonly unknown[] = Array.isArray(value) ? value : [];
  return keys.map(readId).find((key) => key !== null && key !== 'undefined') ?? null;
}
