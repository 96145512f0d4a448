import { expect, it } from 'vitest';
import { field } from '../../shared/field.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { holdResponses } from '../support/hold.ts';
import { type ClockedLedgerSite, startClockedLedgerSite } from '../support/ledgerSite.ts';
import { forTest } from '../support/started.ts';

/** What an owner does to a row; null: deletes it. */
const edits = {
  deleted: null,
  broken: { email: 'nobody' },
  failed: { state: 'undelivered' },
  answered: { state: 'delivered' },
  corrected: { email: 'right@juniper.example' },
  'put back': { state: 'waiting', next_try: null },
};
type Edit = keyof typeof edits;
const names = Object.keys(edits) as readonly Edit[];

let site: ClockedLedgerSite;
/** How often each message had arrived at the contact API when its row was edited. */
const postsBefore = new Map<Edit, number>();

const rowOf = (name: Edit) => site.ledger().find(({ message }) => message === name);
const postsOf = (name: Edit) =>
  site.contactService.requests.filter(({ body }) => field(jsonOf(body), 'message') === name).length;
/** Sends a message from a network and an address of its own; the status of the response. */
const send = async (name: Edit): Promise<number> => {
  const at = names.indexOf(name);
  const sending = site.send({ message: name, email: `v${at}@ridge.example` });
  return (await sending.set('X-Forwarded-For', `203.0.113.${at}`)).status;
};

function edit(name: Edit): void {
  postsBefore.set(name, postsOf(name));
  const row = rowOf(name);
  if (edits[name] === null) site.contentService.enquiries.delete(String(row?.id));
  else Object.assign(row ?? {}, edits[name]);
}

/** Edits each row while the contact API has its message, which `begin` causes to be sent. */
async function editUnderWay(begin: (name: Edit) => Promise<void>): Promise<void> {
  for (const name of names) {
    const release = await holdResponses(site.contactService, 'contact');
    const arrived = site.contactService.nextRequest(({ method }) => method === 'POST');
    const sent = begin(name);
    await arrived;
    edit(name);
    release();
    await sent;
    await site.contactService.clearFaults();
  }
}

/** Sends all messages, which stay saved. */
async function saveAll(): Promise<void> {
  await site.contactService.fault('contact', { kind: 'status', status: 503 });
  for (const name of names) expect(await send(name)).toBe(200);
  await site.contactService.clearFaults();
}

const postAgain = { 'put back': 1, corrected: 1 };
const keptAsEdited = { failed: 'undelivered' };
const refused = { error: 'Later' };

it.each([true, false])(
  'C20 a row that is edited or deleted while its visitor sends it stays so, and is sent once or not: is it taken, %s',
  async (isTaken) => {
    site = await forTest(startClockedLedgerSite({ environment: { TRUST_PROXY: '1' } }));
    if (!isTaken) site.contactService.respondWith(refused, 503);
    const told = new Map<Edit, number>();
    await editUnderWay(async (name) => void told.set(name, await send(name)));
    site.contactService.respondWith();
    // Nobody is promised what is not saved.
    const lost: readonly Edit[] = isTaken ? [] : ['deleted', 'failed', 'answered'];
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(names.map((name) => [name, lost.includes(name) ? 502 : 200])),
    );
    await site.pass(30_000);
    expectOutcome(isTaken ? {} : postAgain, isTaken ? {} : { ...keptAsEdited, broken: 'undelivered' });
  },
);

it.each([true, false])(
  'C20 a row that is edited or deleted while it is sent again stays so, and is sent once or not: is it taken, %s',
  async (isTaken) => {
    site = await forTest(startClockedLedgerSite({ environment: { TRUST_PROXY: '1' } }));
    await saveAll();
    const due = '2000-01-01T00:00:00Z';
    const later = { next_try: new Date(site.clock.date() + 3_600_000).toISOString() };
    for (const row of site.ledger()) Object.assign(row, later);
    if (!isTaken) site.contactService.respondWith(refused, 503);
    await editUnderWay(async (name) => {
      Object.assign(rowOf(name) ?? {}, { next_try: due });
      await site.pass(16_000);
      if (rowOf(name)?.next_try) Object.assign(rowOf(name) ?? {}, later);
    });
    for (const row of site.ledger()) if (row.next_try) Object.assign(row, { next_try: due });
    site.contactService.respondWith();
    await site.pass(30_000, 1_000);
    expectOutcome(isTaken ? {} : postAgain, isTaken ? {} : { ...keptAsEdited, broken: 'undelivered' });
  },
);

it('C20 a row that is edited or deleted while it waits is sent as its owner left it, or not', async () => {
  site = await forTest(startClockedLedgerSite({ environment: { TRUST_PROXY: '1' } }));
  await saveAll();
  for (const name of names) edit(name);
  await site.pass(30_000);
  expectOutcome(postAgain, { ...keptAsEdited, broken: 'undelivered' });
});

it('C20 a row that is edited or deleted after it was sent stays so, and is sent again if it is put back', async () => {
  site = await forTest(startClockedLedgerSite({ environment: { TRUST_PROXY: '1' } }));
  for (const name of names) expect(await send(name)).toBe(200);
  await expect.poll(() => site.ledger().filter(({ state }) => state === 'waiting')).toEqual([]);
  for (const name of names) edit(name);
  await site.pass(90_000, 1_000);
  expectOutcome({ 'put back': 1 }, keptAsEdited);
});

/**
 * What became of the messages: how often each has arrived since it was edited, never if not said, and the state of its
 * row, sent or delivered if not said.
 */
function expectOutcome(
  posts: Readonly<Partial<Record<Edit, number>>>,
  states: Readonly<Partial<Record<Edit, string>>>,
): void {
  const outcomes = names.map((name) => {
    const state = String(rowOf(name)?.state).replace(/^delivered$/, 'sent');
    return [name, postsOf(name) - (postsBefore.get(name) ?? 0), state];
  });
  const expected = names.map((name) => [
    name,
    posts[name] ?? 0,
    name === 'deleted' ? 'undefined' : (states[name] ?? 'sent'),
  ]);
  expect(outcomes).toEqual(expected);
  if (rowOf('corrected')) expect(rowOf('corrected')).toMatchObject(edits.corrected);
  expect(site.logs.filter(({ level }) => level === 50)).toEqual([]);
}
