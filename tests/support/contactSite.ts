import { createServer } from 'node:http';
import express from 'express';
import pino from 'pino';
import { type ContactServiceOptions, createContactService } from '../../server/contact/contactService.ts';
import { type ContactService, startContactService } from '../../server/demo/contactService.ts';
import type { ContactLimits } from '../../server/middleware/contactLimits.ts';
import { createContactRoutes } from '../../server/routes/contact.ts';
import type { Rejection } from '../../server/routes/contactIntake.ts';

/** The contact routes over a real contact service; pages are drawn as the JSON of their state. */
export interface ContactSite {
  readonly url: string;
  readonly upstream: ContactService;
  /** Every line that was logged and every report that was made, as text. */
  readonly written: string[];
  readonly rejections: Rejection[];
  close(): Promise<void>;
}

interface ContactSiteOptions {
  readonly service?: Partial<ContactServiceOptions>;
  readonly upstream?: Parameters<typeof startContactService>[0];
  readonly limits?: Partial<ContactLimits>;
  readonly trustProxy?: number;
}

/** Far above what any test sends that is not about the limits. */
const noLimits: ContactLimits = {
  attemptsPerMinute: 100_000,
  messagesPerMinute: 100_000,
  messagesPerHour: 100_000,
  messagesPerMinuteFromAll: 100_000,
  referencesPerMinute: 100_000,
};

export async function startContactSite(options: ContactSiteOptions = {}): Promise<ContactSite> {
  const upstream = await startContactService(options.upstream);
  const written: string[] = [];
  const rejections: Rejection[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void written.push(line) });
  const contact = createContactService({
    baseUrl: upstream.url,
    log,
    reportError: (error, context) => void written.push(`${String(error)} ${JSON.stringify(context)}`),
    ...options.service,
  });
  const app = express();
  app.set('trust proxy', options.trustProxy ?? 0);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  app.use(
    createContactRoutes({
      config: {
        emailConfig: { from: 'no-reply@ridge.example', to: ['info@ridge.example'] },
        externalApis: { frontendUrl: url },
      },
      contact,
      log,
      renderForm: (_request, response, state) => void response.status(state.status).json(state),
      renderSent: (_request, response, state) => void response.status(state.status).json(state),
      limits: { ...noLimits, ...options.limits },
      onRejected: (reason) => void rejections.push(reason),
    }),
  );
  return {
    url,
    upstream,
    written,
    rejections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await upstream.close();
    },
  };
}
