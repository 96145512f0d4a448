import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { type Config, toConfig } from '../../server/process/config.ts';
import { startContactService } from '../support/contactService.ts';
import { startContentService } from '../support/contentService.ts';
import { listen } from '../support/listen.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const entry = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

type Environment = Readonly<Record<string, string>>;

interface Ended {
  readonly code: number | null;
  readonly output: string;
  /** Processor time, which other work on the machine hardly changes. */
  readonly processorMs: number;
}

/** Has a process write its processor time as its last word. */
const writeProcessorMs = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(2, 'processor ' + Math.round((user + system) / 1000)); });",
)}`;

/** Starts a program with nothing but this environment, and waits for its end. */
function run(args: readonly string[], environment: Environment): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', writeProcessorMs, ...args], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (part) => {
    output += String(part);
  });
  child.stderr.on('data', (part) => {
    output += String(part);
  });
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), 50_000);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      const [said = '', processorMs = 'Infinity'] = output.split('processor ');
      resolve({ code, output: said, processorMs: Number(processorMs) });
    });
  });
}

const startServer = (environment: Environment, ...args: string[]) => run([entry, ...args], environment);

const required: Environment = {
  DIRECTUS_URL: 'https://content.ridge.example',
  FRONTEND_URL: 'https://www.ridge.example',
};

/** What must never stand in any output: the parts of these values that give access to something. */
const secrets = {
  CONTENT_HOOK_SECRET: 'hook-secret-0123456789abcdef',
  SITE_SECRET: 'site-secret-0123456789abcdef',
  SENTRY_DSN: 'https://dsnkey0123456789@errors.ridge.example/42',
  CDN_PURGE_URL: 'https://purge.ridge.example/purge-token-0123456789',
  REDIS_URL: 'rediss://site:redis-password-0123@redis.ridge.example:6380/2',
};
const secretParts = [
  'hook-secret-0123456789abcdef',
  'dsnkey0123456789',
  'purge-token-0123456789',
  'redis-password-0123',
  'site-secret-0123456789abcdef',
];

/**
 * Every variable of the contract for operators: a good value, what it becomes, and values that are refused.
 * Free texts refuse nothing.
 */
const variables: Readonly<
  Record<
    string,
    { good: string; becomes: (config: Config) => unknown; value: unknown; bad: readonly string[] }
  >
> = {
  DIRECTUS_URL: {
    good: 'http://directus:8055/',
    becomes: (config) => config.directusUrl,
    value: 'http://directus:8055',
    bad: ['directus:8055', 'ftp://directus', 'https://user:pass@directus', 'https://'],
  },
  FRONTEND_URL: {
    good: 'https://ridge.example',
    becomes: (config) => config.externalApis.frontendUrl,
    value: 'https://ridge.example',
    bad: ['ridge.example', 'https://ridge.example/site', 'javascript:alert(1)'],
  },
  PORT: { good: '8080', becomes: (config) => config.port, value: 8080, bad: ['http', '-1', '65536', '1.5'] },
  HOST: { good: '127.0.0.1', becomes: (config) => config.host, value: '127.0.0.1', bad: [] },
  NODE_ENV: {
    good: 'development',
    becomes: (config) => config.environment,
    value: 'development',
    bad: ['prod', 'Production'],
  },
  BACKEND_URL: {
    good: 'https://admin.ridge.example',
    becomes: (config) => config.backendUrl,
    value: 'https://admin.ridge.example',
    bad: ['admin', '//admin.ridge.example'],
  },
  API_URL: {
    good: 'https://api.ridge.example',
    becomes: (config) => config.apiUrl,
    value: 'https://api.ridge.example',
    bad: ['/api', 'api'],
  },
  CONTACT_API_URL: {
    good: 'http://contact:3954',
    becomes: (config) => config.contactApiUrl,
    value: 'http://contact:3954',
    bad: ['contact:3954'],
  },
  EMAIL_FROM: {
    good: 'site@ridge.example',
    becomes: (config) => config.emailConfig.from,
    value: 'site@ridge.example',
    bad: ['site', 'a@b@c.example', 'a b@c.example'],
  },
  EMAIL_TO: {
    good: 'a@ridge.example, b@ridge.example',
    becomes: (config) => config.emailConfig.to,
    value: ['a@ridge.example', 'b@ridge.example'],
    bad: ['a@ridge.example, b', '<a@ridge.example>'],
  },
  SENTRY_DSN: {
    good: secrets.SENTRY_DSN,
    becomes: (config) => config.sentry.dsn,
    value: secrets.SENTRY_DSN,
    bad: ['yes', 'https://errors.ridge.example/42'],
  },
  SENTRY_ENABLE_DEV: {
    good: 'true',
    becomes: (config) => config.sentry.enableInDevelopment,
    value: true,
    bad: ['maybe', '2'],
  },
  SENTRY_BROWSER_PROFILING: {
    good: 'true',
    becomes: (config) => config.sentry.browserProfiling,
    value: true,
    bad: ['maybe', '2'],
  },
  SITE_NAME: { good: 'Ridge', becomes: (config) => config.siteName, value: 'Ridge', bad: [] },
  BOOKING_SITE_URL: {
    good: 'https://stay.ridge.example',
    becomes: (config) => config.bookingSiteUrl,
    value: 'https://stay.ridge.example',
    bad: ['stay', 'data:text/html,x'],
  },
  METRICS_HOST: {
    good: '0.0.0.0',
    becomes: (config) => config.metricsHost,
    value: '0.0.0.0',
    bad: [],
  },
  CONTENT_HOOK_SECRET: {
    good: secrets.CONTENT_HOOK_SECRET,
    becomes: (config) => config.contentHookSecret,
    value: secrets.CONTENT_HOOK_SECRET,
    bad: ['short'],
  },
  SITE_SECRET: {
    good: secrets.SITE_SECRET,
    becomes: (config) => config.siteSecret,
    value: secrets.SITE_SECRET,
    bad: ['short'],
  },
  CONTENT_SNAPSHOT_PATH: {
    good: '/var/lib/site/content.json',
    becomes: (config) => config.contentSnapshotPath,
    value: '/var/lib/site/content.json',
    bad: [],
  },
  TRUST_PROXY: {
    good: '2',
    becomes: (config) => config.trustProxy,
    value: 2,
    bad: ['11', '99', '10.0.0', '10.0.0.0/64', '10.0.0.0/0', '10.0.0.1/8/9', 'fd00::/129', 'LOOPBACK', '1,2'],
  },
  METRICS_PORT: {
    good: '9464',
    becomes: (config) => config.metricsPort,
    value: 9464,
    bad: ['metrics', '70000', '3000'],
  },
  DEV_PAGES: { good: '1', becomes: (config) => config.devPages, value: true, bad: ['perhaps'] },
  IMAGE_HOSTS: {
    good: 'Images.ridge.example,*.CDN.example',
    becomes: (config) => config.imageHosts,
    value: ['images.ridge.example', '*.cdn.example'],
    bad: ['https://images.ridge.example', 'a b', "'unsafe-inline'", 'a;script-src *', '*'],
  },
  EMBED_HOSTS: {
    good: 'video.ridge.example',
    becomes: (config) => config.embedHosts,
    value: ['video.ridge.example'],
    bad: ['video.ridge.example/path', '*.'],
  },
  LOG_LEVEL: { good: 'debug', becomes: (config) => config.logLevel, value: 'debug', bad: ['loud', 'INFO'] },
  RELEASE: { good: '1.2.3', becomes: (config) => config.release, value: '1.2.3', bad: [] },
  SHELL_DEADLINE_MS: {
    good: '80',
    becomes: (config) => config.shellDeadlineMs,
    value: 80,
    bad: ['80ms', '-5', '10001'],
  },
  CDN_PURGE_URL: {
    good: secrets.CDN_PURGE_URL,
    becomes: (config) => config.cdnPurgeUrl,
    value: secrets.CDN_PURGE_URL,
    bad: ['purge'],
  },
  REDIS_URL: {
    good: secrets.REDIS_URL,
    becomes: (config) => config.redisUrl,
    value: secrets.REDIS_URL,
    bad: ['redis:6379', 'http://redis:6379', 'redis://'],
  },
};

describe('D22 one variable', () => {
  it.each(Object.entries(variables))('D22 %s is read', (name, { good, becomes, value }) => {
    const result = toConfig({ ...required, [name]: good });
    if ('problems' in result) throw new Error(result.problems.join('\n'));
    expect(becomes(result.config)).toEqual(value);
  });

  const wrong = Object.entries(variables).flatMap(([name, { bad }]) =>
    bad.map((value) => [name, value] as const),
  );
  it.each(wrong)('D22 %s=%s is one problem that names it', (name, value) => {
    const result = toConfig({ ...required, [name]: value });
    expect('problems' in result ? result.problems : []).toEqual([expect.stringContaining(name)]);
  });

  it.each(['loopback', '192.0.2.7', '10.0.0.0/8, fd00::/8', '::1,uniquelocal,172.16.0.0/12'])(
    'TRUST_PROXY may be %s, and Express takes it',
    (value) => {
      const result = toConfig({ ...required, TRUST_PROXY: value });
      if ('problems' in result) throw new Error(result.problems.join('\n'));
      expect(() => express().set('trust proxy', result.config.trustProxy)).not.toThrow();
      expect(result.config.trustProxy).toEqual(value.split(',').map((name) => name.trim()));
    },
  );

  it('D22 empty counts as absent', () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, ' ']));
    expect(toConfig({ ...empty, ...required })).toEqual(toConfig(required));
  });

  it('every variable stands in the README', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    expect(Object.keys(variables).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('every variable that the configuration reads stands in this table', () => {
    const source = readFileSync(new URL('../../server/process/config.ts', import.meta.url), 'utf8');
    const named = [...source.matchAll(/'([A-Z][A-Z_]{3,})'/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(Object.keys(variables).sort());
  });

  it('the defaults are those of the contract', () => {
    const result = toConfig(required);
    if ('problems' in result) throw new Error(result.problems.join('\n'));
    expect(result.config).toMatchObject({
      environment: 'production',
      port: 3000,
      backendUrl: 'https://content.ridge.example',
      apiUrl: '',
      contactApiUrl: null,
      emailConfig: { from: 'no-reply@ridge.example', to: ['info@ridge.example'] },
      devPages: false,
      metricsPort: null,
      shellDeadlineMs: 150,
    });
    const development = toConfig({ ...required, NODE_ENV: 'development' });
    expect(development).toMatchObject({
      config: { contactApiUrl: 'http://127.0.0.1:3954', devPages: true },
    });
  });
});

describe('what is probably not as it was meant', () => {
  const warningsOf = (environment: Environment): readonly string[] => {
    const result = toConfig({ CONTACT_API_URL: 'http://contact:3954', ...required, ...environment });
    if ('problems' in result) throw new Error(result.problems.join('\n'));
    return result.warnings;
  };

  it.each([
    ['DIRECTUS_URI', 'DIRECTUS_URL'],
    ['FRONTED_URL', 'FRONTEND_URL'],
    ['CONTACT_URL', 'CONTACT_API_URL'],
    ['IMAGE_HOST', 'IMAGE_HOSTS'],
  ])('%s is not read, and looks like %s', (name, ours) => {
    expect(warningsOf({ [name]: 'x' })).toEqual([`${name} is not read by the site: is it ${ours}?`]);
  });

  it.each([
    'PATH',
    'HOME',
    'HOSTNAME',
    'NODE_OPTIONS',
    'NODE_VERSION',
    'SENTRY_AUTH_TOKEN',
    'DIRECTUS_ADMIN_TOKEN',
  ])('%s is no variable of the site', (name) => {
    expect(warningsOf({ [name]: 'x' })).toEqual([]);
  });

  it('in production a content service without https has no Admin link, and the start says so', () => {
    const internal = { DIRECTUS_URL: 'http://directus:8055' };
    const warning = 'BACKEND_URL is not set and DIRECTUS_URL has no https: pages have no Admin link.';
    expect(warningsOf(internal)).toEqual([warning]);
    expect(warningsOf({ ...internal, NODE_ENV: 'development' })).toEqual([]);
    expect(warningsOf({ ...internal, BACKEND_URL: 'https://content.ridge.example' })).toEqual([]);
  });
});

describe('what replicas share', () => {
  it('in production Redis without a secret is warned of at the start', () => {
    const warningsOf = (environment: Environment) => {
      const result = toConfig({ ...required, CONTACT_API_URL: 'http://contact:3954', ...environment });
      return 'warnings' in result ? result.warnings : result.problems;
    };
    const shared = { REDIS_URL: 'redis://redis:6379' };
    expect(warningsOf(shared)).toEqual([
      'REDIS_URL is set without SITE_SECRET: who reads Redis can guess what its digests are of.',
    ]);
    expect(warningsOf({ ...shared, NODE_ENV: 'development' })).toEqual([]);
    expect(warningsOf({ ...shared, SITE_SECRET: 'a-secret-of-the-tests' })).toEqual([]);
    expect(warningsOf({ ...shared, CONTENT_HOOK_SECRET: 'a-secret-of-the-tests' })).toEqual([]);
  });
});

describe('the mail of a site by default', () => {
  it.each([
    ['https://www.ridge.example', 'ridge.example'],
    ['https://stays.ridge.example:8443', 'stays.ridge.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000', 'localhost'],
    ['http://[::1]:3000', 'localhost'],
    ['http://site:3000', 'localhost'],
  ])('%s is at %s', (address, domain) => {
    expect(toConfig({ ...required, FRONTEND_URL: address })).toMatchObject({
      config: { emailConfig: { from: `no-reply@${domain}`, to: [`info@${domain}`] } },
    });
  });
});

describe('D22 the start of the built server', () => {
  it('D22 with nothing set names every missing variable, within a second of work', async () => {
    const { code, output, processorMs } = await startServer({});
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      'The configuration has problems:',
      '- DIRECTUS_URL is required.',
      '- FRONTEND_URL is required.',
    ]);
    expect(processorMs).toBeLessThan(1_000);
  });

  it('D22 with everything wrong names every variable once, in one message, and no value', async () => {
    const wrong = Object.entries(variables).flatMap(([name, { bad }]) =>
      bad.slice(0, 1).map((value) => [name, value]),
    );
    const { code, output } = await startServer(Object.fromEntries(wrong));
    expect(code).toBe(1);
    const [heading, ...problems] = output.trim().split('\n');
    expect(heading).toBe('The configuration has problems:');
    expect(problems.map((line) => /^- ([A-Z_]+) /.exec(line)?.[1]).sort()).toEqual(
      wrong.map(([name]) => name).sort(),
    );
  });

  it('D22 shows no secret, neither a good one beside a problem nor a malformed one', async () => {
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

  it('--check prints the effective configuration by the names of the variables, secrets masked, and ends', async () => {
    const { code, output } = await startServer({ ...required, ...secrets, PORT: '8080' }, '--check');
    expect(code).toBe(0);
    const lines = output.trim().split('\n');
    expect(
      lines
        .map((line) => line.split('=', 1)[0])
        .slice(0, Object.keys(variables).length)
        .sort(),
    ).toEqual(Object.keys(variables).sort());
    expect(lines).toContain('PORT=8080');
    expect(lines).toContain(`FRONTEND_URL=${required.FRONTEND_URL}`);
    expect(lines).toContain('CONTENT_HOOK_SECRET=(set)');
    expect(lines).toContain('CDN_PURGE_URL=(set)');
    expect(secretParts.filter((part) => output.includes(part))).toEqual([]);
  });

  it('--check --online names each variable whose service it reaches or cannot reach', async () => {
    const content = await startContentService();
    const contact = await startContactService();
    const environment = {
      ...required,
      DIRECTUS_URL: content.url,
      CONTACT_API_URL: contact.url,
      CONTENT_SNAPSHOT_PATH: join(tmpdir(), 'content.json'),
    };
    const well = await startServer(environment, '--check', '--online');
    await content.close();
    const ill = await startServer(
      { ...environment, CONTENT_SNAPSHOT_PATH: '/nowhere/content.json', REDIS_URL: 'redis://127.0.0.1:9' },
      '--check',
      '--online',
    );
    await contact.close();
    expect(well.output.split('\n')).toEqual(
      expect.arrayContaining([
        'DIRECTUS_URL: reached',
        'CONTACT_API_URL: reached',
        'CONTENT_SNAPSHOT_PATH: reached',
      ]),
    );
    expect(well.code).toBe(0);
    expect(ill.output).toContain('CONTACT_API_URL: reached');
    for (const name of ['DIRECTUS_URL', 'REDIS_URL'])
      expect(ill.output).toContain(`${name}: cannot be reached`);
    expect(ill.output).toContain('CONTENT_SNAPSHOT_PATH: cannot be used');
    expect(ill.code).toBe(1);
  });

  it.skipIf(!hasRedis)('--check --online says why Redis refuses, and writes nothing there', async () => {
    const content = await startContentService();
    const redis = await startRedis();
    const environment = { ...required, DIRECTUS_URL: content.url, REDIS_URL: redis.url };
    const well = await startServer(environment, '--check', '--online');
    expect(well.output).toContain('REDIS_URL: reached');
    expect(await redis.run('DBSIZE')).toBe(0);
    await redis.run('CONFIG', 'SET', 'requirepass', 'a-password');
    const ill = await startServer(environment, '--check', '--online');
    expect(ill.output).toMatch(/REDIS_URL: cannot be reached: NOAUTH/);
    await Promise.all([content.close(), redis.close()]);
  });

  it('--check --online says that the snapshot is damaged', async () => {
    const content = await startContentService();
    const folder = mkdtempSync(join(tmpdir(), 'check-'));
    const file = join(folder, 'content.snapshot');
    writeFileSync(file, 'half a snapsh');
    const environment = { ...required, DIRECTUS_URL: content.url, CONTENT_SNAPSHOT_PATH: file };
    const { code, output } = await startServer(environment, '--check', '--online');
    expect(output).toContain('CONTENT_SNAPSHOT_PATH: cannot be used: It is damaged.');
    expect(code).toBe(1);
    await content.close();
    rmSync(folder, { recursive: true });
  });

  it('--check --online says that the public may not read the content', async () => {
    const content = await startContentService();
    await content.fault('services', { kind: 'status', status: 403 });
    const { code, output } = await startServer(
      { ...required, DIRECTUS_URL: content.url },
      '--check',
      '--online',
    );
    await content.close();
    expect(output).toContain('DIRECTUS_URL: cannot be reached: the public may not read services (403)');
    expect(code).toBe(1);
  });

  it('--check with problems ends like a start', async () => {
    const { code, output } = await startServer({ FRONTEND_URL: 'x' }, '--check');
    expect(code).toBe(1);
    expect(output).toContain('- DIRECTUS_URL is required.');
  });

  it('starts without a contact API, says so once, and serves pages', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [entry], {
      env: { ...required, DIRECTUS_URL: 'http://127.0.0.1:9', PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      const lines = child.stdout.setEncoding('utf8').iterator()[Symbol.asyncIterator]();
      let log = '';
      while (!log.includes('Listening')) {
        const part = await lines.next();
        if (part.done) throw new Error(`It ended: ${log}`);
        log += part.value;
      }
      const live = await fetch(`http://127.0.0.1:${port}/livez`);
      expect(live.status).toBe(200);
      expect(log.split('CONTACT_API_URL')).toHaveLength(2);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}
