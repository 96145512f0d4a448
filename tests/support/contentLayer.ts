import pino, { type Logger } from 'pino';
import { type Content, type ContentOptions, createContent } from '../../server/content/content.ts';
import type { ParseContext } from '../../server/content/parse/parseContext.ts';
import {
  type ContentStore,
  type ContentStoreOptions,
  createContentStore,
} from '../../server/content/store/contentStore.ts';
import {
  createDirectusClient,
  type DirectusClient,
  type DirectusClientOptions,
} from '../../server/directus/directusClient.ts';
import type { FinishedCall } from '../../server/directus/serviceCaller.ts';
import type { ReportError } from '../../server/process/errors.ts';

export interface Report {
  readonly error: unknown;
  readonly context: Readonly<Record<string, unknown>> | undefined;
}

/** A log and a report channel that remember. */
export function createWitness() {
  const lines: Record<string, unknown>[] = [];
  const reports: Report[] = [];
  const log: Logger = pino(
    { level: 'debug', base: null },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  const reportError: ReportError = (error, context) => void reports.push({ error, context });
  return { log, lines, reports, reportError };
}

export interface ContentLayer extends ReturnType<typeof createWitness> {
  readonly client: DirectusClient;
  readonly store: ContentStore;
  readonly content: Content;
  readonly calls: readonly FinishedCall[];
}

export interface ContentLayerOptions {
  readonly client?: Partial<DirectusClientOptions>;
  readonly store?: Partial<ContentStoreOptions>;
  readonly content?: Partial<ContentOptions>;
}

/** The whole content layer over a service at `baseUrl`, without any pages. */
export function createContentLayer(baseUrl: string, options: ContentLayerOptions = {}): ContentLayer {
  const witness = createWitness();
  const { log, reportError } = witness;
  const calls: FinishedCall[] = [];
  const onCall = (call: FinishedCall) => void calls.push(call);
  const client = createDirectusClient({ baseUrl, log, reportError, onCall, ...options.client });
  const store = createContentStore({ log, ...options.store });
  const content = createContent({ client, store, log, reportError, ...options.content });
  return { ...witness, client, store, content, calls };
}

/** What parsers need where a test has nothing to say about it. */
export function createParseContext(
  changes: Partial<ParseContext> = {},
): ParseContext & { warnings: string[] } {
  const warnings: string[] = [];
  return {
    imageHosts: [],
    embedHosts: [],
    assetHosts: [],
    assetAddress: (id) => `/assets/${id}`,
    fileFacts: () => null,
    warn: (message) => void warnings.push(message),
    ...changes,
    warnings,
  };
}
