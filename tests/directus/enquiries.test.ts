import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provision as provisionAll } from '../../provisioning/provision.ts';
import { field } from '../../shared/field.ts';
import { type ContactService, startContactService } from '../support/contactService.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { type LedgerSite, startLedgerSite } from '../support/ledgerSite.ts';
import { logInAs } from './adminApp.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const { admin, url, token } = sharedDirectus();
const ledger = { token: 'the-token-of-the-site-0123456789', retentionDays: 30 };
const environment = { DIRECTUS_URL: url, DIRECTUS_ENQUIRY_TOKEN: ledger.token };
const reported: string[] = [];
const provision = async () => {
  await provisionAll({ url, token, ledger, samples: null, write: (line) => void reported.push(line) });
};
let contact: ContactService;
let site: LedgerSite;

const rows = () => admin.readRows('/items/enquiries', { sort: 'created' });
const notified = async (subject: string) =>
  (await admin.readRows('/notifications', { filter: { subject: { _eq: subject } } })).length;
/** Whether Directus keeps these words of a visitor outside the ledger, where they would outlive the message. */
const logged = async (words: string) => {
  const logs = [];
  for (const path of ['/revisions', '/activity']) logs.push(await admin.readRows(path, { limit: -1 }));
  return JSON.stringify(logs).includes(words);
};

beforeAll(async () => {
  await provision();
  contact = await startContactService();
  site = await startLedgerSite({ contactService: contact, environment });
  return async () => {
    await site.close();
    await contact.close();
  };
});
afterAll(async () => {
  await admin.remove('/items/enquiries', { query: { filter: { id: { _nnull: true } }, limit: -1 } });
});

it('the ledger is made only once', async () => {
  expect(reported.filter((line) => /^kept.*enquir/i.test(line))).toEqual([]);
  const { length } = reported;
  await provision();
  expect(reported.slice(length).filter((line) => line.startsWith('made'))).toEqual([]);
  const panels = await admin.readRows('/panels', { filter: { dashboard: { name: { _eq: 'Enquiries' } } } });
  expect(panels).toHaveLength(7);
});

it('the ledger keeps a message until it is delivered, and notifies the owner of new and undelivered ones', async () => {
  await contact.fault('contact', { kind: 'status', status: 503 });
  const before = await notified('New enquiry');
  const { body } = await site.send({ name: '=1+1', message: '<script>alert(1)</script>' });
  expect(body).toMatchObject({ success: true, status: { resendStatus: 'saved' } });
  await expect
    .poll(rows)
    .toMatchObject([{ id: body.submissionId, state: 'waiting', tries: 1, name: ' =1+1' }]);
  await expect.poll(() => notified('New enquiry')).toBe(before + 1);
  await contact.clearFaults();
  await expect.poll(async () => (await rows())[0]?.state, { timeout: 20_000 }).toMatch(/sent|delivered/);
  await expect.poll(() => site.statusOf(body.submissionId), { timeout: 20_000 }).toBe('delivered');
  await expect
    .poll(async () => (await rows())[0])
    .toMatchObject({
      state: 'delivered',
      minutes_to_delivery: expect.any(Number),
      meeting: true,
      steps: [{ status: 'completed' }, { status: 'completed' }, { status: 'completed' }],
    });
  contact.respondWith({ error: 'No.' }, 400);
  const undelivered = await notified('Undelivered enquiry');
  expect((await site.send({ message: 'Refused' })).status).toBe(502);
  await expect.poll(() => notified('Undelivered enquiry')).toBe(undelivered + 1);
  contact.respondWith();
  // Only the owner and the site can read it.
  expect((await fetch(`${url}/items/enquiries`)).status).toBe(403);
  const texts = JSON.stringify(await admin.readRows('/notifications'));
  expect(texts).not.toContain('script');
});

it('the ledger finds a message by its key, sends due rows, and survives a deleted row', async () => {
  const key = 'the-key-of-one-draft';
  const first = await site.send({ message: 'One' }, key);
  await site.reset();
  expect((await site.send({ message: 'One' }, key)).body.submissionId).toBe(first.body.submissionId);
  await contact.fault('contact', { kind: 'status', status: 500 });
  const { body } = await site.send({ message: 'Gone' });
  await admin.remove(`/items/enquiries/${body.submissionId}`);
  await contact.clearFaults();
  const { body: last } = await site.send({ message: 'Last' });
  await expect.poll(() => site.statusOf(last.submissionId), { timeout: 20_000 }).toBe('delivered');
  expect(contact.received.map((message) => field(message.body, 'message'))).not.toContain('Gone');
});

