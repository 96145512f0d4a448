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

type Directives = Record<string, string[]>;

/** The vendor of the search widget; a page that embeds it loads exactly these two files. */
const widgetOrigin = 'https://platform.hostfully.com';
const widgetScripts = [
  `${widgetOrigin}/assets/js/pikaday.js`,
  `${widgetOrigin}/assets/widgets/searchwidget/searchwidget.js`,
];

const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'unload',
  'usb',
  'xr-spatial-tracking',
];

/**
 * React places late content of a stream in hidden segments and moves them by script. Without script they are shown
 * where they arrived, and the Loading texts that they would have replaced are not.
 */
export const noScriptStyle = '[id^="S:"][hidden]{display:block}.pending{display:none}';

const noScriptHash = `'sha256-${hash('sha256', noScriptStyle, 'base64')}'`;

/**
 * Computes each set of security headers once, so that no request computes any. helmet writes the headers
 * that it knows; the policy itself is ours, because its defaults allow more than this site needs.
 */
export function createSecurityHeaders(config: Config, assets: AssetManifest) {
  const plain = plainDirectives(config, assets);
  const booking = bookingDirectives(config, plain);
  const cached = { plain: pageHeaders(config, plain), booking: pageHeaders(config, booking) };
  const place = cached.plain.indexOf('Content-Security-Policy') + 1;
  return {
    /** A buffered page: the same bytes for every visitor, everything inline allowed by its hash. */
    cached,
    /** A preview: only the content service may frame it, and the styles of its editor are allowed. */
    preview: {
      plain: previewHeaders(config, previewDirectives(config, plain)),
      booking: previewHeaders(config, previewDirectives(config, booking)),
    },
    /** A streamed page: the same as a buffered one, plus a nonce for React's own inline scripts. */
    streamed(name: 'plain' | 'booking', nonce: string): HeaderList {
      const policy = cached[name][place] ?? '';
      return cached[name].with(place, policy.replace('script-src ', `script-src 'nonce-${nonce}' `));
    },
    /** Responses that are not pages: JSON, text, files. */
    resource: resourceHeaders(config),
  };
}

const origin = (address: string): string[] => (URL.canParse(address) ? [new URL(address).origin] : []);

const hostOrigins = (hosts: readonly string[]): string[] => hosts.map((host) => `https://${host}`);

const unique = (sources: readonly string[]): string[] => [...new Set(sources)];

function plainDirectives(config: Config, assets: AssetManifest): Directives {
  // In development the site is opened under several names for one machine, so 'self' has to do; elsewhere
  // scripts come from the one folder of built files and never from an upload of the same origin.
  const scripts =
    config.environment === 'development' ? "'self'" : `${config.externalApis.frontendUrl}/static/`;
  const imageHosts = hostOrigins(config.imageHosts);
  const embedHosts = hostOrigins(config.embedHosts);
  return {
    'default-src': ["'none'"],
    'script-src': [scripts, assets.bootScript.hash, assets.noticeScript.hash],
    'script-src-attr': ["'none'"],
    'style-src': unique(["'self'", ...Object.values(assets.styles).map((style) => style.hash), noScriptHash]),
    'style-src-attr': ["'none'"],
    'img-src': unique(["'self'", ...origin(config.backendUrl ?? ''), ...imageHosts]),
    'font-src': ["'self'"],
    'connect-src': unique(["'self'", ...origin(config.apiUrl)]),
    'media-src': unique(["'self'", ...origin(config.backendUrl ?? ''), ...embedHosts]),
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': embedHosts.length > 0 ? embedHosts : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isHttps(config.externalApis.frontendUrl) ? { 'upgrade-insecure-requests': [] } : {}),
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    'report-uri': [policyReportPath],
    'report-to': ['csp'],
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
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': [...(plain['img-src'] ?? []), widgetOrigin, 'data:'],
    'font-src': ["'self'", widgetOrigin],
    'connect-src': [...(plain['connect-src'] ?? []), widgetOrigin],
    'form-action': ["'self'", ...booking, widgetOrigin],
  };
}

/** The visual editor's overlay has styles and icons of its own. Violations are not reported. */
function previewDirectives(config: Config, directives: Directives): Directives {
  const { 'report-uri': _, 'report-to': __, ...page } = directives;
  return {
    ...page,
    'style-src': [
      "'self'",
      "'unsafe-inline'",
      ...(page['style-src'] ?? []).filter((source) => /^https:/.test(source)),
    ],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': unique([...(page['img-src'] ?? []), 'data:']),
    'frame-ancestors': config.backendUrl === null ? ["'none'"] : origin(config.backendUrl),
  };
}

/** Without helmet's `X-Frame-Options`: it cannot name an origin. */
function previewHeaders(config: Config, directives: Directives): HeaderList {
  return helmetHeaders({
    ...always(config, directives),
    xFrameOptions: false,
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** Helmet's options for every response; its other headers are left out, or mean nothing to current browsers. */
const always = ({ externalApis }: Config, directives: Directives) => ({
  contentSecurityPolicy: { useDefaults: false, directives },
  strictTransportSecurity: isHttps(externalApis.frontendUrl) && { maxAge: 63_072_000 },
  crossOriginEmbedderPolicy: false,
  // It protects nothing here, and makes browsers start a new process for visitors from other sites.
  originAgentCluster: false,
  xDownloadOptions: false,
  xFrameOptions: { action: 'deny' as const },
});

function pageHeaders(config: Config, directives: Directives): HeaderList {
  const fullscreen = ['self', ...hostOrigins(config.embedHosts).map((host) => `"${host}"`)].join(' ');
  return [
    ...noIndex(config),
    ...helmetHeaders({
      ...always(config, directives),
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    }),
    'Permissions-Policy',
    // This header caps what a frame's `allow` attribute can grant.
    [...deniedFeatures.map((feature) => `${feature}=()`), `fullscreen=(${fullscreen})`].sort().join(', '),
    ...(config.browserProfiling ? ['Document-Policy', 'js-profiling'] : []),
    'Speculation-Rules',
    `"${speculationRulesPath}"`,
    'Reporting-Endpoints',
    `csp="${config.externalApis.frontendUrl}${policyReportPath}"`,
  ];
}

function resourceHeaders(config: Config): HeaderList {
  const directives = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] };
  return [
    ...noIndex(config),
    ...helmetHeaders({
      ...always(config, directives),
      crossOriginOpenerPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
      xDnsPrefetchControl: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
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
