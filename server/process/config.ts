import { isIP } from 'node:net';
import { isMailAddress } from '../../shared/isMailAddress.ts';
import { words } from '../../shared/words.ts';
import { createEnvironmentReader, type Environment, isHttpUrl } from './environment.ts';

/** All configuration of the process, read once and validated. Nothing else reads the environment. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

type ConfigResult =
  | {
      readonly config: Config;
      /** The effective value of each variable, as an operator would write it: one `NAME=value` each, secrets masked. */
      readonly effective: readonly string[];
      /** Probable mistakes: one sentence each. */
      readonly warnings: readonly string[];
    }
  | { readonly problems: readonly string[] };

const environments = ['production', 'development', 'test'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const hstsScopes = ['site', 'subdomains', 'preload'] as const;
const isHost = (text: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i.test(text);

/** Whether a host, with or without a port, is this machine. */
export const isLoopback = (host: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);

/** A secret that is sent in a header, which cannot have what comes along when a text is copied from a page. */
const aHeader = 'without line breaks, invisible characters and curly quotes';
const isHeader = (text: string) => /^[\x20-\x7e\xa1-\xff]+$/.test(text);

const redisRule =
  'a redis or rediss address, whose path may be the number of a database; in its password %, /, ? and # are written %25, %2F, %3F and %23';

/** Whether the client of Redis can read it: its path may be the number of a database. */
function isRedisUrl(text: string): boolean {
  try {
    const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
    for (const part of [username, password]) decodeURIComponent(part);
    return /^rediss?:$/.test(protocol) && hostname !== '' && /^(\/\d*)?$/.test(pathname + search + hash);
  } catch {
    return false;
  }
}

const isDsn = (text: string) =>
  URL.canParse(text) && /^https?:\/\/\w+(:\w+)?@[^@\s/]+\/(\S+\/)?\d+$/.test(text);

export const originRule =
  'an http or https origin as a browser writes it: without a path, :443 or :80, and with non-ASCII letters as xn--';

/** An origin as browsers write it; undefined for everything that is not one. */
export function originOf(text: string): string | undefined {
  const address = text.replace(/\/+$/, '').toLowerCase();
  return isHttpUrl(text) && new URL(text).origin === address ? address : undefined;
}

/** An address, a network in CIDR notation, or one of Express's names for networks: what its `trust proxy` takes. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

function proxiesOf(text: string): number | readonly string[] | undefined {
  if (/^\d+$/.test(text)) return Number(text) <= 10 ? Number(text) : undefined;
  const named = text.split(',').map((name) => name.trim());
  return named.every(isNetwork) ? named : undefined;
}

/** The configuration that an environment describes, or every problem with it at once. Pure. */
export function toConfig(env: Environment): ConfigResult {
  const reader = createEnvironmentReader(env);
  const config = readConfig(reader);
  const { problems, effective } = reader;
  if (config.metricsPort !== null && config.metricsPort === config.port && config.port !== 0)
    problems.push('METRICS_PORT must differ from PORT.');
  problems.push(...publicSecrets(config));
  if (problems.length > 0) return { problems };
  return {
    config,
    effective: Array.from(effective, (pair) => pair.join('=')),
    warnings: [...reader.unread(), ...warningsOf(config)],
  };
}

type EnvironmentReader = ReturnType<typeof createEnvironmentReader>;

/** For how many days messages are kept in Directus, where a Flow that provisioning makes erases them. */
export const readRetentionDays = ({ integer }: EnvironmentReader): number =>
  integer('ENQUIRY_RETENTION_DAYS', 1, 3_650, 365);

/** Reads each variable by its name, with its allowed values and its default. */
function readConfig(reader: EnvironmentReader) {
  const { read, text, choice, integer, flag, url, required, list, secret } = reader;
  // In lower case, like the hosts of parsed URLs.
  const hosts = (name: string) => list(name, isHost, 'host names').map((host) => host.toLowerCase());
  const environment = choice('NODE_ENV', environments, 'production');
  const isDevelopment = environment === 'development';
  const directusUrl = required('DIRECTUS_URL', url('DIRECTUS_URL', null));
  const origin = read('FRONTEND_URL', originRule, null, originOf);
  const frontendUrl = required('FRONTEND_URL', origin);
  const isLocal = [directusUrl, frontendUrl].every((url) => url !== '' && isLoopback(new URL(url).host));
  // Without https it is an address inside the operator's network, which no page should reveal.
  const isInternal = environment === 'production' && !directusUrl.startsWith('https:') && !isLocal;
  const domain = mailDomain(frontendUrl);
  const from = read('EMAIL_FROM', 'an e-mail address', `no-reply@${domain}`, (value) =>
    isMailAddress(value) ? value : undefined,
  );
  const to = list('EMAIL_TO', isMailAddress, 'e-mail addresses', [`info@${domain}`]);
  const contactAddress = to[0] ?? from;
  const aSecret = ['text of at least 16 characters', (value: string) => value.length >= 16] as const;
  const contentHookSecret = secret(
    'CONTENT_HOOK_SECRET',
    `${aSecret[0]}, ${aHeader}`,
    (value) => aSecret[1](value) && isHeader(value),
  );
  const dsn = secret('SENTRY_DSN', 'a DSN: https://key@host/number', isDsn);
  const isReporting = flag('SENTRY_ENABLE_DEV', false) || !isDevelopment;
  const browserProfiling = flag('SENTRY_BROWSER_PROFILING', false) && dsn !== null && isReporting;
  const release = text('RELEASE', 'unreleased');
  return {
    environment,
    directusUrl,
    externalApis: { frontendUrl },
    /** The content service's address for browsers, for the Admin link. Null: they cannot reach it. */
    backendUrl: url('BACKEND_URL', isInternal ? null : directusUrl),
    /** Base of our JSON endpoints for browsers; empty means the same origin. */
    apiUrl: url('API_URL', ''),
    /** Null: messages are not sent; the response names the address to write to. */
    contactApiUrl: url('CONTACT_API_URL', isDevelopment ? 'http://127.0.0.1:3954' : null),
    /** The token with which messages are kept in Directus (null: they are not), and for how many days. */
    enquiries: {
      token: secret('DIRECTUS_ENQUIRY_TOKEN', `a token, ${aHeader}`, isHeader),
      retentionDays: readRetentionDays(reader),
    },
    /** The key that signs previews, and the token that reads drafts; without both there are no previews. */
    preview: {
      secret: secret('PREVIEW_SECRET', ...aSecret),
      token: secret('DIRECTUS_PREVIEW_TOKEN', `a token, ${aHeader}`, isHeader),
    },
    port: integer('PORT', 0, 65535, 3000),
    /** Null: all addresses of this machine, IPv6 and IPv4. */
    host: text('HOST', null),
    metricsPort: integer('METRICS_PORT', 0, 65535, null),
    /** Loopback, unless a collector on another machine must reach it. */
    metricsHost: text('METRICS_HOST', '127.0.0.1'),
    trustProxy: read('TRUST_PROXY', 'up to 10 hops, or a comma-separated list of addresses', [], proxiesOf),
    emailConfig: { from, to },
    /** The address that visitors may write to; null: only the default of a machine without a domain is configured. */
    contactAddress: contactAddress.endsWith('@localhost') ? null : contactAddress,
    siteName: text('SITE_NAME', words.company),
    bookingSiteUrl: url('BOOKING_SITE_URL', null),
    imageHosts: hosts('IMAGE_HOSTS'),
    embedHosts: hosts('EMBED_HOSTS'),
    /** What HTTPS is demanded for, for two years: only the operator knows what else runs below the site's name. */
    hstsScope: choice('HSTS_SCOPE', hstsScopes, 'site'),
    shellDeadlineMs: integer('SHELL_DEADLINE_MS', 0, 10_000, 150),
    devPages: flag('DEV_PAGES', isDevelopment),
    logLevel: choice('LOG_LEVEL', logLevels, 'info'),
    release,
    contentSnapshotPath: text('CONTENT_SNAPSHOT_PATH', null),
    contentHookSecret,
    /** The key of the replicas' signatures and digests, the same on all of them. */
    siteSecret: secret('SITE_SECRET', ...aSecret) ?? contentHookSecret,
    /** Keeps search engines from indexing anything: for a copy of the site. */
    isNoIndex: flag('SITE_NOINDEX', false),
    /** The key with which search engines are told of changed pages (IndexNow); null: they are not. */
    indexNowKey: read('INDEXNOW_KEY', '8 to 128 letters, digits or hyphens', null, (value) =>
      /^[a-z0-9-]{8,128}$/i.test(value) ? value : undefined,
    ),
    indexNowUrl: url('INDEXNOW_URL', 'https://api.indexnow.org/indexnow'),
    cdnPurgeUrl: secret('CDN_PURGE_URL', 'an http or https address without credentials', isHttpUrl),
    /** The Redis that replicas share; null: each is on its own. */
    redisUrl: secret('REDIS_URL', redisRule, isRedisUrl),
    /** The settings of error reporting; null: it is off. */
    sentry: dsn === null || !isReporting ? null : { dsn, environment, release },
    /** Profiles scripts in browsers that support it; pages then have a header for it. */
    browserProfiling,
  };
}

/** Problems with secrets that everybody can read in the project, on a production site with a public address. */
function publicSecrets(config: Config) {
  const { environment, externalApis, contentHookSecret, siteSecret, redisUrl, preview, enquiries } = config;
  const { frontendUrl } = externalApis;
  if (environment !== 'production' || frontendUrl === '' || isLoopback(new URL(frontendUrl).host)) return [];
  const redisPassword = redisUrl === null ? '' : new URL(redisUrl).password;
  return Object.entries({
    CONTENT_HOOK_SECRET: contentHookSecret,
    SITE_SECRET: siteSecret === contentHookSecret ? null : siteSecret,
    REDIS_URL: redisPassword,
    PREVIEW_SECRET: preview.secret,
    DIRECTUS_PREVIEW_TOKEN: preview.token,
    DIRECTUS_ENQUIRY_TOKEN: enquiries.token,
  }).flatMap(([name, secret]) =>
    // The secrets of compose.yaml, and of the demo.
    /^local-|-of-the-demo/.test(secret ?? '')
      ? [`${name} has a secret that anyone can read in the project.`]
      : [],
  );
}

function warningsOf(config: Config): string[] {
  const { environment, contactApiUrl, backendUrl, redisUrl, siteSecret, preview } = config;
  const warnings: string[] = [];
  if (contactApiUrl === null)
    warnings.push('CONTACT_API_URL is not set: the contact form asks visitors to send an e-mail instead.');
  if ((preview.secret === null) !== (preview.token === null))
    warnings.push('PREVIEW_SECRET and DIRECTUS_PREVIEW_TOKEN need each other: there are no previews.');
  if (preview.secret !== null && backendUrl === null)
    warnings.push('PREVIEW_SECRET is set without BACKEND_URL: the content service cannot show previews.');
  if (backendUrl === null)
    warnings.push('BACKEND_URL is not set and DIRECTUS_URL does not use https: pages have no Admin link.');
  if (environment === 'production' && redisUrl !== null && siteSecret === null)
    warnings.push(
      'REDIS_URL is set without SITE_SECRET: anyone who reads Redis can guess what its digests stand for.',
    );
  return warnings;
}

/** The default domain of the site's mail addresses: its host name, or `localhost` if its address has no domain. */
function mailDomain(frontendUrl: string): string {
  const host = URL.parse(frontendUrl)?.hostname.replace(/^www\./, '') ?? '';
  return /^[^[\]]+\.[a-z][a-z0-9-]*$/.test(host) ? host : 'localhost';
}
