import type { Answer } from './answer.ts';
import { escapeHtml, textAnswer } from './answer.ts';
import { listParameter, parseQuery } from './queryString.ts';

/**
 * The page at /admin, where a real content service has its editor: the demo has one button there, which takes the
 * service down and up again.
 */
export function adminPage(isDown: boolean): Answer {
  const state = isDown
    ? 'It is <strong>down</strong>: every other request to it is reset. The site goes on with what it has cached.'
    : 'It is <strong>up</strong>. Take it down, and look at the site.';
  const action = isDown ? 'up' : 'down';
  return page(
    'Demo content service',
    '<p>This is the embedded content service of the demo. It answers like Directus and has no editor: ' +
      'in production this link opens the admin area of the content service.</p>' +
      `<p>${state}</p><form method="post" action="/demo/${action}"><button>Take it ${action}</button></form>`,
  );
}

/** The names that booking engines and the plain search form use for the same three answers. */
const searchFields = [
  { label: 'Check-in', names: ['checkIn', 'check-in', 'checkin', 'check_in'] },
  { label: 'Check-out', names: ['checkOut', 'check-out', 'checkout', 'check_out'] },
  { label: 'Guests', names: ['guests', 'adults'] },
] as const;

/** @returns the page that stands in for the booking site: it says, escaped, what was searched for. */
export function bookingPage(search: string): Answer {
  const query = parseQuery(search);
  const rows = searchFields.map(({ label, names }) => {
    const given = names.flatMap((name) => listParameter(query, name))[0] ?? 'not given';
    return `<dt>${label}</dt><dd>${escapeHtml(given)}</dd>`;
  });
  return page(
    'Demo booking site',
    `<p>A real booking site would list the free homes for this search.</p><dl>${rows.join('')}</dl>`,
  );
}

function page(title: string, body: string): Answer {
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width"></head>' +
    `<body><main><h1>${title}</h1>${body}</main></body></html>`;
  return textAnswer(200, 'text/html; charset=utf-8', html, {
    'Content-Security-Policy': "default-src 'none'",
    'X-Robots-Tag': 'noindex',
  });
}
