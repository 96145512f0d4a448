import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../bench/load.ts';
import { type ServerProcess, startSite } from '../../scripts/serverProcess.ts';
import { enquiryToken } from '../../server/demo/enquiryTable.ts';
import { field } from '../../shared/field.ts';
import { searchApiPath } from '../../shared/paths.ts';
import { type ContactService, startContactService } from '../support/contactService.ts';
import { createRandom, pick } from '../support/createRandom.ts';
import type { FaultMode } from '../support/faults.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import type { FaultRow } from './suite.ts';
import { ms, untilOk, type World } from './world.ts';

/** What the contact API does for some messages: it works, or fails in each of its ways. */
const contactBehaviors: readonly (FaultMode | null)[] = [
  null,
  null,
  null,
  null,
  { kind: 'refuse' },
  { kind: 'rst' },
  // The message has been sent, but the response is lost.
  { kind: 'rst', afterBytes: 20 },
  { kind: 'slow', ms: 400 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429, headers: { 'Retry-After': '1' } },
  { kind: 'raw', body: '{"success":true,"submissionId":"x","status":{}}' },
];
const origin = 'https://www.ridge.example';
/** How many visitors send at once. */
const visitors = 4;
/** The longest pause between two attempts in the first hour, and some rounds. */
const longestWaitMs = 180_000;

/** A message whose visitor was told that it is safe. */
interface Sent {
  readonly name: string;
  /** It was saved, to be sent later. */
  readonly isSaved: boolean;
}

/** Posts one message until there is a response; null when that does not say that it is safe. */
async function send(urlOf: () => string, at: number): Promise<Sent | null> {
  const name = `Visitor ${at}`;
  const reply = await fetch(`${urlOf()}/api/contact`, {
    method: 'POST',
    headers: {
      Origin: origin,
      'Content-Type': 'application/json',
      'Idempotency-Key': `key-of-visitor-${at}-x`,
      'X-Forwarded-For': `10.${at >> 8}.${at & 255}.1`,
    },
    body: JSON.stringify({ ...goodEnquiry, name, email: `v${at}@ridge.example`, message: `Message ${at}` }),
  }).catch(() => null);
  const json: unknown = await reply?.json().catch(() => null);
  // The process was killed, or a limit was met: sends the same message again, as the form would.
  if (!json || reply?.status === 429) {
    await pause(Number(reply?.headers.get('retry-after') ?? 0.3) * 1_000);
    return send(urlOf, at);
  }
  const isSaved = field(json, 'status', 'resendStatus') === 'saved';
  return field(json, 'success') === true ? { name, isSaved } : null;
}

