import request, { type Test } from 'supertest';
import { enquiryToken } from '../../server/demo/enquiryTable.ts';
import { fromOwnPage, goodEnquiry } from './goodEnquiry.ts';
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
