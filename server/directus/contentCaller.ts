import { type ContentCall, ContentError } from '../upstream/callErrors.ts';
import { type Row, readRow } from '../upstream/readField.ts';
import { requestJson } from '../upstream/requestJson.ts';
import { createServiceCircuit } from '../upstream/serviceBreaker.ts';
import { createServiceCaller, type ServiceCallerOptions } from '../upstream/serviceCaller.ts';

/** The members of an answer that are read. */
export interface Envelope {
  readonly data: unknown;
  readonly meta: Row | null;
}

/** Calls to the items and files of the content service; each collection has a circuit of its own. */
export function createContentCaller(options: ServiceCallerOptions) {
  return createServiceCaller(options, {
    read: async (call, limits) => readEnvelope(call, await requestJson(call, limits)),
    createCircuit: createServiceCircuit,
    sourceOf: collectionOf,
  });
}

/** `/items/pages` of `/items/pages/3`. */
function collectionOf(path: string): string {
  return path.split('/', 3).join('/');
}

/** Directus wraps everything in `data`: an object, a list, or nothing at all. */
function readEnvelope(call: ContentCall, body: unknown): Envelope {
  const envelope = readRow(body);
  const data = envelope?.data ?? null;
  if (!envelope || typeof data !== 'object') {
    const answer = { status: 200, body: JSON.stringify(body) };
    throw new ContentError('malformed', 'Malformed answer: no data in it', call, answer);
  }
  return { data, meta: readRow(envelope.meta) };
}
