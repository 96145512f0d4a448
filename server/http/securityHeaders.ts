import { hash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import { speculationRulesPath } from '../../shared/paths.ts';
import type { Config } from '../process/config.ts';
import type { AssetManifest } from './assetManifest.ts';

/** Where browsers report what the policy blocked. */
export const policyReportPath = '/api/csp-report';

/** Alternating names and values, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** The same as a map, as `setHeaders` takes it. */
export function headerMap(headers: HeaderList): Map<string, string> {
  const names = headers.filter((_, at) => at % 2 === 0);
  return new Map(names.map((name, at) => [name, headers[2 * at + 1] ?? '']));
}

/** The security headers of every kind of response, ready to send. */
export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

/** By name; what has no directive of its own is denied by `default-src`. */
type Directives = Record<string, string[]>;

/** The vendor of the search widget; a page that embeds it loads exactly these two files. */
const widgetOrigin = 'https://platform.hostfully.com';
const widgetScripts = [
  `${widgetOrigin}/assets/js/pikaday.js`,
  `${widgetOrigin}/assets/widgets/searchwidget/searchwidget.js`,
];

/** Browsers let no page use the person's devices, screen, place or means of payment, nor a frame in it. */
const deniedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];
/** What a script of the vendor could use besides without asking anybody; `unload` keeps a page from being restored. */
const deniedToVendor = ['accelerometer', 'gyroscope', 'magnetometer', 'screen-wake-lock', 'unload'];

/** In the policies below, the place of the hash of a page's own style. */
const ownStyle = "'sha256-own'";

/**
 * Computes each set of security headers once, so that no request computes any. helmet writes the headers
 * that it knows; the policy itself is ours, because its defaults allow more than this site needs.
 */
export function createSecurityHeaders(config: Config, assets: AssetManifest) {
  const plain = plainDirectives(config);
  const booking = bookingDirectives(config, plain);
  const pages = {
    plain: pageHeaders(config, plain, deniedFeatures),
    booking: pageHeaders(config, booking, [...deniedFeatures, ...deniedToVendor]),
  };
  const place = pages.plain.indexOf('Content-Security-Policy') + 1;
  const page = (
    name: 'plain' | 'booking',
    styleText: string,
    scripts: readonly string[] = [],
    nonce?: string,
  ): HeaderList => {
    const policy = (pages[name][place] ?? '').replace(ownStyle, hashOf(styleText));
    const nonces = nonce === undefined ? [] : [`'nonce-${nonce}'`];
    const sources = ['script-src', ...nonces, ...scripts.map(hashOf)];
    return pages[name].with(place, policy.replace('script-src', sources.join(' ')));
  };
  return {
    /**
     * A page: everything inline in it is allowed by its hash.
     *
     * @param styleText the text of its own style element
     * @param scripts the texts of its inline scripts
     * @param nonce for a streamed page, allows React's own inline scripts
     */
    page,
    /** A preview: only the content service may frame it, and the styles of its editor are allowed. */
    preview: {
      plain: previewHeaders(config, previewDirectives(config, plain, assets)),
      booking: previewHeaders(config, previewDirectives(config, booking, assets)),
    },
    /** Responses that are not pages: JSON, text, files. */
    resource: resourceHeaders(config, 'same-origin'),
    /** Pictures, which feed readers, previews of links and image search show on their own pages. */
    picture: resourceHeaders(config, 'cross-origin'),
  };
}

/** The CSP source expression that allows exactly this inline text. */
const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

const origin = (address: string): string[] => (URL.canParse(address) ? [new URL(address).origin] : []);

const hostOrigins = (hosts: readonly string[]): string[] => hosts.map((host) => `https://${host}`);

const unique = (sources: readonly string[]): string[] => [...new Set(sources)];

function plainDirectives(config: Config): Directives {
  // In development the site is opened under several names for one machine, so 'self' has to do; elsewhere
  // scripts come from the one folder of built files and never from an upload of the same origin.
  const scripts =
    config.environment === 'development' ? "'self'" : `${config.externalApis.frontendUrl}/static/`;
  const imageHosts = hostOrigins(config.imageHosts);
  const embedHosts = hostOrigins(config.embedHosts);
  return {
    'default-src': ["'none'"],
    'script-src': [scripts],
    'style-src': ["'self'", ownStyle],
    'img-src': unique(["'self'", ...origin(config.backendUrl ?? ''), ...imageHosts]),
    'font-src': ["'self'"],
    'connect-src': unique(["'self'", ...origin(config.apiUrl)]),
    'media-src': unique(["'self'", ...origin(config.backendUrl ?? ''), ...embedHosts]),
    'manifest-src': ["'self'"],
    ...(embedHosts.length > 0 ? { 'frame-src': embedHosts } : {}),
    'base-uri': ["'none'"],
    // A form that is shown again under another name of the site leads to the right one.
    'form-action': ["'self'", config.externalApis.frontendUrl],
    'frame-ancestors': ["'none'"],
    ...(isHttps(config.externalApis.frontendUrl) ? { 'upgrade-insecure-requests': [] } : {}),
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    // Every browser reads this one; `report-to` would need a header of its own.
    'report-uri': [policyReportPath],
  };
}

