import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { checkOnline } from '../../server/checkOnline.ts';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { columnsOf } from '../../server/content/collections/schema.ts';
import { siteSettings } from '../../server/content/collections/siteSettings.ts';
import { previewToken } from '../../server/demo/contentService.ts';
import { enquiryToken } from '../../server/demo/enquiryTable.ts';
import { toConfig } from '../../server/process/config.ts';
import { startContactService } from '../support/contactService.ts';
import type { ContentService } from '../support/contentService.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { startSiteProcess } from '../support/siteProcess.ts';
import { contentForTest, folderForFile, forTest, serverForTest, siteForTest } from '../support/started.ts';

const entry = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

type Environment = Readonly<Record<string, string>>;

/** Starts the built server with nothing but this environment, and waits for its end. */
async function startServer(environment: Environment, ...args: string[]) {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => void parts.push(String(part)));
  const [code] = await once(child, 'close');
  return { code, output: parts.join('') };
}

const required: Environment = {
  DIRECTUS_URL: 'https://content.ridge.example',
  FRONTEND_URL: 'https://www.ridge.example',
};

/** Variables with parts that give access to something: those parts must never be in any output. */
const secrets = {
  CONTENT_HOOK_SECRET: 'hook-secret-0123456789abcdef',
  SITE_SECRET: 'site-secret-0123456789abcdef',
  DIRECTUS_ENQUIRY_TOKEN: 'enquiry-token-0123456789abcdef',
  PREVIEW_SECRET: 'preview-secret-0123456789abcdef',
  DIRECTUS_PREVIEW_TOKEN: 'preview-token-0123456789abcdef',
  SENTRY_DSN: 'https://dsnkey0123456789@errors.ridge.example/42',
  CDN_PURGE_URL: 'https://purge.ridge.example/purge-token-0123456789',
  REDIS_URL: 'rediss://site:redis-password-0123@redis.ridge.example:6380/2',
};
const secretParts = Object.values(secrets).map((value) => String(/[\w-]+0123\w*/.exec(value)));

/**
 * Every variable of the contract for operators: a valid value, the configuration that it gives, and values that are
 * refused. Free texts refuse nothing.
 */
