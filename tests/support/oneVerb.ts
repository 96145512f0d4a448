import { setTimeout as pause } from 'node:timers/promises';
import { ContactService } from '../../server/contact/contactService.ts';
import { enquiryToken } from '../../server/demo/enquiryTable.ts';
import { type Clock, systemClock } from '../../server/process/clock.ts';
import { field } from '../../shared/field.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { startContactService } from './contactService.ts';
import { startContentService } from './contentService.ts';
import type { FaultMode } from './faults.ts';
import { settled, type Verb } from './faultyServer.ts';
import { goodEnquiry } from './goodEnquiry.ts';
import { createManualClock } from './manualClock.ts';

/** How the mail service is while one verb of Directus fails; `returning`: away for ten seconds. */
export type Mail = 'well' | 'away' | 'returning';

/** One fault of one verb of Directus, while messages arrive. */
export interface OneVerb {
  readonly verb: Verb;
  readonly mode: FaultMode;
  readonly mail: Mail;
}

const faultMs = 20_000;
const afterMs = 60_000;

/** The most events within a span. */
const mostWithin = (events: readonly { readonly at: number }[], spanMs: number): number =>
  Math.max(
    0,
    ...events.map(({ at: from }) => events.filter(({ at }) => at >= from && at < from + spanMs).length),
  );

/**
 * The contact part of the site, with real services whose clocks a test moves, or that go by the real time.
 *
 * @param aheadMs how far the clock of Directus is ahead
 */
export async function startMessages(clock: Clock & { advance?(ms: number): Promise<void> }, aheadMs = 0) {
  const content = await startContentService({ now: () => clock.date() + aheadMs, rows: {} });
  const contact = await startContactService({ now: clock.date });
  const lines: { readonly at: number; readonly text: string }[] = [];
  const line = (facts: unknown, text?: string) =>
    void lines.push({ at: clock.date(), text: text ?? String(facts) });
  const begin = () =>
    new ContactService({
      baseUrl: contact.url,
      ledger: { directusUrl: content.url, token: enquiryToken },
      secret: 'a-secret-of-this-test',
      redis: null,
      clock,
      log: { info: line, warn: line, error: line },
      reportError: (error) => line(String(error)),
      onCall: () => undefined,
      onOutcome: () => undefined,
    });
  let service = begin();
  const settle = () => settled(content, contact);
  await settle();
  return {
    content,
    contact,
    lines,
    settle,
    get service() {
      return service;
    },
    /** Posts a message as the form's script does; what its visitor is told. */
    async send(message: string): Promise<'saved' | 'sent' | 'failed'> {
      const enquiry = { ...goodEnquiry, message };
      const origin = { page: null, home: null, campaign: null };
      const taken = await service.submit({ enquiry, key: `key-of-${message}`, origin }, async () => null);
      if ('failure' in taken) return 'failed';
      return taken.record.delivery.resendStatus === 'saved' ? 'saved' : 'sent';
    },
    async pass(ms: number) {
      if (!clock.advance) return pause(ms);
      for (let passed = 0; passed < ms; passed += 500) {
        await clock.advance(500);
        await settle();
      }
    },
    /** Ends the process and starts another. */
    restart() {
      service.close();
      service = begin();
      return settle();
    },
    async close() {
      service.close();
      await Promise.all([content.close(), contact.close()]);
    },
  };
}

/**
 * Lets one verb of Directus fail for twenty seconds while messages arrive, and the services be well for a minute
 * afterwards. One message was saved before. Returns what went wrong.
 *
 * @param isReal by the real time, for faults that take time themselves
 */
export async function failOneVerb({ verb, mode, mail }: OneVerb, isReal = false): Promise<readonly string[]> {
  const messages = await startMessages(isReal ? systemClock : createManualClock());
  const { content, contact, send, pass } = messages;
  const told = new Map<string, 'saved' | 'sent' | 'failed'>();
  try {
    await contact.fault('contact', { kind: 'status', status: 503 });
    told.set('kept', await send('kept'));
    if (mail === 'well') await contact.clearFaults();
    await content.fault('enquiries', mode, { verb });
    // Rights are asked for at the start only.
    if (verb === 'rights') await messages.restart();
    told.set('first', await send('first'));
    await pass(faultMs / 2);
    if (mail === 'returning') await contact.clearFaults();
    told.set('second', await send('second'));
    await pass(faultMs / 2);
    await content.clearFaults();
    await contact.clearFaults();
    await pass(afterMs);
  } finally {
    await messages.close();
  }
  const problems: string[] = [];
  for (const [message, words] of told) {
    const posts = contact.requests.filter(({ body }) => field(jsonOf(body), 'message') === message);
    const arrived = contact.received.filter(({ body }) => field(body, 'message') === message).length;
    const keys = new Set(posts.map(({ headers }) => headers['idempotency-key'])).size;
    const most = mostWithin(posts, 20_000);
    if (words !== 'failed' && arrived !== 1) problems.push(`${message}, ${words}, arrived ${arrived} times`);
    if (words === 'failed' && (message === 'kept' || mail === 'well')) problems.push(`${message} failed`);
    if (keys > 1 || most > 2) problems.push(`${message} was posted ${most} times, with ${keys} keys`);
  }
  for (const { state, message } of content.enquiries.values())
    if (state === 'waiting') problems.push(`the row of ${message} still waits`);
  const [calls, lines] = [mostWithin(content.requests, 10_000), mostWithin(messages.lines, 10_000)];
  if (calls > 40 || lines > 20) problems.push(`${calls} calls and ${lines} lines in ten seconds`);
  return problems;
}
