import { isMailAddress } from '../../../shared/isMailAddress.ts';
import { type Row, readId, readLine } from '../../directus/readField.ts';
import { withoutMarkup } from '../parse/withoutMarkup.ts';
import { defineCollection } from './collection.ts';
import { line, mapped, optionalId, snakeCase } from './fields.ts';

interface Setting {
  /** The label that editors see. */
  readonly text: string;
  readonly note?: string;
  /** Longer texts are cut. */
  readonly max?: number;
  /** Whether an editor's words can be the value. */
  readonly accepts?: (words: string) => boolean;
  /** Converts an editor's words. */
  readonly use?: (words: string) => string | null;
}

/** Every setting of the site by the name of its property; its key in Directus is that name in snake case. */
const settings = {
  siteName: { text: 'Name of the company' },
  tagline: { text: 'Tagline below the name' },
  siteTitle: { text: 'Short name', note: 'In browser tabs and on narrow screens.' },
  phone: { text: 'Phone', max: 60 },
  email: {
    text: 'E-mail',
    max: 254,
    accepts: (words) => isMailAddress(bareMailAddress(words)),
    use: bareMailAddress,
  },
  hours: { text: 'Opening hours', max: 300 },
  address: { text: 'Postal address', max: 300 },
  serviceArea: { text: 'Service area', max: 300 },
  /** The year, or whatever an editor writes after "Since". */
  founded: { text: 'Founded', note: 'The year.', max: 40 },
  /** In an editor's words, or as a number. */
  homesInCare: { text: 'Number of homes you look after', max: 40 },
  licenceNumber: { text: 'License number', max: 60 },
  /** An editor's words, or `Insured` for a plain yes. */
  insured: {
    text: 'Insurance',
    note: 'Yes, or words like “Bonded and insured”.',
    max: 60,
    use: readInsured,
  },
  emergencyPhone: { text: 'Emergency phone', max: 60 },
  /** Shown wherever that number is. */
  emergencyCallers: {
    text: 'Who may call the emergency phone',
    note: 'And when, for example: Owners and guests, day and night.',
    max: 200,
  },
  emergencyAdvice: { text: 'First thing to do in an emergency', note: 'One sentence.', max: 300 },
  answerPromise: { text: 'How soon you reply', note: 'One sentence.', max: 300 },
  copyrightUntil: {
    text: 'Copyright year',
    note: 'In the footer, if it is after 2024.',
    max: 40,
    accepts: (words) => latestYear(words) !== null,
    use: latestYear,
  },
  areaNote: { text: 'Homes outside your service area', note: 'One sentence for their owners.', max: 300 },
} satisfies Readonly<Record<string, Setting>>;

/** The rows of `site_settings` folded into one object; empty values are null. */
export type SiteSettings = { readonly [Name in keyof typeof settings]: string | null } & {
  /** The id of the singleton; null if there is a row for each setting. */
  readonly id: string | null;
};

const declared = Object.entries<Setting>(settings).map(([name, setting]) => ({
  accepts: () => true,
  ...setting,
  name,
  key: snakeCase(name),
}));

/** What the whole site says about the company: one row for each setting, or the one object of a singleton. */
export const siteSettings = defineCollection({
  name: 'site_settings',
  fields: {
    id: optionalId(),
    ...Object.fromEntries(
      declared.map(({ name, text: label, note, max = 200, accepts }) => [
        name,
        mapped(
          line({
            label,
            ...(note === undefined ? {} : { note }),
            max,
            ...(max < 300 ? { width: 'half' } : {}),
          }),
          (words) => (words !== null && accepts(words) ? words : null),
        ),
      ]),
    ),
  },
  publicFields: ['id', 'key', 'value', ...declared.map(({ key }) => key)],
  keyColumn: 'key',
  reshape(row) {
    const key =
      readLine(row.key)
        ?.toLowerCase()
        .replace(/[\s-]+/g, '_') ?? null;
    return key === null || !('value' in row) ? row : { id: row.id, key, [key]: row.value };
  },
  toRow: (_, row): Row => row,
  arrange: foldSettings,
  form: {
    icon: 'settings',
    label: 'Site settings',
    singular: 'Site settings',
    note: 'What the whole site says about the company. Empty fields are not shown.',
    template: '{{site_name}}',
    isSingleton: true,
    onEveryPage: {},
  },
});

/** Takes the first value that is not empty for each setting. */
function foldSettings(rows: readonly Row[]): SiteSettings {
  const values = declared.map(({ name, key, max, accepts, use }) => {
    const written = rows.flatMap((row) => readLine(linesJoined(withoutMarkup(row[key])), max) ?? []);
    const words = written.find(accepts) ?? null;
    return [name, words !== null && use ? use(words) : words];
  });
  const id = readId(rows.find(({ key }) => key === undefined)?.id);
  // The compiler cannot follow a loop over the members of a type.
  return { ...(Object.fromEntries(values) as SiteSettings), id };
}

/** A setting that is written in several lines, as addresses and hours are, in one: a line ends as a part of a list does. */
const linesJoined = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split('\n')
        .flatMap((line) => line.trim() || [])
        .map((line, at, { length }) => (at === length - 1 || /[,;.:|]$/.test(line) ? line : `${line},`))
        .join(' ')
    : value;

/** The address in what mail programs copy: `mailto:ann@example.com`, `Ann <ann@example.com>`. */
function bareMailAddress(words: string): string {
  return (/<([^<>]+)>$/.exec(words)?.[1] ?? words).replace(/^mailto:\s*/i, '');
}

/** The last year after 2024 in what an editor has written: `\u00a9 2024\u20132026`; null: there is none. */
function latestYear(words: string): string | null {
  return words.match(/\b20\d\d\b/g)?.findLast((year) => Number(year) > 2024) ?? null;
}

/** Editors may also answer with a plain yes or no. */
function readInsured(words: string): string | null {
  if (/^(false|no|none|0)$/i.test(words)) return null;
  return /^(true|yes|1)$/i.test(words) ? 'Insured' : words;
}
