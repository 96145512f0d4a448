import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, startSite } from '../../scripts/serverProcess.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { field } from '../../shared/field.ts';
import { startContactService } from '../support/contactService.ts';
import { startContentService } from '../support/contentService.ts';
import { createRandom, pick } from '../support/createRandom.ts';
import type { FaultMode } from '../support/faults.ts';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { hookSecret } from '../support/hook.ts';
import { type FullResponse, type RequestParts, sendRequest } from '../support/http.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import type { FaultRow } from './suite.ts';
import { ms } from './world.ts';

const frontendUrl = 'https://www.ridge.example';
const edited = '/services/snow-removal';
const paths = ['/', '/about', '/services', '/blog', '/rentals', '/contact', '/sitemap.xml', edited, edited];
const contentFaults: readonly FaultMode[] = [
  { kind: 'refuse' },
  { kind: 'status', status: 503 },
  { kind: 'html200' },
  { kind: 'slow', ms: 2_000 },
];
/** Replicas may differ for this long after an edit; `returnMs` is the same after Redis has come back. */
const editMs = 1_000;
/** Even on a slow machine, a replica that was told of an edit does not show an older page for this long. */
const longestMs = 10_000;
const returnMs = 2_000;

/** Two replicas, their services, and requests as a balancer in front of the replicas forwards them. */
async function startFleet() {
  const [content, contact, redis] = [
    await startContentService(),
    await startContactService(),
    await startRedis(),
  ];
  const folder = mkdtempSync(path.join(tmpdir(), 'chaos-'));
  const ports = [await findFreePort(0), await findFreePort(0)];
  const start = (at: number) =>
    startSite(content.url, {
      port: ports[at] ?? 0,
      environment: {
        FRONTEND_URL: frontendUrl,
        CONTACT_API_URL: contact.url,
        CONTENT_HOOK_SECRET: hookSecret,
        REDIS_URL: redis.url,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
        CONTENT_SNAPSHOT_PATH: path.join(folder, `${at}.json`),
      },
      probePath: '/readyz',
    });
  const replicas: ServerProcess[] = [await start(0), await start(1)];
  return {
    content,
    contact,
    redis,
    /** Sends a request to one replica, and to the other when there is no complete response; it must be repeatable. */
    async ask(first: number, url: string, parts: RequestParts = {}): Promise<FullResponse | null> {
      for (const at of [first, 1 - first]) {
        const reply = await sendRequest(replicas[at]?.url ?? '', url, parts).catch(() => null);
        if (reply) return reply;
      }
      return null;
    },
    async restart(at: number, signal: NodeJS.Signals) {
      await replicas[at]?.stop(signal);
      replicas[at] = await start(at);
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await Promise.all([content.close(), contact.close(), redis.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const chaos: FaultRow = {
  id: 'D26',
  fault: 'Two replicas: restarts, edits, messages, a content service and a Redis that fail, all at random',
  expected: '0 unexpected, 0 lost, 0 doubled, 0 views older than one before while Redis is well',
  async run({ lengths }) {
    if (!hasRedis) return { isHeld: true, measured: 'not done: there is no Redis here' };
    const fleet = await startFleet();
    const { content, contact, redis } = fleet;
    const random = createRandom(26);
    const until = performance.now() + lengths.chaosSeconds * 1_000;
    const isOver = () => performance.now() > until;
    const either = () => Math.floor(random() * 2);
    const unexpected: string[] = [];
    /** For each older page that was seen: how long ago a newer one had been seen, in milliseconds. */
    const older: number[] = [];
    const accepted: string[] = [];
    let [requests, restarts, edits] = [0, 0, 0];
    /** Null while Redis fails. */
    let wellSince: number | null = 0;
    let newest = { number: 0, seenAt: 0 };

    const look = (html: string, beganAt: number) => {
      const number = Number(/<h1[^>]*>Edit (\d+)/.exec(html)?.[1] ?? 0);
      const isWell = wellSince !== null && beganAt - wellSince > returnMs;
      const sinceMs = beganAt - newest.seenAt;
      if (number < newest.number && isWell && sinceMs > editMs) older.push(sinceMs);
      if (number > newest.number) newest = { number, seenAt: performance.now() };
    };
    const visitor = async () => {
      while (!isOver()) {
        const url = random() < 0.1 ? `/no-such-page-${requests}` : pick(paths, random);
        const beganAt = performance.now();
        const reply = await fleet.ask(either(), url);
        requests += 1;
        if (reply?.status !== (url.startsWith('/no-') ? 404 : 200))
          unexpected.push(`${url} ${reply?.status}`);
        else if (url === edited) look(reply.text, beganAt);
        await pause(20);
      }
    };
    const writer = async () => {
      for (let at = 0; !isOver(); at += 1) {
        const message = `Message ${at} of the chaos`;
        const headers = {
          ...fromOwnPage(frontendUrl),
          'Content-Type': 'application/json',
          'Idempotency-Key': `chaos-message-number-${at}`,
          'X-Forwarded-For': `203.0.${at % 250}.${Math.floor(at / 250)}`,
        };
        const body = JSON.stringify({ ...goodEnquiry, email: `${at}@juniper.example`, message });
        const parts = { method: 'POST', headers, body };
        // A double click that the balancer spreads over both replicas, while they share Redis.
        const first = either();
        const posts = [fleet.ask(first, '/api/contact', parts)];
        if (wellSince !== null) posts.push(fleet.ask(1 - first, '/api/contact', parts));
        const replies = await Promise.all(posts);
        requests += posts.length;
        if (replies.some((reply) => reply?.status === 200)) accepted.push(message);
        else unexpected.push(`message ${at}: ${replies.map((reply) => reply?.status)}`);
        await pause(1_400);
      }
    };
    const editor = async () => {
      while (!isOver()) {
        edits += 1;
        content.row('services', 'snow-removal').hero_title = `Edit ${edits}`;
        const headers = { 'X-Content-Hook-Secret': hookSecret, 'Content-Type': 'application/json' };
        await fleet.ask(either(), '/hooks/content', {
          method: 'POST',
          headers,
          body: '{"collection":"services"}',
        });
        requests += 1;
        await pause(700);
      }
    };
    const breaker = async () => {
      for (let at = 0; !isOver(); at += 1) {
        if (at % 3 === 0) {
          restarts += 1;
          await fleet.restart(either(), at % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
        } else if (at % 3 === 1) {
          await content.fault('*', pick(contentFaults, random));
          await pause(2_500);
          await content.clearFaults();
        } else {
          wellSince = null;
          if (random() < 0.5) {
            await redis.kill();
            await pause(2_000);
            await redis.restart();
          } else {
            redis.hang();
            await pause(2_000);
            redis.resume();
          }
          wellSince = performance.now();
        }
        // A while without a fault, so that faults come one at a time.
        await pause(3_000);
      }
    };
    try {
      await Promise.all([...Array.from({ length: 4 }, visitor), writer(), editor(), breaker()]);
      const sent = contact.received.map(({ body }) => String(field(body, 'message')));
      const lost = accepted.filter((message) => !sent.includes(message));
      const doubled = contact.submissionIds.length - new Set(sent).size;
      const oldestMs = Math.max(0, ...older);
      return {
        isHeld: unexpected.length === 0 && lost.length === 0 && doubled === 0 && oldestMs < longestMs,
        isInTime: older.length === 0,
        measured: [
          `${requests} requests, ${restarts} restarts, ${edits} edits, ${accepted.length} messages`,
          `${unexpected.length} unexpected ${unexpected.slice(0, 3).join('; ')}`,
          `${lost.length} lost, ${doubled} doubled`,
          `${older.length} older views${older.length === 0 ? '' : `, up to ${ms(oldestMs)} after a newer one`}`,
        ].join(', '),
      };
    } finally {
      await fleet.close();
    }
  },
};
