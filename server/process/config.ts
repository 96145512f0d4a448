import { isIP } from 'node:net';
import { createEnvironmentReader, type Environment } from './environment.ts';

/** All configuration of the process, read once and validated. Nothing else reads the environment. */
export interface Config {
  readonly environment: 'production' | 'development' | 'test';
  readonly port: number;
  readonly host: string;
  readonly release: string;
  readonly logLevel: string;
  readonly siteName: string;
  /** The content service as this server reaches it, without a trailing slash. */
  readonly directusUrl: string;
  /** The content service as browsers reach it: the Admin link. Null: they cannot. */
  readonly backendUrl: string | null;
  /** Base of our JSON endpoints for browsers; empty means the same origin. */
  readonly apiUrl: string;
  /** Null: the response to a contact request names the address to write to. */
  readonly contactApiUrl: string | null;
  /** The token by which messages are kept in Directus, and for how many days; null: they are not. */
  readonly enquiries: { readonly token: string | null; readonly retentionDays: number };
  readonly emailConfig: { readonly from: string; readonly to: readonly string[] };
  readonly externalApis: { readonly frontendUrl: string };
  readonly bookingSiteUrl: string | null;
  readonly sentry: {
    readonly dsn: string | null;
    readonly enableInDevelopment: boolean;
    /** Profiles of script in browsers that support them; pages then have a header for it. */
    readonly browserProfiling: boolean;
  };
  readonly contentHookSecret: string | null;
  /** What replicas sign and digest with, the same on all of them. */
  readonly siteSecret: string | null;
  readonly contentSnapshotPath: string | null;
  readonly trustProxy: number | readonly string[];
  readonly metricsPort: number | null;
  /** Loopback unless a collector elsewhere is to reach it. */
  readonly metricsHost: string;
  readonly devPages: boolean;
  readonly imageHosts: readonly string[];
  readonly embedHosts: readonly string[];
  readonly shellDeadlineMs: number;
  readonly cdnPurgeUrl: string | null;
  /** The memory that replicas share; null: each is on its own. */
  readonly redisUrl: string | null;
}

