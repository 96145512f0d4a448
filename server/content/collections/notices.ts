import { hash } from 'node:crypto';
import { hostAddress } from '../parse/hostAddress.ts';
import { defineCollection, type RowOf } from './collection.ts';
import { choice, href, id, line, mapped, moment, requiredField, status, text, words } from './fields.ts';
import { compareIds } from './rowOrder.ts';

/** The levels of notices, the most important first. */
const levels = ['urgent', 'warning', 'info'] as const;
type NoticeLevel = (typeof levels)[number];

/** What editors write for all pages, instead of nothing. */
const everyPage = /^(?:\/?\*|all(?: pages)?|everywhere)$/i;

/** More would push the content of the page too far down. */
const mostShown = 3;

/** What visitors should know at present: snow on the roads, smoke, a holiday. */
export const notices = defineCollection({
  name: 'notices',
  offer: 'notices',
  fields: {
    id: id(),
    status: status(undefined),
    text: requiredField(text({ max: 300, required: true, note: 'One or two sentences.', softLength: 160 })),
    link: href({ width: 'half', placeholder: '/contact' }),
    linkText: line({ max: 60, label: 'Link text', width: 'half', placeholder: 'What to do now' }),
    level: mapped(
      choice({
        width: 'half',
        choices: [
          { text: 'Information', value: 'info' },
          { text: 'Warning', value: 'warning' },
          { text: 'Urgent', value: 'urgent' },
        ],
      }),
      (written): NoticeLevel => levels.find((level) => level === written) ?? 'info',
    ),
    from: moment({ label: 'Show from', note: 'If empty, at once.', width: 'half' }),
    until: moment({ label: 'Show until', note: 'If empty, until you archive it.', width: 'half' }),
    where: mapped(
      words({
        max: 2_000,
        label: 'Pages',
        note: 'Paths such as /rentals or /services; pages below them are included. If empty, all pages.',
        width: 'half',
      }),
      (terms): readonly string[] =>
        terms.some(({ name }) => everyPage.test(name)) ? [] : terms.map(({ name }) => toPath(name)),
    ),
  },
  toRow: (notice) => ({
    ...notice,
    /** Changes with the text: a visitor who has hidden a notice sees it again when it says something else. */
    key: `notice-${notice.id.replace(/\W/g, '')}-${hash('sha256', notice.text).slice(0, 8)}`,
  }),
  arrange: (rows, now) =>
    rows
      .filter(({ from, until }) => (from?.dueAt ?? now) <= now && now < (until?.overAt ?? Infinity))
      .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || compareIds(b.id, a.id)),
  beginsAt: 'from',
  changesAt(rows, now) {
    const moments = rows.flatMap(({ from, until }) => [from?.dueAt ?? 0, until?.overAt ?? 0]);
    const next = Math.min(...moments.filter((each) => each > now));
    return next === Infinity ? null : next;
  },
  form: {
    icon: 'notifications_active',
    label: 'Notices',
    singular: 'Notice',
    note: 'A line above the header for snow, smoke or a holiday. It appears and disappears at the times that you set.',
    template: '{{text}}',
    columns: ['text', 'status', 'from', 'until', 'level', 'where'],
    onEveryPage: { unlessFilled: 'where' },
  },
});

/** A notice that is shown at the current time. */
export type Notice = RowOf<typeof notices>;

/**
 * The path that an editor means: `rentals`, `/Rentals/` and the full address of the page are the same. The front page
 * is called `home`, as in the list of pages. Pages below a path are included anyway.
 */
function toPath(written: string): string {
  const place = written.replace(/\/\*$/, '');
  const address = hostAddress(place) ?? place.replace(/^\/+/, '');
  const path = (URL.parse(address, 'https://site.invalid')?.pathname ?? '/').toLowerCase();
  return path === '/home' ? '/' : path.replace(/(?<=.)\/$/, '');
}

/** The notices for a path, the most important first; a page without an address shows those for all pages. */
export function noticesAt(list: readonly Notice[], path: string): readonly Notice[] {
  const at = path.toLowerCase();
  const isFor = (place: string) => at === place || (place !== '/' && at.startsWith(`${place}/`));
  return list.filter(({ where }) => where.length === 0 || where.some(isFor)).slice(0, mostShown);
}
