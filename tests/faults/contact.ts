import { goodEnquiry } from '../support/goodEnquiry.ts';
import { sendRequest } from '../support/http.ts';
import type { FaultArea, FaultRow } from './suite.ts';
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

const whileContact = (
  id: string,
  fault: string,
  mode: Parameters<World['contact']['fault']>[1],
): FaultRow => ({
  id,
  fault,
  expected: 'every post has its response within 12 s; visitors of pages notice nothing',
  async run(world) {
    await world.contact.fault('*', mode);
    const posts = Promise.all(Array.from({ length: 10 }, () => post(world)));
    const visitors = await world.visit(2);
    const replies = await posts;
    const slowest = Math.max(...replies.map(({ waitedMs }) => waitedMs));
    const statuses = [...new Set(replies.map(({ status }) => status))];
    return {
      isHeld: slowest < 12_000 && isAllOk(visitors) && isUnnoticed(world, visitors.p99),
      measured: `posts ${statuses.join(', ')} within ${ms(slowest)}; pages ${statusText(visitors)}, p99 ${ms(visitors.p99)}`,
    };
  },
});

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
export const contactArea: FaultArea = {
  name: 'C. The contact API',
  rows: [
    whileContact('C2', 'The contact API refuses connections', { kind: 'refuse' }),
    whileContact('C3', 'It responds with 500', { kind: 'status', status: 500 }),
    whileContact('C5', 'It accepts and never responds', { kind: 'blackhole' }),
    bots,
  ],
};
