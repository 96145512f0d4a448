import request from 'supertest';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { TestSite } from '../support/site.ts';
import { siteForTest } from '../support/started.ts';

let site: TestSite;
beforeEach(async () => {
  site = await siteForTest({ environment: { TRUST_PROXY: '1' } });
});

const report = (body: string, type = 'application/csp-report', from = '192.0.2.1') =>
  request(site.url).post('/api/csp-report').set('X-Forwarded-For', from).type(type).send(body);
const logged = () =>
  site.logs
    .filter(({ msg }) => msg === 'The content policy blocked something.')
    .map(({ directive, blocked, page, source }) => ({ directive, blocked, page, source }));

const number = '435e6268-1111-4222-8333-444455556666';
const address = `https://www.ridge.example/contact/sent/${number}?email=canary@visitor.example#canary`;
const expected = {
  directive: 'script-src-elem',
  blocked: 'https://evil.example/x.js',
  page: 'https://www.ridge.example/contact/sent/435e6268',
  source: 'https://www.ridge.example/static/main.js',
};

it('H7 a report is logged without queries, samples, its sender and the whole number of a message', async () => {
  const body = {
    'csp-report': {
      'document-uri': address,
      referrer: address,
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?canary',
      'source-file': 'https://www.ridge.example/static/main.js?canary',
      'script-sample': 'canary()',
    },
  };
  expect((await report(JSON.stringify(body))).status).toBe(204);
  expect(logged()).toEqual([expected]);
  expect(JSON.stringify(site.logs)).not.toContain('canary');
  expect(JSON.stringify(site.logs)).not.toContain(number);
});

it.each([
  ['malformed JSON', '{"csp-report":', 204],
  ['an unknown report', '{"csp-report":{"effective-directive":7},"canary":"canary"}', 204],
  ['a list', '[1,null,{"body":"canary"}]', 204],
  [
    'more than ten kilobytes',
    JSON.stringify({ 'csp-report': { 'effective-directive': 'x', y: 'canary'.repeat(2_000) } }),
    413,
  ],
])('F16 %s gets a response and is not logged', async (_what, body, status) => {
  expect((await report(body)).status).toBe(status);
  expect(logged()).toEqual([]);
  expect(JSON.stringify(site.logs)).not.toContain('canary');
});

it.each([
  ['blocked-uri', 'chrome-extension'],
  ['blocked-uri', 'safari-web-extension://C0FFEE/style.css'],
  ['source-file', 'moz-extension://6d1f0a52/content.js'],
])('a browser extension that was blocked is counted, and no line: %s %s', async (name, text) => {
  await report(JSON.stringify({ 'csp-report': { 'effective-directive': 'style-src-elem', [name]: text } }));
  expect(logged()).toEqual([]);
  const counted = (await site.counts.policyReports.get()).values;
  expect(counted.filter(({ value }) => value > 0).map(({ labels }) => labels.outcome)).toEqual(['extension']);
});

it('F16 a flood gets ten lines a minute for a network, forty for a /48, a hundred for all; the rest is counted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const one = { 'csp-report': { 'effective-directive': 'x'.repeat(500), 'blocked-uri': 'inline' } };
  const send = async (times: number, from?: string) => {
    for (let at = 0; at < times; at += 1) await report(JSON.stringify(one), undefined, from);
  };
  await send(15);
  expect(logged()).toHaveLength(10);
  await send(12, '192.0.2.2');
  expect(logged()).toHaveLength(20);
  for (let at = 0; at < 9; at += 1) await send(12, `2001:db8:1:${at}::1`);
  expect(logged()).toHaveLength(60);
  for (let at = 3; at < 40; at += 1) await send(2, `192.0.2.${at}`);
  expect(logged()).toHaveLength(100);
  expect(logged()[0]?.directive).toHaveLength(200);
  await report('{}');
  await report('x'.repeat(20_000));
  const counted = (await site.counts.policyReports.get()).values;
  expect(counted.map(({ labels, value }) => [labels.outcome, value])).toEqual([
    ['logged', 100],
    ['limited', 15 + 12 + 9 * 12 + 37 * 2 - 100],
    ['malformed', 1],
    ['tooLarge', 1],
  ]);
});
