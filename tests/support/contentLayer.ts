import pino from 'pino';
import type { CollectionName } from '../../server/content/collections/collections.ts';
import { LiveContent, type LiveContentOptions } from '../../server/content/liveContent.ts';
import {
  DirectusClient,
  type DirectusClientOptions,
  type FinishedCall,
} from '../../server/directus/directusClient.ts';
import type { ReportError } from '../../server/process/errors.ts';
import { createParseContext } from './parseContext.ts';
import { patientClient } from './site.ts';

/** The content of the site over a content service, without any pages. Nothing is loaded before `content.start()`. */
export interface ContentLayer {
  readonly client: DirectusClient;
  readonly content: LiveContent;
  /** Every finished call. */
  readonly calls: readonly FinishedCall[];
  /** Every line of the log, parsed. */
  readonly lines: readonly Record<string, unknown>[];
  readonly reports: { readonly error: unknown; readonly context: unknown }[];
  /** What the pages were notified of: the changed collections, once for each change. */
  readonly published: (readonly CollectionName[])[];
}

export interface ContentLayerOptions {
  readonly client?: Partial<DirectusClientOptions>;
  readonly content?: Partial<LiveContentOptions>;
}

/** Makes the content layer over the service at `baseUrl`. */
export function createContentLayer(baseUrl: string, options: ContentLayerOptions = {}): ContentLayer {
  const lines: Record<string, unknown>[] = [];
  const reports: { error: unknown; context: unknown }[] = [];
  const calls: FinishedCall[] = [];
  const published: (readonly CollectionName[])[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const reportError: ReportError = (error, context) => void reports.push({ error, context });
  const onCall = (call: FinishedCall) => void calls.push(call);
  const client = new DirectusClient({
    baseUrl,
    log,
    reportError,
    onCall,
    ...patientClient,
    ...options.client,
  });
  const context = createParseContext();
  const content = new LiveContent({ client, log, reportError, context, ...options.content });
  content.onChange(async (changed) => {
    if (changed.length > 0) published.push(changed);
    return [];
  });
  return { client, content, calls, lines, reports, published };
}
