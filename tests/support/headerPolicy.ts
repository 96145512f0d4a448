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
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(),display-capture=(),geolocation=(),microphone=(),payment=(),usb=()',
};

/** What a page denies besides where the vendor's script runs. */
const deniedToVendor = 'accelerometer=(),gyroscope=(),magnetometer=(),screen-wake-lock=(),unload=()';

/** Headers that everything else carries: JSON, text, files. */
const resourcePolicy: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers that reveal our software, store something about a visitor, cost more than they protect, or protect nobody. */
const neverSent = [
  'origin-agent-cluster',
  'reporting-endpoints',
  'x-powered-by',
  'server',
  'set-cookie',
  'access-control-allow-origin',
  'via',
  'x-dns-prefetch-control',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
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
  const runsVendor = directivesOf(headers)
    .get('script-src')
    ?.some((source) => source.includes('hostfully'));
  expectAll(headers, {
    ...pagePolicy,
    // Frames of other sites may use the windows that they open.
    ...(embedOrigin !== null && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    ...(runsVendor && { 'permissions-policy': `${pagePolicy['permissions-policy']},${deniedToVendor}` }),
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
