import { Router } from 'express';
import { jsonOf } from '../../shared/jsonOf.ts';
import { hookPath, hookSecretHeader } from '../../shared/paths.ts';
import { type CollectionName, collectionNames } from '../content/collections/collections.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { readId, readRow, readRows } from '../directus/readField.ts';
import { readStart } from '../http/requestBody.ts';
import { contextOf } from '../http/requestContext.ts';
import { areEqualSecrets } from '../process/secrets.ts';
import type { Publisher } from '../publishing/publisher.ts';
import { collectionOfTable, type ReceiptOptions, receiptOf } from '../publishing/receipts.ts';

/** Limit of the body. A Flow that sends the whole event sends the edited article too; bytes beyond are dropped. */
const mostBytes = 1024 * 1024;

/** Earlier saves that one call may ask about: twice what the Flow sends. The rest are asked about again. */
const mostRetried = 200;

/**
 * `POST /hooks/content`: the content service reports that something was saved. Responds when the site serves the new
 * content, with the addresses that changed, the milliseconds that it took, and a receipt in words; with 503 and the
 * collections that could not be loaded if the content service failed, so that its own log shows a failed call. To a
 * request about earlier saves (`retry`), it responds with receipts for those that the site serves now.
 */
export function createContentHookRoutes(
  secret: string,
  options: ReceiptOptions & { readonly content: LiveContent; readonly publisher: Pick<Publisher, 'publish'> },
): Router {
  const { content, publisher } = options;
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
    const retry = Array.isArray(sent?.retry) ? readRows(sent.retry).slice(0, mostRetried) : null;
    const named = retry?.length === 0 ? [] : collectionsNamed(body);
    const { changes, failed } = await content.load(named ?? collectionNames, named !== null);
    const urls = await publisher.publish(changes);
    const milliseconds = Math.round(performance.now() - startedAt);
    const receiptFor = (table: unknown, keys: unknown) => {
      const save = { table: typeof table === 'string' ? table : null, key: firstKey(keys) };
      return receiptOf(save, { urls, milliseconds, isLate: retry !== null }, options);
    };
    if (retry !== null) {
      const loaded = retry.filter(({ collection }) => {
        const name = collectionOfTable(String(collection));
        return name !== null && !failed.includes(name);
      });
      const rows = loaded.map(async ({ id, collection, keys }) => {
        return { id, state: 'live', milliseconds, ...(await receiptFor(collection, keys)) };
      });
      response.json({ rows: await Promise.all(rows) });
      return;
    }
    if (failed.length > 0) {
      response.status(503).json({ urls, milliseconds, unreachable: failed });
      return;
    }
    response.json({ urls, milliseconds, receipt: await receiptFor(sent?.collection, sent?.keys) });
  });
  return router;
}

/** The collections of these names, as the content service calls them. */
function collectionsCalled(...names: readonly string[]): readonly CollectionName[] {
  const called = new Set(names.map(collectionOfTable));
  return collectionNames.filter((name) => called.has(name));
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

/** The first key that a Flow names, without what a template puts in place of an absent one; null: none. */
function firstKey(value: unknown): string | null {
  const keys: readonly unknown[] = Array.isArray(value) ? value : [];
  return keys.map(readId).find((key) => key !== null && key !== 'undefined') ?? null;
}
