import type { IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';

/** A site as it is in production: its own https origin, the content service under another name. */
export const productionEnvironment = {
  NODE_ENV: 'production',
  FRONTEND_URL: 'https://www.ridge.example',
  BACKEND_URL: 'https://content.ridge.example',
  BOOKING_SITE_URL: 'https://stay.ridge.example',
} as const;

/** Headers that every page carries, whatever its status. */
const pagePolicy = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'permissions-policy':
    'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), fullscreen=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), unload=(), usb=(), xr-spatial-tracking=()',
  'reporting-endpoints': 'csp="https://www.ridge.example/api/csp-report"',
};

/** Headers that everything else carries: JSON, text, files. */
const resourcePolicy: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers that reveal our software, store something about a visitor, or cost more than they protect. */
const neverSent = [
  'origin-agent-cluster',
  'x-powered-by',
  'server',
  'set-cookie',
  'access-control-allow-origin',
  'via',
];

type Headers = IncomingHttpHeaders | ReadonlyMap<string, string>;

function read(headers: Headers, name: string): string | undefined {
  return isMap(headers) ? headers.get(name) : headerText(headers[name]);
}

const isMap = (headers: Headers): headers is ReadonlyMap<string, string> => headers instanceof Map;

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** The directives of a Content-Security-Policy by name. */
export function directivesOf(headers: Headers): ReadonlyMap<string, readonly string[]> {
  const policy = read(headers, 'content-security-policy') ?? '';
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

/**
 * Fails unless a response has the whole policy of a page, and no header that is never sent.
 *
 * @param embedOrigin the one origin whose frames are allowed
 */
export function expectPagePolicy(headers: Headers, embedOrigin: string | null = null): void {
  const fullscreen = embedOrigin === null ? 'fullscreen=(self)' : `fullscreen=(self "${embedOrigin}")`;
  expectAll(headers, {
    ...pagePolicy,
    'permissions-policy': pagePolicy['permissions-policy'].replace('fullscreen=(self)', fullscreen),
  });
  expect(directivesOf(headers).get('default-src'), 'default-src').toEqual(["'none'"]);
  expect(directivesOf(headers).get('frame-ancestors'), 'frame-ancestors').toEqual(["'none'"]);
}

/** The same for a response that is not a page. */
export function expectResourcePolicy(headers: Headers): void {
  expectAll(headers, resourcePolicy);
}

function expectAll(headers: Headers, policy: Readonly<Record<string, string>>): void {
  const sent = Object.fromEntries(Object.keys(policy).map((name) => [name, read(headers, name)]));
  expect(sent).toEqual(policy);
  for (const name of neverSent) expect(read(headers, name), name).toBeUndefined();
}

/** Fails when a text reveals a stack, our software or an internal address. */
export function expectNothingInternal(text: string): void {
  const internal = /node_modules|\bat \S+ \(|\.tsx?:\d|ECONNREFUSED|127\.0\.0\.1|express\b|react-dom/i.exec(
    text,
  );
  expect(internal?.[0]).toBeUndefined();
}
