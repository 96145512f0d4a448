import type { ContactServiceOptions } from '../../server/contact/contactService.ts';
import { type ContactService, startContactService } from './contactService.ts';
import { startSite } from './site.ts';

/** A production site over a contact service that a test can break and a contact client that it can tune. */
export interface ContactSite {
  readonly url: string;
  readonly upstream: ContactService;
  /** Every line that was logged and every report that was made, as text. */
  written(): string;
  /** Why enquiries were rejected, in order. */
  rejections(): unknown[];
  close(): Promise<void>;
}

interface ContactSiteOptions {
  readonly service?: Partial<ContactServiceOptions>;
  readonly upstream?: Parameters<typeof startContactService>[0];
  readonly trustProxy?: number;
  /** Variables that differ from those below. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts it with its content loaded. */
export async function startContactSite(options: ContactSiteOptions = {}): Promise<ContactSite> {
  const upstream = await startContactService(options.upstream);
  const site = await startSite({
    contactService: upstream,
    contact: options.service ?? {},
    environment: {
      NODE_ENV: 'production',
      EMAIL_TO: 'info@ridge.example',
      TRUST_PROXY: String(options.trustProxy ?? 0),
      ...options.environment,
    },
  });
  await site.load();
  return {
    url: site.url,
    upstream,
    written: () =>
      JSON.stringify(site.logs) +
      site.reports.map(({ error, context }) => String(error) + JSON.stringify(context)).join(),
    rejections: () => site.logs.flatMap(({ reason }) => reason ?? []),
    async close() {
      await site.close();
      await upstream.close();
    },
  };
}
