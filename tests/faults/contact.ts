import { goodEnquiry } from '../support/goodEnquiry.ts';
import { sendRequest } from '../support/http.ts';
import type { FaultRow } from './suite.ts';
import { isAllOk, isUnnoticed, ms, statusText, type World } from './world.ts';

let messages = 0;

/** Posts an enquiry that is not a repeat of another, from an address of its own. */
async function post({ site }: World) {
  messages += 1;
  const body = JSON.stringify({ ...goodEnquiry, message: `Message ${messages} of the fault suite` });
  const startedAt = performance.now();
  const { status } = await sendRequest(site.url, '/api/contact', {
    method: 'POST',
    body,
    headers: {
      Origin: site.url,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Forwarded-For': `192.0.2.${messages % 250}`,
    },
  });
  return { status, waitedMs: performance.now() - startedAt };
}

const outage: FaultRow = {
  id: 'C2',
  fault: 'The contact API refuses connections',
  expected: 'every post is told so within 12 s; visitors of pages notice nothing',
  async run(world) {
    await world.contact.fault('*', { kind: 'refuse' });
    const posts = Promise.all(Array.from({ length: 10 }, () => post(world)));
    const visitors = await world.visit(2);
    const replies = await posts;
    const slowest = Math.max(...replies.map(({ waitedMs }) => waitedMs));
    const statuses = [...new Set(replies.map(({ status }) => status))];
    return {
      isHeld: statuses.join() === '502' && isAllOk(visitors),
      isInTime: slowest < 12_000 && isUnnoticed(world, visitors.p99),
      measured: `posts ${statuses.join(', ')} within ${ms(slowest)}; pages ${statusText(visitors)}, p99 ${ms(visitors.p99)}`,
    };
  },
};

const bots: FaultRow = {
  id: 'C15',
  fault: '200 messages at once from 200 addresses',
  expected: 'at most 60 a minute reach the contact API; no 5xx',
  async run(world) {
    world.contact.clearRequests();
    const replies = await Promise.all(Array.from({ length: 200 }, () => post(world)));
    const sent = world.contact.requests.filter(({ method }) => method === 'POST').length;
    const worst = Math.max(...replies.map(({ status }) => status));
    return { isHeld: sent <= 60 && worst < 500, measured: `${sent} sent, highest status ${worst}` };
  },
};

/** The contact API. */
export const contactRows: readonly FaultRow[] = [outage, bots];