/** Starts the built site with a ledger. */
const startContactSite = (
  { content }: World,
  contact: ContactService,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> =>
  startSite(content.url, {
    environment: {
      CONTACT_API_URL: contact.url,
      DIRECTUS_ENQUIRY_TOKEN: enquiryToken,
      FRONTEND_URL: origin,
      // Production refuses the token of the demo.
      NODE_ENV: 'test',
      TRUST_PROXY: '1',
      SITE_SECRET: 'a-secret-of-the-fault-suite-0123',
      LOG_LEVEL: 'fatal',
      ...environment,
    },
    probePath: '/livez',
  });

async function runMessages(world: World, replicas: number): Promise<Awaited<ReturnType<FaultRow['run']>>> {
  const { content, lengths } = world;
  const contact: ContactService = await startContactService();
  const redis = replicas > 1 ? await startRedis() : null;
  const random = createRandom(20_261_123 + replicas);
  const start = () => startContactSite(world, contact, redis ? { REDIS_URL: redis.url } : {});
  // Before the sites start: they would take up rows that an earlier run has left, whose keys are the same.
  content.enquiries.clear();
  const sites = await Promise.all(Array.from({ length: replicas }, start));
  const confirmed: Sent[] = [];
  const killEvery = Math.floor(lengths.messages / lengths.kills);
  const moodEvery = 8;
  let next = 0;
  let killed = 0;
  const visitor = async () => {
    while (next < lengths.messages) {
      const at = next;
      next += 1;
      // The ledger is down for a while only: while the contact API is down too, no message can be confirmed.
      if (at === Math.floor(lengths.messages / 2)) {
        await content.fault('enquiries', { kind: 'rst' });
        setTimeout(() => void content.clearFaults('enquiries'), lengths.ledgerDownSeconds * 1_000);
      }
      if (at % moodEvery === 0) {
        const mood = pick(contactBehaviors, random);
        await contact.clearFaults();
        if (mood) await contact.fault(mood.kind === 'refuse' ? '*' : 'contact', mood);
      }
      const place = Math.floor(random() * replicas);
      const sending = send(() => sites[place]?.url ?? '', at);
      if (at % killEvery === killEvery - 1) {
        // In the middle of the request.
        await pause(random() * 30);
        await sites[place]?.stop('SIGKILL');
        killed += 1;
        sites[place] = await start();
      }
      const sent = await sending;
      if (sent) confirmed.push(sent);
      await pause(random() * 100);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visitor));
  await contact.clearFaults();
  await content.clearFaults();
  const waiting = () => [...content.enquiries.values()].filter(({ state }) => state === 'waiting').length;
  const until = performance.now() + longestWaitMs;
  while (waiting() > 0 && performance.now() < until) await pause(1_000);
  const left = waiting();
  for (const site of sites) await site.stop();
  const arrived = new Map<string, Set<string>>();
  const rows = [...content.enquiries.values()];
  const saved = confirmed.filter(({ isSaved }) => isSaved).length;
  for (const { headers, body } of contact.received) {
    const name = String(field(body, 'name'));
    const keys = arrived.get(name) ?? new Set();
    arrived.set(name, keys.add(String(headers['idempotency-key'])));
  }
  await contact.close();
  await redis?.close();
  // Messages of unknown delivery, because the response named no e-mail, are left to the owner.
  const forOwner = new Set(rows.flatMap((row) => (row.state === 'undelivered' ? [String(row.name)] : [])));
  const missing = confirmed.filter(({ name }) => !arrived.has(name));
  const lost = missing.filter(({ name }) => !forOwner.has(name));
  const twice = [...arrived.values()].filter(({ size }) => size > 1);
  return {
    isHeld: lost.length === 0 && twice.length === 0 && left === 0 && killed === lengths.kills,
    measured:
      `${lengths.messages} messages, ${killed} kills, ${confirmed.length} confirmed, ${saved} of them kept first: ` +
      `${lost.length} lost, ${missing.length - lost.length} marked for the owner, ${twice.length} twice, ${left} still waiting`,
  };
}

/** What the contact API takes for a message, and how much more the site may take. */
const [ownMs, mostMoreMs] = [100, 60];
/** Fewer than the limits slow down; each start of the site begins to count anew. */
const [starts, messagesEach] = [4, 50];

/**
 * Measures how much longer than the contact API the site takes for a message, while all is well. The API is called
 * directly in between: what a busy machine adds to both is not the site's.
 */
async function measureMessages(world: World): ReturnType<FaultRow['run']> {
  const contact = await startContactService();
  world.content.enquiries.clear();
  await contact.fault('contact', { kind: 'slow', ms: ownMs });
  const took: { readonly contact: number[]; readonly site: number[] } = { contact: [], site: [] };
  let sent = 0;
  const measure = async (name: keyof typeof took, url: string) => {
    const sentAt = performance.now();
    await send(() => url, sent);
    took[name].push(performance.now() - sentAt);
    sent += 1;
  };
  for (let begun = 0; begun < starts; begun += 1) {
    const site = await startContactSite(world, contact);
    // A search is answered when a starting process has indexed its pages: then the start is over.
    await untilOk(`${site.url}${searchApiPath}?q=snow`);
    for (let at = 0; at < messagesEach; at += 1) {
      await measure('contact', contact.url);
      await measure('site', site.url);
    }
    await site.stop();
  }
  await contact.close();
  const timesAt = (part: number) => [percentile(took.site, part), percentile(took.contact, part)] as const;
  const [site99, contact99] = timesAt(0.99);
  const text = (part: number) => timesAt(part).map(ms).join(', the API alone ');
  return {
    isHeld: contact.submissionIds.length === sent,
    isInTime: site99 - contact99 <= mostMoreMs,
    measured: `${took.site.length} messages: p50 ${text(0.5)}; p99 ${text(0.99)}`,
  };
}

const expected =
  'every confirmed message is delivered, or its owner told that the response names no e-mail; none twice';

/** Messages of visitors while everything around them fails. */
export const messageRows: readonly FaultRow[] = [
  {
    id: 'C20',
    expected,
    run: (world) => runMessages(world, 1),
    fault: 'The contact API fails at random, Directus for a while, and the process is killed',
  },
  {
    id: 'C20',
    expected: `each arrives; p99 ≤ ${mostMoreMs} ms over that of the contact API alone`,
    run: measureMessages,
    fault: 'None: the time of a message with a ledger',
  },
  ...(hasRedis
    ? [
        {
          id: 'C20',
          expected,
          run: (world: World) => runMessages(world, 2),
          fault: 'The same with two replicas and Redis',
        },
      ]
    : []),
];
