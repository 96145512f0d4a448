import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeEach(async () => {
  site = await startSite({ environment: { TRUST_PROXY: '1' } });
});
afterEach(() => site.close());

const report = (body: string, type = 'application/csp-report', from = '192.0.2.1') =>
  request(site.url).post('/api/csp-report').set('X-Forwarded-For', from).type(type).send(body);
const logged = () =>
  site.logs
    .filter(({ msg }) => msg === 'The content policy blocked something.')
    .map(({ directive, blocked, page, source }) => ({ directive, blocked, page, source }));

const address = 'https://www.ridge.example/contact?email=canary@visitor.example#canary';
const expected = {
  directive: 'script-src-elem',
  blocked: 'https://evil.example/x.js',
  page: 'https://www.ridge.example/contact',
  source: 'https://www.ridge.example/static/main.js',
};

it.each([
  [
    'for report-uri',
    'application/csp-report',
    {
      'csp-report': {
        'document-uri': address,
        referrer: address,
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/x.js?canary',
        'source-file': 'https://www.ridge.example/static/main.js?canary',
        'script-sample': 'canary()',
      },
    },
  ],
  [
    'for report-to',
    'application/reports+json',
    [
      {
        type: 'csp-violation',
        url: address,
        user_agent: 'canary',
        body: {
          documentURL: address,
          effectiveDirective: 'script-src-elem',
          blockedURL: 'https://evil.example/x.js?canary',
          sourceFile: 'https://www.ridge.example/static/main.js?canary',
          sample: 'canary()',
        },
      },
    ],
  ],
])('H7 a report %s is logged without queries, samples and who sent it', async (_kind, type, body) => {
  expect((await report(JSON.stringify(body), type)).status).toBe(204);
  expect(logged()).toEqual([expected]);
  expect(JSON.stringify(site.logs)).not.toContain('canary');
});

it.each([
  ['no JSON', '{"csp-report":', 204],
  ['nothing that is known', '{"csp-report":{"effective-directive":7},"canary":"canary"}', 204],
  ['a list of other things', '[1,null,{"body":"canary"},{"body":{"message":"canary"}}]', 204],
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

it('F16 a flood of one network is ten lines a minute, of all a hundred, however many reports are in a body', async () => {
  const one = { type: 'csp-violation', body: { effectiveDirective: 'x'.repeat(500), blockedURL: 'inline' } };
  const many = JSON.stringify(Array.from({ length: 12 }, () => one));
  await report(JSON.stringify([one, one, one]), 'application/reports+json');
  for (let at = 0; at < 30; at += 1) await report(many, 'application/reports+json');
  // Twice as many where a new minute has begun meanwhile.
  expect([10, 20]).toContain(logged().length);
  await report(many, 'application/reports+json', '192.0.2.2');
  expect([20, 30]).toContain(logged().length);
  for (let at = 3; at < 40; at += 1) await report(many, 'application/reports+json', `192.0.2.${at}`);
  expect(logged().length).toBeLessThanOrEqual(200);
  expect(logged()[0]?.directive).toHaveLength(200);
});