type ConfigResult =
  | {
      readonly config: Config;
      /** What is probably not as it was meant: one sentence each. */
      readonly warnings: readonly string[];
    }
  | { readonly problems: readonly string[] };

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const isHost = (text: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i.test(text);
const isMailAddress = (text: string) => /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(text);
/** Hosts are compared with those of parsed addresses, which are in lower case. */
const lowerCase = (text: string) => text.toLowerCase();

const isRedisUrl = (text: string) =>
  URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';

/** An address, a network in CIDR notation or one of Express's names for some: what its `trust proxy` takes. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

/**
 * The configuration that an environment describes, or every problem with it at once. Pure.
 */
export function toConfig(env: Environment): ConfigResult {
  const { problems, text, choice, integer, flag, url, required, list, misspelt } =
    createEnvironmentReader(env);

  const environment = choice('NODE_ENV', ['production', 'development', 'test'], 'production');
  const directusUrl = required('DIRECTUS_URL', url('DIRECTUS_URL'));
  const frontendAddress = required('FRONTEND_URL', url('FRONTEND_URL'));
  const frontendUrl = URL.canParse(frontendAddress) ? new URL(frontendAddress).origin : '';
  if (frontendAddress !== '' && frontendAddress.toLowerCase() !== frontendUrl) {
    problems.push('FRONTEND_URL must be an origin, without a path.');
  }
  const dsn = text('SENTRY_DSN');
  if (dsn !== null && !/^https?:\/\/[^@\s/]+@[^\s/]+\/.*\d+$/.test(dsn))
    problems.push('SENTRY_DSN is not a DSN.');
  const hookSecret = text('CONTENT_HOOK_SECRET');
  if (hookSecret !== null && hookSecret.length < 16)
    problems.push('CONTENT_HOOK_SECRET must have at least 16 characters.');

  const redisUrl = text('REDIS_URL');
  if (redisUrl !== null && !isRedisUrl(redisUrl))
    problems.push('REDIS_URL must be a redis or rediss address.');

  const siteSecret = text('SITE_SECRET');
  if (siteSecret !== null && siteSecret.length < 16)
    problems.push('SITE_SECRET must have at least 16 characters.');

  const domain = mailDomain(frontendUrl);
  const from = list('EMAIL_FROM', isMailAddress, 'e-mail addresses')[0] ?? `no-reply@${domain}`;
  const to = list('EMAIL_TO', isMailAddress, 'e-mail addresses');
  const proxies = text('TRUST_PROXY');
  const port = integer('PORT', 0, 65535) ?? 3000;
  const metricsPort = integer('METRICS_PORT', 0, 65535);
  if (metricsPort !== null && metricsPort === port && port !== 0)
    problems.push('METRICS_PORT must differ from PORT.');

  // Without https it is an address inside the operator's network, which no page should tell.
  const isInternal = environment === 'production' && !directusUrl.startsWith('https:');

  const config: Config = {
    environment,
    port,
    host: text('HOST') ?? '0.0.0.0',
    release: text('RELEASE') ?? 'unreleased',
    logLevel: choice('LOG_LEVEL', logLevels, 'info'),
    siteName: text('SITE_NAME') ?? 'Juniper Ridge Property Services',
    directusUrl,
    backendUrl: url('BACKEND_URL') ?? (isInternal ? null : directusUrl),
    apiUrl: url('API_URL') ?? '',
    contactApiUrl: url('CONTACT_API_URL') ?? (environment === 'development' ? 'http://127.0.0.1:3954' : null),
    enquiries: {
      token: text('DIRECTUS_ENQUIRY_TOKEN'),
      retentionDays: integer('ENQUIRY_RETENTION_DAYS', 1, 3650) ?? 365,
    },
    emailConfig: { from, to: to.length > 0 ? to : [`info@${domain}`] },
    externalApis: { frontendUrl },
    bookingSiteUrl: url('BOOKING_SITE_URL'),
    sentry: {
      dsn,
      enableInDevelopment: flag('SENTRY_ENABLE_DEV') ?? false,
      browserProfiling: flag('SENTRY_BROWSER_PROFILING') ?? false,
    },
    contentHookSecret: hookSecret,
    siteSecret: siteSecret ?? hookSecret,
    contentSnapshotPath: text('CONTENT_SNAPSHOT_PATH'),
    trustProxy:
      proxies !== null && /^\d+$/.test(proxies)
        ? (integer('TRUST_PROXY', 0, 10) ?? 0)
        : list('TRUST_PROXY', isNetwork, 'addresses or a number of hops'),
    metricsPort,
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    devPages: flag('DEV_PAGES') ?? environment === 'development',
    imageHosts: list('IMAGE_HOSTS', isHost, 'host names').map(lowerCase),
    embedHosts: list('EMBED_HOSTS', isHost, 'host names').map(lowerCase),
    shellDeadlineMs: integer('SHELL_DEADLINE_MS', 0, 10_000) ?? 150,
    cdnPurgeUrl: url('CDN_PURGE_URL'),
    redisUrl,
  };
  if (problems.length > 0) return { problems };
  const warnings = misspelt();
  if (config.contactApiUrl === null)
    warnings.push('CONTACT_API_URL is not set: contact requests name the address to write to.');
  if (config.backendUrl === null)
    warnings.push('BACKEND_URL is not set and DIRECTUS_URL has no https: pages have no Admin link.');
  if (environment === 'production' && redisUrl !== null && config.siteSecret === null)
    warnings.push('REDIS_URL is set without SITE_SECRET: who reads Redis can guess what its digests are of.');
  return { config, warnings };
}

/**
 * The default domain of the site's mail addresses: its host name, or `localhost` where its address has no domain.
 */
function mailDomain(frontendUrl: string): string {
  const host = URL.canParse(frontendUrl) ? new URL(frontendUrl).hostname.replace(/^www\./, '') : '';
  return /^[^[\]]+\.[a-z][a-z0-9-]*$/.test(host) ? host : 'localhost';
}

/** The effective configuration, as an operator writes it: one `NAME=value` a line, secrets masked. */
export function describeConfig(config: Config): string {
  const secret = (value: string | null) => (value === null ? null : '(set)');
  const { sentry, emailConfig, trustProxy } = config;
  const values = {
    NODE_ENV: config.environment,
    DIRECTUS_URL: config.directusUrl,
    FRONTEND_URL: config.externalApis.frontendUrl,
    BACKEND_URL: config.backendUrl,
    API_URL: config.apiUrl,
    CONTACT_API_URL: config.contactApiUrl,
    DIRECTUS_ENQUIRY_TOKEN: secret(config.enquiries.token),
    ENQUIRY_RETENTION_DAYS: config.enquiries.retentionDays,
    PORT: config.port,
    HOST: config.host,
    METRICS_PORT: config.metricsPort,
    METRICS_HOST: config.metricsHost,
    TRUST_PROXY: trustProxy,
    EMAIL_FROM: emailConfig.from,
    EMAIL_TO: emailConfig.to,
    SITE_NAME: config.siteName,
    BOOKING_SITE_URL: config.bookingSiteUrl,
    IMAGE_HOSTS: config.imageHosts,
    EMBED_HOSTS: config.embedHosts,
    SHELL_DEADLINE_MS: config.shellDeadlineMs,
    DEV_PAGES: config.devPages,
    LOG_LEVEL: config.logLevel,
    RELEASE: config.release,
    CONTENT_SNAPSHOT_PATH: config.contentSnapshotPath,
    CONTENT_HOOK_SECRET: secret(config.contentHookSecret),
    SITE_SECRET: secret(config.siteSecret),
    CDN_PURGE_URL: secret(config.cdnPurgeUrl),
    REDIS_URL: secret(config.redisUrl),
    SENTRY_DSN: secret(sentry.dsn),
    SENTRY_ENABLE_DEV: sentry.enableInDevelopment,
    SENTRY_BROWSER_PROFILING: sentry.browserProfiling,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .join('\n');
}

/** Where visitors may write to; null where nothing but the default of a machine without a domain is configured. */
export function contactAddressOf({ emailConfig }: Pick<Config, 'emailConfig'>): string | null {
  const address = emailConfig.to[0] ?? emailConfig.from;
  return address.endsWith('@localhost') ? null : address;
}
