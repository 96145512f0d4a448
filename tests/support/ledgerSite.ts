import request, { type Test } from 'supertest';
import { enquiryToken } from '../../server/demo/enquiryTable.ts';
import { startContactService } from './contactService.ts';
import { startContentService } from './contentService.ts';
import type { FaultMode } from './faults.ts';
import { settled } from './faultyServer.ts';
import { fromOwnPage, goodEnquiry } from './goodEnquiry.ts';
import { createManualClock, type ManualClock } from './manualClock.ts';
import { startSite, type TestSite, type TestSiteOptions } from './site.ts';

/** A site that keeps messages in its content service. */
export interface LedgerSite extends TestSite {
  /** Posts a message as the form's script does. */
  send(values?: object, key?: string): Test;
  /** The delivery state of the message with this number, as its page gets it. */
  statusOf(number: string): Promise<string>;
  /** The rows of the ledger, the oldest first. */
  ledger(): readonly Readonly<Record<string, unknown>>[];
}

/** Starts it with its content loaded, so that its token has been checked. */
export async function startLedgerSite(options: TestSiteOptions = {}): Promise<LedgerSite> {
  const environment = { DIRECTUS_ENQUIRY_TOKEN: enquiryToken, ...options.environment };
  const site = await startSite({ ...options, environment });
  await site.load();
  let keys = 0;
  return Object.assign(site, {
    send(values: object = {}, key?: string) {
      keys += 1;
      return request(site.url)
        .post('/api/contact')
        .set({ ...fromOwnPage(site.url), 'Idempotency-Key': key ?? `key-of-a-draft-${keys}` })
        .send({ ...goodEnquiry, ...values });
    },
    async statusOf(number: string) {
      return (await request(site.url).get(`/api/contact/status/${number}`)).body.resendStatus;
    },
    ledger: () => [...site.contentService.enquiries.values()],
  });
}

/** One whose clock stands still until time is to pass. */
export interface ClockedLedgerSite extends LedgerSite {
  readonly clock: ManualClock;
  /** Lets time pass, with everything that happens meanwhile. */
  pass(ms: number, stepMs?: number): Promise<void>;
}

interface ClockedOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** How far our clock is ahead of that of Directus. */
  readonly aheadMs?: number;
  /** Of Directus, from the start. */
  readonly fault?: FaultMode;
  /** QUERY_LIMIT_MAX of Directus. */
  readonly largestLimit?: number;
}

/** Starts it and its services with one clock, and runs the first round of the outbox. */
export async function startClockedLedgerSite(options: ClockedOptions = {}): Promise<ClockedLedgerSite> {
  const { environment = {}, aheadMs = 0, fault, largestLimit } = options;
  const clock = createManualClock(new Date().toISOString());
  const contentService = await startContentService({
    now: () => clock.date() - aheadMs,
    ...(largestLimit && { largestLimit }),
  });
  if (fault) await contentService.fault('enquiries', fault);
  const contactService = await startContactService({ now: clock.date });
  const services = [contentService, contactService];
  const site = await startLedgerSite({ contentService, contactService, environment, contact: { clock } });
  const pass = async (ms: number, stepMs = 500) => {
    await settled(...services);
    for (let passed = 0; passed < ms; passed += stepMs) {
      await clock.advance(stepMs);
      await settled(...services);
    }
  };
  await pass(500);
  const { close } = site;
  return Object.assign(site, {
    clock,
    pass,
    async close() {
      await close();
      await Promise.all(services.map((service) => service.close()));
    },
  });
}
