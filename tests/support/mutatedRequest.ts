import { pick, type Random } from './createRandom.ts';

interface MutatedRequest {
  readonly method: (typeof methods)[number];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

const endpoints = [
  ...words(
    '/api/posts?tag=bend&page=2 /api/contact /contact /contact?service=maintenance&home=none',
    '/rentals?town=bend&guests=4 /rentals/none /hooks/content /feed.xml /sitemap.xml',
    '/media/6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13?w=320 /static/none.js /robots.txt /readyz',
    '/blog?category=seasonal-care&tag=winter /api/contact/status/1 /api/csp-report',
    '/.well-known/security.txt /drawings.svg /favicon.ico /assets/ /media/ /static/ /wp-login.php /cgi-bin/ /admin',
    '/contact/sent/a /.git/config /server-status /actuator/env /graphql /feed.json',
  ),
];

/** What is put into an address somewhere. */
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
const methods = ['GET', 'GET', 'GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

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

/** A request for a page or an endpoint, changed at random, as scanners do; a client can send it as it stands. */
export function mutatedRequest(pages: readonly string[], random: Random): MutatedRequest {
  const start = random() < 0.5 ? pages[Math.floor(random() * pages.length)] : pick(endpoints, random);
  let path = start ?? '/';
  for (let changes = Math.floor(random() * 4); changes > 0; changes -= 1) {
    const at = 1 + Math.floor(random() * path.length);
    const kind = random();
    if (kind < 0.6) path = path.slice(0, at) + pick(junk, random) + path.slice(at);
    else if (kind < 0.8) path = path.slice(0, at) + path.slice(at + 1 + Math.floor(random() * 5));
    else path = random() < 0.5 ? path.toUpperCase() : path + path;
  }
  const headers: Record<string, string> = {};
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    headers[pick(headerNames, random)] = pick(headerJunk, random);
  }
  const method = pick(methods, random);
  const body = method.startsWith('P') ? pick(bodies, random) : '';
  return { method, path: path.replaceAll(/[\s\u0080-\uffff]/g, '%'), headers, body };
}