function bookingDirectives(config: Config, directives: Directives): Directives {
  const { 'require-trusted-types-for': _, 'trusted-types': __, ...plain } = directives;
  const booking = origin(config.bookingSiteUrl ?? '');
  return {
    ...plain,
    'script-src': [...(plain['script-src'] ?? []), ...widgetScripts],
    // A hash would cancel 'unsafe-inline', which the vendor's widget needs for the styles that it injects.
    'style-src': ["'self'", widgetOrigin, "'unsafe-inline'"],
    'img-src': [...(plain['img-src'] ?? []), widgetOrigin, 'data:'],
    'font-src': ["'self'", widgetOrigin],
    'connect-src': [...(plain['connect-src'] ?? []), widgetOrigin],
    'form-action': [...(plain['form-action'] ?? []), ...booking, widgetOrigin],
  };
}

/** The visual editor's overlay has styles and icons of its own. Violations are not reported. */
function previewDirectives(config: Config, directives: Directives, assets: AssetManifest): Directives {
  const { 'report-uri': _, ...page } = directives;
  return {
    ...page,
    'script-src': [...(page['script-src'] ?? []), hashOf(assets.bootScript), hashOf(assets.noticeScript)],
    'style-src': [
      "'self'",
      "'unsafe-inline'",
      ...(page['style-src'] ?? []).filter((source) => /^https:/.test(source)),
    ],
    'img-src': unique([...(page['img-src'] ?? []), 'data:']),
    'frame-ancestors': config.backendUrl === null ? ["'none'"] : origin(config.backendUrl),
  };
}

function previewHeaders(config: Config, directives: Directives): HeaderList {
  return helmetHeaders({
    ...always(config, directives),
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

/**
 * Helmet's options for every response. What is off means nothing to current browsers, or, as `X-Frame-Options`, what the
 * policy says already.
 */
const always = ({ externalApis, hstsScope }: Config, directives: Directives) => ({
  contentSecurityPolicy: { useDefaults: false, directives },
  strictTransportSecurity: isHttps(externalApis.frontendUrl) && {
    maxAge: 63_072_000,
    includeSubDomains: hstsScope !== 'site',
    preload: hstsScope === 'preload',
  },
  crossOriginEmbedderPolicy: false,
  // It protects nothing here, and makes browsers start a new process for visitors from other sites.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

function pageHeaders(config: Config, directives: Directives, denied: readonly string[]): HeaderList {
  return [
    ...noIndex(config),
    ...helmetHeaders({
      ...always(config, directives),
      // Frames of other sites cannot use the windows that they open under a page that is stricter.
      crossOriginOpenerPolicy: {
        policy: config.embedHosts.length > 0 ? 'same-origin-allow-popups' : 'same-origin',
      },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    }),
    'Permissions-Policy',
    denied.map((feature) => `${feature}=()`).join(','),
    ...(config.browserProfiling ? ['Document-Policy', 'js-profiling'] : []),
    'Speculation-Rules',
    `"${speculationRulesPath}"`,
  ];
}

function resourceHeaders(config: Config, shownBy: 'same-origin' | 'cross-origin'): HeaderList {
  const directives = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] };
  return [
    ...noIndex(config),
    ...helmetHeaders({
      ...always(config, directives),
      crossOriginOpenerPolicy: false,
      crossOriginResourcePolicy: { policy: shownBy },
      referrerPolicy: { policy: 'no-referrer' },
    }),
  ];
}

/** For every response of a site that search engines must not index. */
const noIndex = ({ isNoIndex }: Config): HeaderList => (isNoIndex ? ['X-Robots-Tag', 'noindex'] : []);

/** Runs helmet once over a response that is never sent, and takes the headers that it set. */
function helmetHeaders(options: Parameters<typeof helmet>[0]): HeaderList {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error;
  });
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [
    name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
    String(value),
  ]);
}

const isHttps = (address: string): boolean => address.startsWith('https:');
