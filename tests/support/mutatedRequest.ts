import { pick, type Random } from './createRandom.ts';
import { asForm, goodEnquiry } from './goodEnquiry.ts';

interface MutatedRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

const id = '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13';

/** Addresses that can be read, and addresses that scanners request. */
const endpoints = words(
  '/api/posts?tag=bend&page=2 /api/search?q=snow /search?q=wifi /contact /contact?service=maintenance&home=none',
  '/rentals?town=bend&guests=4 /rentals/none /search-rentals?checkIn=2026-01-02 /feed.xml?category=seasonal-care',
  `/media/${id}?w=320&v=1 /static/none.js /robots.txt /readyz /sitemap.xml /social.png?v=1 /feed.json`,
  '/blog?category=seasonal-care&tag=winter&q=snow&page=2 /.well-known/security.txt /drawings.svg /favicon.ico',
  `/contact/sent/${id} /api/contact/status/${id} /preview?path=/about&token=a /doctor /assets/ /media/ /static/`,
  '/wp-login.php /cgi-bin/ /admin /.git/config /server-status /actuator/env /graphql',
);

const [json, form] = ['application/json', 'application/x-www-form-urlencoded'];
const report = {
  'document-uri': '/about',
  'effective-directive': 'img-src',
  'blocked-uri': 'https://x.example/?a',
};

/** Endpoints that take a body, each with its content type and an acceptable body. */
const posts: readonly (readonly [path: string, type: string, body: string])[] = [
  ['/contact', form, asForm(goodEnquiry)],
  ['/contact?home=none', form, `${asForm(goodEnquiry)}&subject_line=`],
  ['/api/contact', json, JSON.stringify({ ...goodEnquiry, from: '/about?utm_source=a' })],
  ['/hooks/content', json, '{"collection":"services","keys":["1"],"event":"items.update"}'],
  ['/api/csp-report', 'application/csp-report', JSON.stringify({ 'csp-report': report })],
  [
    '/api/csp-report',
    'application/reports+json',
    '[{"type":"csp-violation","body":{"effectiveDirective":"x"}}]',
  ],
  ['/api/vitals', json, '{"route":"about","lcp":900,"cls":0.1}'],
  ['/api/reports', 'text/plain', '{"dsn":"https://a@b.example/1"}\n{"type":"event"}\n{}'],
];

/** Texts that are inserted into an address or a body. */
const junk = [
  ...words(
    '% %00 %2e%2e%2f ../ // \\ # #x ; ? & [] %ff %C0%AF %u0041 : @ * | {} " \' <script>',
    '__proto__ constructor',
    '%F0%9F%92%A9 ~ + $(id) ` %252e .git .env',
  ),
  ...String.raw`{{7*7}} #{7*7} %s%n%x |id *)(uid=* (a+)+$ ../../../../etc/passwd ..\..\boot.ini file:///etc/passwd`.split(
    ' ',
  ),
  "'%20OR%20'1'='1",
  '%F0%9F%92%A9%E2%80%AE',
  '%0d%0aSet-Cookie:a=b',
  '\u00e9',
  'A'.repeat(300),
  'A'.repeat(3_000),
  '/'.repeat(60),
  '?a=1'.repeat(80),
];
const headerJunk = [
  ...words('* " 1e999 -1 null bytes=0-0,1-1,2-2 W/" http://evil.example ::1 999.999.999.999 javascript:x'),
  '',
  ' ',
  '\u00e9',
  '[object Object]',
  'A'.repeat(4_000),
  'br;q=x, gzip;;q',
  '"a", "b',
];
const headerNames = [
  ...words(
    'accept accept-encoding accept-language cookie if-none-match if-modified-since range',
    'x-forwarded-for x-forwarded-host x-forwarded-proto origin referer user-agent sec-fetch-site',
    'content-type x-content-hook-secret x-request-id __proto__ x-http-method-override',
    'idempotency-key',
  ),
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof methods)[number];

const bodies = [
  '',
  '{}',
  '[',
  'null',
  '"',
  '{"__proto__":{"a":1}}',
  'name=%&email=%00',
  `{"a":${'['.repeat(2_000)}`,
  '{"name":1,"email":{},"message":[]}',
  'x'.repeat(20_000),
  '\u0000\u0001',
  'name=a&name=b',
] as const;

/** A text with something inserted, removed, uppercased or repeated; mostly after `from`. */
function mutated(text: string, from: number, random: Random): string {
  const least = random() < 0.7 ? Math.min(from, text.length) : Math.min(1, text.length);
  const at = least + random(text.length - least + 1);
  const kind = random();
  if (kind < 0.6) return text.slice(0, at) + pick(junk, random) + text.slice(at);
  if (kind < 0.8) return text.slice(0, at) + text.slice(at + 1 + random(5));
  return random() < 0.5 ? text.slice(0, at) + text.slice(at).toUpperCase() : text + text.slice(least);
}

/**
 * A request for a page or an endpoint with random changes, as scanners make them; a client can send it unchanged. Most
 * have an accepted method and content type and come from a network of their own, so that the handler gets to read the
 * rest of them.
 *
 * @param own headers by which the site accepts a post as one from its own pages
 */
export function mutatedRequest(
  pages: readonly string[],
  random: Random,
  own: Readonly<Record<string, string>>,
): MutatedRequest {
  const isPost = random() < 0.4;
  const [start, type, good = ''] = isPost
    ? pick(posts, random)
    : [pick(random() < 0.5 ? pages : endpoints, random)];
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${random(256)}.${random(256)}.${random(256)}`,
  };
  if (type) Object.assign(headers, own, { 'content-type': type });
  // What mostly changes is the query, where there is one, or else the last segment.
  const changeable = start.includes('?') ? start.indexOf('?') + 1 : start.lastIndexOf('/') + 1;
  const change = (text: string, changes: number, from: number) => {
    let changed = text;
    for (let left = changes; left > 0; left -= 1) changed = mutated(changed, from, random);
    return changed;
  };
  const path = change(start, isPost ? Math.max(0, random(5) - 3) : random(4), changeable);
  for (let count = Math.max(0, random(5) - 1); count > 0; count -= 1)
    headers[pick(headerNames, random)] = pick(headerJunk, random);
  const method = random() < 0.05 ? pick(methods, random) : isPost ? 'POST' : random() < 0.1 ? 'HEAD' : 'GET';
  const body = random() < 0.2 ? pick(bodies, random) : change(good, random(4), 0);
  return {
    method,
    path: path.replaceAll(/[\s\u0080-\uffff]/g, '%'),
    headers,
    body: method.startsWith('P') ? body : '',
  };
}
