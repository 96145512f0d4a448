import type { SlotStats } from '../content/contentSlot.ts';
import type { RecentReport } from '../telemetry/errorReports.ts';

/** What the status page tells an operator. */
export interface Status {
  readonly release: string;
  readonly startedAt: number;
  readonly now: number;
  readonly ready: boolean;
  readonly entries: readonly SlotStats[];
  readonly lastHookAt: number | null;
  readonly recent: readonly RecentReport[];
  readonly requests: number;
  readonly keptPages: number;
  readonly rendersInFlight: number;
  readonly residentBytes: number;
  /** Where errors are sent to: the host of the DSN, never its key; null: nowhere. */
  readonly errorReporting: string | null;
  readonly contact: boolean;
}

/** The style of the page; its hash stands in the policy of the metrics server. */
export const statusStyle =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1c2b22;background:#fff}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #d5ddd7;vertical-align:top}td{overflow-wrap:anywhere}.bad{color:#a3241d;font-weight:600}';

/** The page as HTML. Every text in it is escaped: errors repeat what others have sent. */
export function renderStatusPage(status: Status): string {
  const { release, startedAt, now, ready, entries, lastHookAt, recent } = status;
  const facts: readonly (readonly [string, string])[] = [
    ['State', ready ? 'ready' : 'not ready'],
    ['Release', release],
    ['Up since', `${timeOf(startedAt)} (${ageOf(now - startedAt)})`],
    ['Requests', String(status.requests)],
    ['Kept pages', String(status.keptPages)],
    ['Renders under way', String(status.rendersInFlight)],
    ['Memory', `${Math.round(status.residentBytes / 1e6)} MB`],
    ['Last call of the content hook', lastHookAt === null ? 'none' : `${ageOf(now - lastHookAt)} ago`],
    ['Contact service', status.contact ? 'configured' : 'not configured'],
    ['Error reporting', status.errorReporting ?? 'off'],
  ];
  const content = entries
    .toSorted((a, b) => a.key.localeCompare(b.key))
    .map(({ key, ageMs, outcome }) =>
      row([key, ageMs === null ? 'never fetched' : ageOf(ageMs), outcome], outcome !== 'ok'),
    );
  const errors = recent.map(({ at, text, route, requestId }) =>
    row([`${ageOf(now - at)} ago`, text, route ?? '', requestId ?? '']),
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Status</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${statusStyle}</style></head><body><h1>Status</h1>`,
    `<table>${facts.map((fact) => row(fact, fact[1] === 'not ready')).join('')}</table>`,
    `<h2>Content</h2>${table(['Entry', 'Age', 'Last fetch'], content, 'Nothing has been asked for yet.')}`,
    `<h2>Recent errors</h2>${table(['When', 'What', 'Route', 'Request'], errors, 'None.')}`,
    '<p><a href="/metrics">Metrics</a></p></body></html>\n',
  ].join('');
}

function table(heads: readonly string[], rows: readonly string[], empty: string): string {
  if (rows.length === 0) return `<p>${empty}</p>`;
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function row(cells: readonly string[], isBad = false): string {
  const [first = '', ...rest] = cells.map(escapeText);
  const others = rest.map((cell) => (isBad ? `<td class="bad">${cell}</td>` : `<td>${cell}</td>`));
  return `<tr><th scope="row">${first}</th>${others.join('')}</tr>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