const variables: Readonly<Record<string, readonly [good: string, becomes: object, bad: readonly string[]]>> =
  {
    DIRECTUS_URL: [
      'http://directus:8055/',
      { directusUrl: 'http://directus:8055' },
      [
        'directus:8055',
        'ftp://directus',
        'https://user:pass@directus',
        'https://',
        'https://directus?access_token=x',
        'https://directus/?',
        'https://directus/#a',
      ],
    ],
    FRONTEND_URL: [
      'https://ridge.example',
      { externalApis: { frontendUrl: 'https://ridge.example' } },
      ['ridge.example', 'https://ridge.example/site', 'javascript:alert(1)'],
    ],
    PORT: ['8080', { port: 8080 }, ['http', '-1', '65536', '1.5']],
    HOST: ['127.0.0.1', { host: '127.0.0.1' }, []],
    NODE_ENV: ['development', { environment: 'development' }, ['prod', 'Production']],
    BACKEND_URL: [
      'https://admin.ridge.example',
      { backendUrl: 'https://admin.ridge.example' },
      ['admin', '//admin.ridge.example', 'https://admin.ridge.example?access_token=x'],
    ],
    API_URL: ['https://api.ridge.example', { apiUrl: 'https://api.ridge.example' }, ['/api', 'api']],
    CONTACT_API_URL: ['http://contact:3954', { contactApiUrl: 'http://contact:3954' }, ['contact:3954']],
    DIRECTUS_ENQUIRY_TOKEN: [
      secrets.DIRECTUS_ENQUIRY_TOKEN,
      { enquiries: { token: secrets.DIRECTUS_ENQUIRY_TOKEN } },
      ['copied\u200b', 'two\nlines'],
    ],
    PREVIEW_SECRET: [secrets.PREVIEW_SECRET, { preview: { secret: secrets.PREVIEW_SECRET } }, ['short']],
    DIRECTUS_PREVIEW_TOKEN: [
      secrets.DIRECTUS_PREVIEW_TOKEN,
      { preview: { token: secrets.DIRECTUS_PREVIEW_TOKEN } },
      ['copied\u200b', '\u201cquoted\u201d'],
    ],
    ENQUIRY_RETENTION_DAYS: ['30', { enquiries: { retentionDays: 30 } }, ['0', 'a year']],
    EMAIL_FROM: [
      'site@ridge.example',
      { emailConfig: { from: 'site@ridge.example' } },
      ['site', 'a@b@c.example', 'a b@c.example'],
    ],
    EMAIL_TO: [
      'a@ridge.example, b@ridge.example',
      { emailConfig: { to: ['a@ridge.example', 'b@ridge.example'] } },
      ['a@ridge.example, b', '<a@ridge.example>'],
    ],
    SENTRY_DSN: [
      secrets.SENTRY_DSN,
      { sentry: { dsn: secrets.SENTRY_DSN } },
      ['yes', 'https://errors.ridge.example/42', 'https://abc@errors.example:99999/1', 'https://a-b@host/1'],
    ],
    SENTRY_ENABLE_DEV: ['true', {}, ['maybe', '2']],
    SENTRY_BROWSER_PROFILING: ['true', {}, ['maybe', '2']],
    SITE_NAME: ['Ridge', { siteName: 'Ridge' }, []],
    BOOKING_SITE_URL: [
      'https://stay.ridge.example',
      { bookingSiteUrl: 'https://stay.ridge.example' },
      ['stay', 'data:text/html,x'],
    ],
    METRICS_HOST: ['0.0.0.0', { metricsHost: '0.0.0.0' }, []],
    CONTENT_HOOK_SECRET: [
      secrets.CONTENT_HOOK_SECRET,
      { contentHookSecret: secrets.CONTENT_HOOK_SECRET },
      ['short', 'copied-from-a-page\u200b'],
    ],
    SITE_SECRET: [secrets.SITE_SECRET, { siteSecret: secrets.SITE_SECRET }, ['short']],
    CONTENT_SNAPSHOT_PATH: [
      '/var/lib/site/content.json',
      { contentSnapshotPath: '/var/lib/site/content.json' },
      [],
    ],
    TRUST_PROXY: [
      '2',
      { trustProxy: 2 },
      ['11', '99', '10.0.0', '10.0.0.0/64', '10.0.0.0/0', '10.0.0.1/8/9', 'fd00::/129', 'LOOPBACK', '1,2'],
    ],
    METRICS_PORT: ['9464', { metricsPort: 9464 }, ['metrics', '70000', '3000']],
    DEV_PAGES: ['1', { devPages: true }, ['perhaps']],
    IMAGE_HOSTS: [
      'Images.ridge.example,*.CDN.example',
      { imageHosts: ['images.ridge.example', '*.cdn.example'] },
      ['https://images.ridge.example', 'a b', "'unsafe-inline'", 'a;script-src *', '*'],
    ],
    EMBED_HOSTS: [
      'video.ridge.example',
      { embedHosts: ['video.ridge.example'] },
      ['video.ridge.example/path', '*.'],
    ],
    LOG_LEVEL: ['debug', { logLevel: 'debug' }, ['loud', 'INFO']],
    RELEASE: ['1.2.3', { release: '1.2.3' }, []],
    HSTS_SCOPE: ['subdomains', { hstsScope: 'subdomains' }, ['yes', 'all']],
    SHELL_DEADLINE_MS: ['80', { shellDeadlineMs: 80 }, ['80ms', '-5', '10001']],
    SITE_NOINDEX: ['1', { isNoIndex: true }, ['perhaps']],
    INDEXNOW_KEY: ['a1b2c3d4', { indexNowKey: 'a1b2c3d4' }, ['short', 'with/slash-123']],
    INDEXNOW_URL: ['https://now.example/x', { indexNowUrl: 'https://now.example/x' }, ['now']],
    CDN_PURGE_URL: [secrets.CDN_PURGE_URL, { cdnPurgeUrl: secrets.CDN_PURGE_URL }, ['purge']],
    REDIS_URL: [
      secrets.REDIS_URL,
      { redisUrl: secrets.REDIS_URL },
      [
        'redis:6379',
        'http://redis:6379',
        'redis://',
        'redis://redis:6379/abc',
        'redis://:100%zz@redis',
        'redis://:%ff@redis',
        'redis://site:12#34@redis:6379',
        'redis://site:12?34@redis:6379',
      ],
    ],
  };