it('the site does not use a token with more rights than it needs', async () => {
  const mighty = await startLedgerSite({
    contactService: contact,
    environment: { ...environment, DIRECTUS_ENQUIRY_TOKEN: sharedDirectus().token },
  });
  const before = (await rows()).length;
  expect((await mighty.send({ message: 'Mighty' })).status).toBe(200);
  expect(mighty.logs.some(({ msg }) => /not used: it may also/.test(String(msg)))).toBe(true);
  expect(await rows()).toHaveLength(before);
  await mighty.close();
});

it('the ledger erases old rows', async () => {
  const [flow] = await admin.readRows('/flows', { filter: { name: { _eq: 'Erase old enquiries' } } });
  expect(flow).toMatchObject({ status: 'active', trigger: 'schedule' });
  const old = '01234567-89ab-4cde-8f01-23456789abcd';
  const created = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString();
  await admin.create('/items/enquiries', { id: old, created, state: 'delivered' });
  // Runs the nightly Flow every second.
  await admin.change(`/flows/${flow?.id}`, { options: { cron: '* * * * * *' } });
  await expect.poll(async () => (await rows()).map(({ id }) => id), { timeout: 30_000 }).not.toContain(old);
  await admin.change(`/flows/${flow?.id}`, { options: { cron: '15 4 * * *' } });
  expect((await rows()).length).toBeGreaterThan(0);
  expect(await logged(goodEnquiry.email)).toBe(false);
});

describe('who waits for an answer', () => {
  const id = '11234567-89ab-4cde-8f01-23456789abcd';
  const ann = {
    email: 'ann@example.com',
    token: 'desk-token-1111111111',
    first_name: 'Ann',
    last_name: 'Lee',
  };
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${ann.token}`, 'Content-Type': 'application/json' };
    return (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).status;
  };
  const handle = (handling: string) => call('PATCH', `/items/enquiries/${id}`, { handling });
  const read = () => admin.read(`/items/enquiries/${id}`);
  beforeAll(async () => {
    const [role] = await admin.readRows('/roles', { filter: { name: { _eq: 'Enquiry desk' } } });
    await admin.create('/users', { ...ann, role: role?.id });
  });

  it('is told, and may work on messages and nothing else', async () => {
    const [{ id: user } = {}] = await admin.readRows('/users', { filter: { email: { _eq: ann.email } } });
    await admin.create('/items/enquiries', { id, name: 'Sam', created: new Date().toISOString() });
    const told = { filter: { recipient: { _eq: user }, item: { _eq: id } } };
    await expect
      .poll(() => admin.readRows('/notifications', told))
      .toMatchObject([{ collection: 'enquiries' }]);
    expect(await read()).toMatchObject({ handling: 'new', answered_at: null });
    expect(await call('GET', '/items/enquiries')).toBe(200);
    expect(await call('DELETE', `/items/enquiries/${id}`)).toBe(403);
    expect(await call('POST', '/items/enquiries', { id: crypto.randomUUID() })).toBe(403);
    expect(await call('PATCH', '/items/services/1', { title: 'x' })).toBe(403);
    expect(await call('POST', '/users', { email: 'x@example.com' })).toBe(403);
  });

  it('is no longer the one whose message is answered: when and by whom is recorded', async () => {
    expect(await handle('answered')).toBe(200);
    await expect.poll(read).toMatchObject({
      answered_at: expect.any(String),
      answered_by: 'Ann Lee',
      minutes_to_answer: 0,
      week_median: 0,
      closed_at: null,
    });
    expect(await handle('closed')).toBe(200);
    await expect.poll(read).toMatchObject({ answered_by: 'Ann Lee', closed_by: 'Ann Lee' });
    expect(await handle('new')).toBe(200);
    await expect.poll(read).toMatchObject({ answered_at: null, answered_by: null, closed_by: null });
  });

  it('is seen in the list and on the board, in words that people can read', async () => {
    const steps = [{ step: 'sent', label: 'Email sent', status: 'completed', timestamp: null }];
    await admin.change(`/items/enquiries/${id}`, { message: 'Do you clear roofs?', steps });
    const page = await logInAs(admin, 'Enquiry desk');
    await page.goto(`${url}/admin/content/enquiries`);
    const row = page.locator('tbody tr', { hasText: 'Do you clear roofs?' });
    await row.waitFor();
    expect(await row.innerText()).toContain('Sam');
    expect(await row.innerText()).not.toContain(id);
    await page.getByText('To answer').first().click();
    const card = page.locator('.item', { hasText: 'Do you clear roofs?' });
    await card.waitFor();
    expect(await card.innerText()).not.toContain('Email sent');
  }, 60_000);

  it('is not said of messages that are older than this state', async () => {
    await admin.remove('/fields/enquiries/handling');
    await provision();
    expect(await read()).toMatchObject({ handling: null });
    await admin.create('/items/enquiries', { id: id.replace('1', '2') });
    expect(await admin.read(`/items/enquiries/${id.replace('1', '2')}`)).toMatchObject({ handling: 'new' });
  });
});
