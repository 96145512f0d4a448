import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { LiveContent } from '../content/liveContent.ts';
import { valueIn } from '../content/siteContent.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import { phoneLink } from '../site/blocks/PhoneLink.tsx';
import { escapeXml } from '../site/escapeXml.ts';

const retryAfterSeconds = '5';
const json = '{"error":"The site is very busy. Please try again in a few seconds."}';
/** In the colors of the default theme. */
const style =
  'body{margin:0;font:1.1rem/1.6 system-ui,sans-serif;color:#1c2721;background:#f7f4ec}p,h1{max-width:36rem;margin:0 auto;padding:.6rem 1.5rem}.name{max-width:none;background:#fbf9f3;border-bottom:1px solid #d9d4c3;font-weight:600}h1{padding-top:3rem;font:2rem/1.2 Georgia,serif}a{color:#1f4a38}';

interface BusyOptions {
  readonly config: Pick<Config, 'siteName'>;
  readonly content: Pick<LiveContent, 'current'>;
  /** The headers of a resource. */
  readonly security: HeaderList;
}

/** Responds to a shed request: 503 with a small page that names the site and its phone, or JSON for endpoints. */
type SendBusy = (response: ServerResponse, path: string, id: string) => void;

/** Makes the response to shed requests. */
export function createSendBusy({ config, content, security }: BusyOptions): SendBusy {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;
  const pageSecurity = security.with(security.indexOf('Content-Security-Policy') + 1, policy);
  const currentPage = (): string => {
    const { siteTitle, siteName, phone = null } = valueIn(content.current().site_settings) ?? {};
    return busyPage(siteTitle ?? siteName ?? config.siteName, phone);
  };
  return (response, path, id) => {
    const isApi = path.startsWith('/api/');
    const body = isApi ? json : currentPage();
    const type = isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
    response
      .writeHead(503, [
        ...(isApi ? security : pageSecurity),
        'Content-Type',
        type,
        'Content-Length',
        String(Buffer.byteLength(body)),
        'Cache-Control',
        'no-store',
        'Retry-After',
        retryAfterSeconds,
        'X-Request-Id',
        id,
      ])
      .end(body);
  };
}

function busyPage(name: string, phone: string | null): string {
  const dial = phone && phoneLink(phone);
  const call = dial ? `<p>Or call us: <a href="${escapeXml(dial)}">${escapeXml(phone)}</a></p>` : '';
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="robots" content="noindex"><title>Busy - ${escapeXml(name)}</title><style>${style}</style>`,
    `<p class="name">${escapeXml(name)}</p><h1>We are very busy</h1>`,
    `<p>Please <a href="">try again</a> in a few seconds.</p>${call}`,
  ].join('');
}