/** The configuration of a valid environment, and its warnings. */
function configOf(environment: Environment) {
  const result = toConfig({ ...required, ...environment });
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  return result;
}

describe('D22 one variable', () => {
  it.each(Object.entries(variables))('D22 %s is read', (name, [good, becomes]) => {
    expect(configOf({ [name]: good }).config).toMatchObject(becomes);
  });

  const wrong = Object.entries(variables).flatMap(([name, [, , bad]]) =>
    bad.map((value) => [name, value] as const),
  );
  it.each(wrong)('D22 %s=%s is one problem that names the variable', (name, value) => {
    const result = toConfig({ ...required, [name]: value });
    expect('problems' in result ? result.problems : []).toEqual([expect.stringContaining(name)]);
  });

  it.each(['https://ridge.example:443', 'https://gebirge-süd.example'])(
    'D22 %s gets the rule that it breaks',
    (value) => {
      const result = toConfig({ ...required, FRONTEND_URL: value });
      expect(result).toEqual({ problems: [expect.stringMatching(/as a browser writes it: .*:443.*xn--/)] });
    },
  );

  it.each(['loopback', '192.0.2.7', '10.0.0.0/8, fd00::/8', '::1,uniquelocal,172.16.0.0/12'])(
    'TRUST_PROXY may be %s, and Express accepts it',
    (value) => {
      const { trustProxy } = configOf({ TRUST_PROXY: value }).config;
      expect(() => express().set('trust proxy', trustProxy)).not.toThrow();
      expect(trustProxy).toEqual(value.split(',').map((name) => name.trim()));
    },
  );

  it('D22 an empty value counts as absent', () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, ' ']));
    expect(toConfig({ ...empty, ...required })).toEqual(toConfig(required));
  });

  it('D22 a byte order mark, which editors on Windows put before the first line of .env, is ignored', () => {
    const { DIRECTUS_URL, ...others } = required;
    expect(toConfig({ '\ufeffDIRECTUS_URL': DIRECTUS_URL, ...others })).toEqual(toConfig(required));
  });

  it('D22 an address means the same in capitals', () => {
    const { DIRECTUS_URL } = required;
    const { host } = new URL(DIRECTUS_URL ?? '');
    const shouted = { ...required, DIRECTUS_URL: `HTTPS://${host.toUpperCase()}:443/` };
    expect(toConfig(shouted)).toEqual(toConfig(required));
  });

  it('every variable is in this table and in the README', () => {
    const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const named = [...read('server/process/config.ts').matchAll(/'([A-Z][A-Z_]{3,})'/g)];
    expect([...new Set(named.map(([, name]) => name))].sort()).toEqual(Object.keys(variables).sort());
    const table = read('README.md').split('## Configuration')[1] ?? '';
    expect(Object.keys(variables).filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  it('the defaults are those of the contract', () => {
    expect(configOf({}).config).toMatchObject({
      environment: 'production',
      port: 3000,
      host: null,
      hstsScope: 'site',
      backendUrl: 'https://content.ridge.example',
      apiUrl: '',
      contactApiUrl: null,
      emailConfig: { from: 'no-reply@ridge.example', to: ['info@ridge.example'] },
      devPages: false,
      metricsPort: null,
      shellDeadlineMs: 150,
    });
    expect(configOf({ NODE_ENV: 'development' }).config).toMatchObject({
      contactApiUrl: 'http://127.0.0.1:3954',
      devPages: true,
    });
  });

  it.each<[isOn: boolean, environment: Environment]>([
    [false, {}],
    [false, { SENTRY_DSN: secrets.SENTRY_DSN, NODE_ENV: 'development' }],
    [true, { SENTRY_DSN: secrets.SENTRY_DSN, NODE_ENV: 'development', SENTRY_ENABLE_DEV: '1' }],
    [true, { SENTRY_DSN: secrets.SENTRY_DSN }],
  ])('error reporting and profiling are on: %s, with %o', (isOn, environment) => {
    const { config } = configOf({ SENTRY_BROWSER_PROFILING: '1', ...environment });
    expect([config.sentry !== null, config.browserProfiling]).toEqual([isOn, isOn]);
  });

  it.each<[Environment, problems: number]>([
    [{ CONTENT_HOOK_SECRET: 'local-content-hook-secret' }, 1],
    [{ SITE_SECRET: 'local-site-secret-of-this-machine', REDIS_URL: 'redis://:local-password@redis' }, 2],
    [{ PREVIEW_SECRET: 'the-secret-of-the-demo-for-previews' }, 1],
    [{ DIRECTUS_ENQUIRY_TOKEN: 'the-token-of-the-demo-for-enquiries' }, 1],
    [{ SITE_SECRET: 'local-site-secret-of-this-machine', NODE_ENV: 'development' }, 0],
    [{ SITE_SECRET: 'local-site-secret-of-this-machine', FRONTEND_URL: 'https://127.0.0.1:8443' }, 0],
  ])(
    'D22 secrets that are published with the project are refused for a public site: %o',
    (environment, problems) => {
      const result = toConfig({ ...required, ...environment });
      expect('problems' in result ? result.problems.length : 0).toBe(problems);
    },
  );

  it.each([
    ['https://www.ridge.example', 'ridge.example'],
    ['https://stays.ridge.example:8443', 'stays.ridge.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000', 'localhost'],
    ['http://[::1]:3000', 'localhost'],
    ['http://site:3000', 'localhost'],
  ])('the mail addresses of %s are at %s by default', (address, domain) => {
    expect(configOf({ FRONTEND_URL: address }).config.emailConfig).toEqual({
      from: `no-reply@${domain}`,
      to: [`info@${domain}`],
    });
  });
});

describe('a probable mistake', () => {
  const noAdminLink = 'BACKEND_URL is not set and DIRECTUS_URL does not use https: pages have no Admin link.';
  const noContact = 'CONTACT_API_URL is not set: the contact form asks visitors to send an e-mail instead.';
  const noSecret =
    'REDIS_URL is set without SITE_SECRET: anyone who reads Redis can guess what its digests stand for.';
  const internal = { DIRECTUS_URL: 'http://directus:8055' };
  const shared = { REDIS_URL: 'redis://redis:6379' };
  const secret = 'a-secret-of-the-tests';

  it.each<[warning: string | null, environment: Environment]>([
    ['DIRECTUS_URI is not read by the site.', { DIRECTUS_URI: 'x' }],
    ['FRONTED_URL is not read by the site.', { FRONTED_URL: 'x' }],
    ['CONTACT_URL is not read by the site.', { CONTACT_URL: 'x' }],
    ['IMAGE_HOST is not read by the site.', { IMAGE_HOST: 'x' }],
    ['DIRECTUS_TOKEN is not read by the site.', { DIRECTUS_TOKEN: 'x' }],
    ...'PREVIEW_TIME ENQUIRY_MAIL SITE_COLOR INDEXNOW_ENGINES CDN_TOKEN SENTRY_RATE REDIS_CLUSTER'
      .split(' ')
      .map((name): [string, Environment] => [`${name} is not read by the site.`, { [name]: 'x' }]),
    [null, { PATH: 'x', HOME: 'x', HOSTNAME: 'x', NODE_OPTIONS: 'x', NODE_VERSION: 'x' }],
    [null, { SENTRY_AUTH_TOKEN: 'x', DIRECTUS_ADMIN_TOKEN: 'x', SITE_HOOK_URL: 'x', REDIS_PASSWORD: 'x' }],
    [null, { REDIS_SERVICE_HOST: 'x', SITE_PORT: 'x', REDIS_PORT_6379_TCP_ADDR: 'x' }],
    [noContact, { CONTACT_API_URL: '' }],
    [noAdminLink, internal],
    [noAdminLink, { DIRECTUS_URL: 'http://127.0.0.1:8055' }],
    [null, { DIRECTUS_URL: 'http://127.0.0.1:8055', FRONTEND_URL: 'http://localhost:3000' }],
    [null, { ...internal, NODE_ENV: 'development' }],
    [null, { ...internal, BACKEND_URL: 'https://content.ridge.example' }],
    [noSecret, shared],
    [null, { ...shared, NODE_ENV: 'development' }],
    [null, { ...shared, SITE_SECRET: secret }],
    [null, { ...shared, CONTENT_HOOK_SECRET: secret }],
  ])('gives the warning %s: %o', (warning, environment) => {
    const { warnings } = configOf({ CONTACT_API_URL: 'http://contact:3954', ...environment });
    expect(warnings).toEqual(warning === null ? [] : [warning]);
  });
});

describe('D22 the start of the built server', () => {
  it('D22 names every missing variable when nothing is set, with --check and without', async () => {
    for (const args of [[], ['--check']]) {
      const { code, output } = await startServer({}, ...args);
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toEqual([
        'The configuration has problems:',
        '- DIRECTUS_URL is required.',
        '- FRONTEND_URL is required.',
      ]);
    }
  });

  it('D22 shows no secret, neither a valid one beside a problem nor a malformed one', async () => {
    const beside = await startServer({ ...secrets, PORT: 'x' });
    const malformed = await startServer({
      ...required,
      DIRECTUS_URL: 'https://admin:hook-secret-0123456789abcdef@content.ridge.example',
      SENTRY_DSN: 'dsnkey0123456789',
      CDN_PURGE_URL: 'purge-token-0123456789',
    });
    for (const { code, output } of [beside, malformed]) {
      expect(code).toBe(1);
      expect(secretParts.filter((part) => output.includes(part))).toEqual([]);
    }
  });

  it('with --check prints the effective configuration by variable, masks secrets, and ends', async () => {
    const { code, output } = await startServer({ ...required, ...secrets, PORT: '8080' }, '--check');
    expect(code).toBe(0);
    const lines = output.trim().split('\n');
    const names = lines.map((line) => line.split('=', 1)[0]).slice(0, Object.keys(variables).length);
    expect(names.sort()).toEqual(Object.keys(variables).sort());
    expect(lines).toEqual(
      expect.arrayContaining([
        'PORT=8080',
        `FRONTEND_URL=${required.FRONTEND_URL}`,
        'CONTENT_HOOK_SECRET=(set)',
        'CDN_PURGE_URL=(set)',
      ]),
    );
    expect(secretParts.filter((part) => output.includes(part))).toEqual([]);
  });

  it('refuses a preview token that may write, in one line, and ends', async () => {
    const directus = express().use((_request, response) => {
      response.json({ data: { admin_access: false, pages: { update: { access: 'full' } } } });
    });
    const DIRECTUS_URL = await serverForTest(directus);
    const { PREVIEW_SECRET, DIRECTUS_PREVIEW_TOKEN } = secrets;
    const environment = { ...required, DIRECTUS_URL, PORT: '0', PREVIEW_SECRET, DIRECTUS_PREVIEW_TOKEN };
    const { code, output } = await startServer(environment);
    expect(code).toBe(1);
    expect(output.split('\n')).toContain(
      'DIRECTUS_PREVIEW_TOKEN must be read-only: it may also update pages.',
    );
    expect(output).not.toContain('    at ');
  });

  it('goes on without previews when Directus does not know their token, and says so', async () => {
    const directusUrl = await serverForTest((_request, response) => void response.writeHead(401).end());
    const { PREVIEW_SECRET, DIRECTUS_PREVIEW_TOKEN } = secrets;
    const previews = { PREVIEW_SECRET, DIRECTUS_PREVIEW_TOKEN };
    const site = await startSiteProcess(directusUrl, previews);
    await site.firstOk('/livez');
    const text = 'DIRECTUS_PREVIEW_TOKEN is not used: Directus does not know it.';
    await expect.poll(() => site.logs.map(({ msg }) => msg)).toContain(text);
    expect(await site.end()).toBe(0);
  });

  it.each(['PORT', 'METRICS_PORT'])('says that the port of %s is taken, and ends', async (name) => {
    const { port } = new URL(await serverForTest(() => undefined));
    const ports = { PORT: '0', HOST: '127.0.0.1', [name]: port };
    const { code, output } = await startServer({ ...required, DIRECTUS_URL: 'http://127.0.0.1:9', ...ports });
    expect(code).toBe(1);
    const text = `The site cannot listen on 127.0.0.1:${port}: another process is listening there.`;
    expect(output.split('\n').filter((line) => !line.includes('CONTACT_API_URL'))).toEqual(
      expect.arrayContaining([text]),
    );
    expect(output).not.toContain('    at ');
  });

  it('names a HOST that this machine does not have, as a shell sets it', async () => {
    const given = { DIRECTUS_URL: 'http://127.0.0.1:9', PORT: '0', HOST: 'my-laptop.invalid' };
    const { code, output } = await startServer({ ...required, ...given });
    expect(code).toBe(1);
    expect(output).toContain('HOST is “my-laptop.invalid”, which a shell may have set');
  });

  it.runIf(Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1')))(
    'listens on IPv6 and IPv4 when HOST is not set',
    async () => {
      const { url: directusUrl } = await contentForTest();
      const site = await startSiteProcess(directusUrl, { HOST: '' });
      for (const host of ['127.0.0.1', '[::1]'])
        await expect.poll(() => isAlive(site.url.replace('127.0.0.1', host))).toBe(true);
      expect(await site.end()).toBe(0);
    },
  );
});

const isAlive = (url: string) =>
  fetch(`${url}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('--check --online', () => {
  const check = (environment: Environment) => checkOnline(configOf(environment).config);
  const folder = folderForFile();
  const linesOf = async ({ url }: ContentService) => (await check({ DIRECTUS_URL: url })).lines;

  it('names each variable whose service it reaches or cannot reach', async () => {
    const content = await contentForTest();
    const contact = await forTest(startContactService());
    const environment = {
      ...required,
      DIRECTUS_URL: content.url,
      // A local address, because the demo's tokens are refused for a public site.
      FRONTEND_URL: 'http://127.0.0.1:3000',
      BACKEND_URL: 'https://content.ridge.example',
      SITE_SECRET: secrets.SITE_SECRET,
      CONTACT_API_URL: contact.url,
      DIRECTUS_ENQUIRY_TOKEN: enquiryToken,
      PREVIEW_SECRET: secrets.PREVIEW_SECRET,
      DIRECTUS_PREVIEW_TOKEN: previewToken,
      CONTENT_SNAPSHOT_PATH: join(tmpdir(), 'none.json'),
    };
    const well = await startServer(environment, '--check', '--online');
    const linesAfterConfig = well.output.trim().split('\n').slice(Object.keys(variables).length);
    expect(linesAfterConfig.map((line) => line.replace(/ \(\d+ rows?\)$/, ''))).toEqual([
      ...collectionNames.map((name) => `DIRECTUS_URL, ${name}: read`),
      'DIRECTUS_ENQUIRY_TOKEN: used',
      'DIRECTUS_PREVIEW_TOKEN: used',
      'CONTACT_API_URL: reached',
      'CONTENT_SNAPSHOT_PATH: used',
    ]);
    expect(well.output).toContain(`site_settings: read (${content.rows.site_settings.length} rows)`);
    expect(well.code).toBe(0);
    const nobody = { DIRECTUS_URL: 'http://127.0.0.1:9', REDIS_URL: 'redis://127.0.0.1:9' };
    const nowhere = { CONTENT_SNAPSHOT_PATH: '/nowhere/content.json' };
    const ill = await startServer({ ...environment, ...nobody, ...nowhere }, '--check', '--online');
    expect(ill.output.trim().split('\n').slice(Object.keys(variables).length)).toEqual([
      'DIRECTUS_URL: cannot be read: connect ECONNREFUSED 127.0.0.1:9; until then pages return 503',
      'DIRECTUS_ENQUIRY_TOKEN: cannot be used: Directus does not say what it may do',
      'DIRECTUS_PREVIEW_TOKEN: cannot be used: Directus does not say what it may do',
      'CONTACT_API_URL: reached',
      expect.stringMatching(/^REDIS_URL: cannot be reached: /),
      expect.stringMatching(/^CONTENT_SNAPSHOT_PATH: cannot be used: ENOENT/),
    ]);
    expect(ill.code).toBe(1);
  });

  const provision = 'npm run directus:provision creates what is missing and lets the public read it';
  const denied = (what: string) => ({
    errors: [{ message: `You don't have permission to access ${what} or it does not exist.` }],
  });

  it.each<[what: string, status: number, body: object, line: string]>([
    [
      'the public may not read a collection, or it is not there',
      403,
      denied('collection "services"'),
      `services: cannot be read: You don't have permission to access collection "services" or it does not exist. (${provision})`,
    ],
    [
      'a field has another type',
      400,
      { errors: [{ message: 'Invalid query. Invalid numeric value.' }] },
      'services: cannot be read: Invalid query. Invalid numeric value. (a field is missing, or has another type than docs/directus.md says)',
    ],
    [
      'Directus limits calls',
      429,
      { errors: [{ message: 'Too many requests, retry after 10s.' }] },
      'services: cannot be read: Too many requests, retry after 10s.',
    ],
    [
      'a proxy answers with rows of something else',
      200,
      { data: [{ id: 1, level: 3 }] },
      'services: cannot be read: these are not rows of services',
    ],
  ])('explains the failure when %s', async (_what, status, body, line) => {
    const content = await contentForTest();
    await content.fault('services', { kind: 'status', status, body });
    const { lines, isReachable } = await check({ DIRECTUS_URL: content.url });
    expect(lines.filter((one) => !/: read \(/.test(one))).toEqual([
      `DIRECTUS_URL, ${line}; until then its pages return 503`,
    ]);
    expect(isReachable).toBe(false);
  });

  it('says in one line what is wrong with all collections alike', async () => {
    const portal = await contentForTest();
    await portal.fault('*', { kind: 'html200' });
    expect(await linesOf(portal)).toEqual([
      'DIRECTUS_URL: cannot be read: Malformed response: content type text/html; charset=utf-8 (is it the address of Directus, with its path and without /admin?); until then pages return 503',
    ]);
    await portal.fault('*', { kind: 'status', status: 404, body: {} });
    expect(await linesOf(portal)).toEqual([
      'DIRECTUS_URL: cannot be read: HTTP error! status: 404 (is it the address of Directus, with its path and without /admin?); until then pages return 503',
    ]);
  });

  it.each([301, 429])('names what it gets instead of rows, and of what tokens may do: %i', async (status) => {
    const directus = express().use((request, response) => {
      response.status(status).location(`https://cms.ridge.example${request.url}`).end();
    });
    const environment = {
      DIRECTUS_URL: await serverForTest(directus),
      DIRECTUS_ENQUIRY_TOKEN: secrets.DIRECTUS_ENQUIRY_TOKEN,
      PREVIEW_SECRET: secrets.PREVIEW_SECRET,
      DIRECTUS_PREVIEW_TOKEN: secrets.DIRECTUS_PREVIEW_TOKEN,
    };
    const target = status === 301 ? ' (it redirects to https://cms.ridge.example)' : '';
    expect((await check(environment)).lines).toEqual([
      `DIRECTUS_URL: cannot be read: HTTP error! status: ${status}${target}; until then pages return 503`,
      'DIRECTUS_ENQUIRY_TOKEN: cannot be used: Directus does not say what it may do',
      'DIRECTUS_PREVIEW_TOKEN: cannot be used: Directus does not say what it may do',
    ]);
  });

  it('says in one line that a port takes no https:', async () => {
    const { url } = await contentForTest();
    expect((await check({ DIRECTUS_URL: url.replace('http:', 'https:') })).lines).toEqual([
      'DIRECTUS_URL: cannot be read: TLS: wrong version number (it uses http:, not https:); until then pages return 503',
    ]);
  });

  it.each([
    ['homes', 'dogs', 'homes with a page each'],
    ['directus_files', 'description', 'descriptions and sizes of pictures'],
  ] as const)(
    'says what the site has without the collection %s, and without its column %s: neither is a failure',
    async (name, column, offer) => {
      const content = await contentForTest({ hidden: [name] });
      const whole = await check({ DIRECTUS_URL: content.url });
      expect(whole.lines).toContain(
        `DIRECTUS_URL, ${name}: missing or not public: the site works without ${offer} (${provision})`,
      );
      expect(whole.isReachable).toBe(true);
      content.hidden.clear();
      content.hidden.add(`${name}.${column}`);
      const part = await check({ DIRECTUS_URL: content.url });
      const line = new RegExp(
        `^DIRECTUS_URL, ${name}: read \\(\\d+ rows\\); the site works without its ${column}$`,
      );
      expect(part.lines).toContainEqual(expect.stringMatching(line));
      expect(part.isReachable).toBe(true);
    },
  );

  it.each([
    ['cannot be read', undefined],
    ['has another word', 'Live'],
  ])('says that visitors see no service whose status %s', async (_name, status) => {
    const content = await contentForTest();
    for (const row of content.rows.services) row.status = status;
    if (status === undefined) content.hidden.add('services.status');
    const { lines, isReachable } = await check({ DIRECTUS_URL: content.url });
    expect(lines).toContain(
      `DIRECTUS_URL, services: read (${content.rows.services.length} rows); visitors see none of them, as none has the status published`,
    );
    expect(lines.filter((line) => line.includes('visitors see'))).toHaveLength(1);
    expect(isReachable).toBe(true);
  });

  it('misses no column of settings that are one form, as provisioning makes them', async () => {
    const content = await contentForTest();
    const { schema } = siteSettings;
    content.rows.site_settings = [
      Object.fromEntries(schema ? columnsOf(schema).map(([name]) => [name, 1]) : []),
    ];
    const { lines } = await check({ DIRECTUS_URL: content.url });
    expect(lines).toContain('DIRECTUS_URL, site_settings: read (1 row)');
  });

  it.each([
    [
      'the same secret',
      secrets.CONTENT_HOOK_SECRET,
      /^CONTENT_HOOK_SECRET: used \(.* accepts calls\)$/,
      true,
    ],
    ['another secret', 'another-secret-0123456789', /: the running site has a different secret$/, false],
    ['no hook', '', /\/hooks\/content is not a hook of the site \(status 404\)$/, false],
  ])('calls the hook of the running site, with %s', async (_what, secret, line, isReachable) => {
    const content = await contentForTest();
    const site = await siteForTest({ environment: { CONTENT_HOOK_SECRET: secret } });
    await site.load();
    const checked = await check({
      DIRECTUS_URL: content.url,
      FRONTEND_URL: site.url,
      CONTENT_HOOK_SECRET: secrets.CONTENT_HOOK_SECRET,
    });
    expect(checked.lines.filter((one) => one.includes('HOOK'))).toEqual([expect.stringMatching(line)]);
    expect(checked.isReachable).toBe(isReachable);
  });

  it.each([
    ['half a snapsh', 'It is damaged.'],
    ['{"directusUrl":"https://other.example","collections":{}}', 'It is from another content service.'],
  ])('says why the snapshot %s is not used', async (text, reason) => {
    const content = await contentForTest();
    const file = join(folder, 'content.json');
    writeFileSync(file, text);
    const { lines, isReachable } = await check({ DIRECTUS_URL: content.url, CONTENT_SNAPSHOT_PATH: file });
    expect(lines).toContain(`CONTENT_SNAPSHOT_PATH: cannot be used: ${reason}`);
    expect(isReachable).toBe(false);
  });

  it.skipIf(!hasRedis)('says why Redis refuses, and leaves nothing in it but a probe', async () => {
    const redis = await forTest(startRedis());
    const content = await contentForTest();
    const lineAfter = async (...command: string[]) => {
      await redis.run(...command);
      const { lines } = await check({ DIRECTUS_URL: content.url, REDIS_URL: redis.url });
      return lines.find((line) => line.startsWith('REDIS_URL'));
    };
    expect(await lineAfter('PING')).toBe('REDIS_URL: reached');
    expect(await redis.dump()).toMatch(/^site:\w+:probe 1$/);
    const refused = (why: string) =>
      expect.stringMatching(new RegExp(`^REDIS_URL: cannot be reached: ${why}`));
    expect(await lineAfter('REPLICAOF', '127.0.0.1', '9')).toEqual(refused('READONLY'));
    await redis.run('REPLICAOF', 'NO', 'ONE');
    expect(await lineAfter('CONFIG', 'SET', 'maxmemory', '1')).toEqual(refused('OOM'));
    await redis.run('CONFIG', 'SET', 'maxmemory', '0');
    expect(await lineAfter('ACL', 'SETUSER', 'default', 'resetchannels')).toEqual(refused('NOPERM'));
    await redis.run('ACL', 'SETUSER', 'default', 'allchannels', '-eval');
    expect(await lineAfter('PING')).toEqual(refused('NOPERM'));
    await redis.run('ACL', 'SETUSER', 'default', '+eval');
    expect(await lineAfter('CONFIG', 'SET', 'requirepass', 'a-password')).toEqual(refused('NOAUTH'));
  });
});
