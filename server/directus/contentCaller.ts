import { type ContentCall, ContentError } from '../upstream/callErrors.ts';
import { createServiceBreaker } from '../upstream/circuitBreaker.ts';
import { requestJson } from '../upstream/readResponse.ts';
import {
  type CallOptions,
  createServiceCaller,
  type ServiceCallerOptions,
} from '../upstream/serviceCaller.ts';
import { refusalMessage } from './directusErrors.ts';
import { type DirectusQuery, directusUrl } from './directusUrl.ts';
import { type Row, readRow } from './readField.ts';

/** The members of a response that are read. */
export interface Envelope {
  readonly data: unknown;
  readonly meta: Row | null;
}

/** Calls to the items and files of the content service; each collection has a circuit breaker of its own. */
export function createContentCaller(options: ServiceCallerOptions) {
  const { call, ...caller } = createServiceCaller(options, {
    read: async (named, limits) => readEnvelope(named, await requestJson(named, limits, refusalMessage)),
    createBreaker: createServiceBreaker,
    sourceOf: collectionOf,
  });
  return {
    ...caller,
    call: (path: string, query: DirectusQuery, callOptions?: CallOptions): Promise<Envelope> =>
      call(path, directusUrl(options.baseUrl, path, query), callOptions),
  };
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
    const response = { status: 200, body: JSON.stringify(body) };
    throw new ContentError('malformed', 'Malformed response: no data in it', call, response);
  }
  return { data, meta: readRow(envelope.meta) };
}
