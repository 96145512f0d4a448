import { createServer, type RequestListener } from 'node:http';
import pino from 'pino';
import { createApp } from '../../server/app.ts';
import type { ContactServiceOptions } from '../../server/contact/contactService.ts';
import { createDependencies } from '../../server/dependencies.ts';
import { createRequestLog } from '../../server/http/requestLog.ts';
import { toConfig } from '../../server/process/config.ts';
import { type ContactService, startContactService } from './contactService.ts';
import { startContentService } from './contentService.ts';
import { listen } from './listen.ts';

/** The real application over a contact service that a test can break and a contact client that it can tune. */
export interface ContactSite {
  readonly url: string;
  readonly upstream: ContactService;
  /** Every line that was logged and every report that was made, as text. */
  readonly written: string[];
  /** Why enquiries were rejected, in order. */
  rejections(): string[];
  close(): Promise<void>;
}

interface ContactSiteOptions {
  readonly service?: Partial<ContactServiceOptions>;
  readonly upstream?: Parameters<typeof startContactService>[0];
  readonly trustProxy?: number;
  /** Where browsers post to; without it, to the site itself. */
  readonly apiUrl?: string;
}

/** The address that visitors can write to. */
const companyAddress = 'info@ridge.example';

/** Starts a production site with its own embedded content service and contact API. */
export async function startContactSite(options: ContactSiteOptions = {}): Promise<ContactSite> {
  const [upstream, contentService] = await Promise.all([
    startContactService(options.upstream),
    startContentService(),
  ]);
  let listener: RequestListener = () => undefined;
  const server = createServer((request, response) => listener(request, response));
  const url = await listen(server);

  const result = toConfig({
    NODE_ENV: 'production',
    DIRECTUS_URL: contentService.url,
    CONTACT_API_URL: upstream.url,
    FRONTEND_URL: url,
    EMAIL_TO: companyAddress,
    TRUST_PROXY: String(options.trustProxy ?? 0),
    API_URL: options.apiUrl,
  });
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  const { config } = result;
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const log = pino({ level: 'debug' }, destination);
  const logRequest = createRequestLog(destination, config);
  const reportError = (error: unknown, context?: Readonly<Record<string, unknown>>) =>
    void written.push(JSON.stringify({ reported: String(error), ...context }));
  const dependencies = await createDependencies(
    {
      config,
      log,
      logRequest,
      reportError,
      isReady: () => true,
      dist: new URL('../../dist/', import.meta.url),
    },
    options.service ? { contact: options.service } : {},
  );
  listener = createApp(dependencies);
  await dependencies.content.start();
  return {
    url,
    upstream,
    written,
    rejections: () => written.flatMap((line): string[] => JSON.parse(line).reason ?? []),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      dependencies.close();
      await Promise.all([upstream.close(), contentService.close()]);
    },
  };
}
