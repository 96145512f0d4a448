import { collectionOf } from '../content/collections/collections.ts';
import { mayBeShown } from '../content/parse/parsePicture.ts';
import { type SiteContent, valueIn } from '../content/siteContent.ts';
import type { InspectedPage } from '../render/renderPage.tsx';
import type { ExaminedRow } from './examineRows.ts';

/** What the site is, as far as the doctor looks at it. */
export interface Examined {
  readonly content: SiteContent;
  readonly rows: readonly ExaminedRow[];
  /** Every public page, with what it says of itself. */
  readonly pages: readonly (InspectedPage & { readonly path: string })[];
  /** What is at a path of the site, or where it redirects. */
  readonly at: (path: string) => InspectedPage | { readonly redirect: string };
  /** Whether a path is the page of a row that is no longer, or not yet, published. */
  readonly isDraft: (path: string) => boolean;
  /** Where the pages that exist with any content lead: what menu, footer and lists have. */
  readonly led: ReadonlySet<string>;
  /** Why an address elsewhere is dead; null: it is not, or nobody knows. */
  readonly deathOf: (address: string) => string | null;
  /** Our own origin. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The form of the admin app in which something is mended. */
interface Form {
  readonly collection: string;
  /** Null: the one form of its collection, or its list. */
  readonly id: string | null;
}

/** `broken`: visitors meet it. `weak`: fewer people find or can read it. `untidy`: it may well be meant so. */
export type Severity = 'broken' | 'weak' | 'untidy';

/** Something to mend. */
export interface Finding {
  readonly kind: string;
  readonly severity: Severity;
  /** One sentence that names it. */
  readonly what: string;
  /** The path of the page where it shows; null: on all or none. */
  readonly where: string | null;
  readonly why: string;
  /** Null: it is not content that is at fault. */
  readonly edit: Form | null;
}

interface Found {
  readonly what: string;
  readonly where?: string | null;
  readonly edit?: Form | null;
}

interface Kind {
  readonly severity: Severity;
  readonly why: string;
  find(site: Examined): readonly Found[];
}

/** Characters that search engines show of a title and of a description. */
const longestTitle = 70;
const longestDescription = 200;
/** Pixels: beyond, Directus transforms no picture (`ASSETS_TRANSFORM_IMAGE_MAX_DIMENSION`); below, one is blurred. */
const largestSide = 6_000;
const leastWidth = 600;
const yearMs = 365 * 24 * 3_600_000;
const oldReviewMs = 3 * yearMs;

/** Everything that the doctor looks for. */
const kinds: Readonly<Record<string, Kind>> = {
  'title-missing': {
    severity: 'broken',
    why: 'Visitors see the words of the address in its place.',
    find: ({ rows }) =>
      rows.flatMap((row) =>
        row.isShown && row.empty.length > 0
          ? found(row, `${nameOf(row)} has no ${row.empty.join(', ')}.`)
          : [],
      ),
  },
  'row-hidden': {
    severity: 'broken',
    why: 'It is published, and the site cannot show it.',
    find: ({ rows }) =>
      rows.flatMap((row) => (row.isShown ? [] : found(row, `${nameOf(row)} lacks ${lackOf(row)}.`))),
  },
  'title-doubled': {
    severity: 'weak',
    why: 'In search results and tabs nobody can tell the pages apart.',
    find: (site) => doubled(site, 'title'),
  },
  'title-long': {
    severity: 'untidy',
    why: `Search results cut titles of more than ${longestTitle} characters.`,
    find: (site) => tooLong(site, 'title', longestTitle),
  },
  'description-missing': {
    severity: 'weak',
    why: 'Search results show some words of the page in its place.',
    find: (site) =>
      site.pages.flatMap(({ path, description }) =>
        description === null ? at(site, path, 'It says nothing of itself to search engines.') : [],
      ),
  },
  'description-doubled': {
    severity: 'weak',
    why: 'In search results nobody can tell the pages apart.',
    find: (site) => doubled(site, 'description'),
  },
  'description-long': {
    severity: 'untidy',
    why: `Search results cut descriptions of more than ${longestDescription} characters.`,
    find: (site) => tooLong(site, 'description', longestDescription),
  },
  headings: {
    severity: 'weak',
    why: 'Who listens to a page finds the way by its headings: each level stands inside of the one above.',
    find: ({ rows }) =>
      rows.flatMap((row) =>
        row.texts.flatMap(({ headings }) => {
          const leap = headings.findIndex(
            (level, place) => level > (headings[place - 1] ?? levelAbove(row)) + 1,
          );
          return leap < 0
            ? []
            : found(row, `Heading ${leap + 1} of ${nameOf(row)} is of level ${headings[leap]}: too deep.`);
        }),
      ),
  },
  'alternative-text': {
    severity: 'weak',
    why: 'Who cannot see the picture hears nothing of it. Write it as the description of the file.',
    find: (site) =>
      picturesOf(site).flatMap(({ id, row, facts, isSpoken }) =>
        facts && !facts.description && !isSpoken ? ofFile(row, id, 'has no description.') : [],
      ),
  },
  'picture-huge': {
    severity: 'broken',
    why: `Directus makes no smaller versions of pictures with more than ${largestSide} pixels a side: it is not shown.`,
    find: (site) =>
      picturesOf(site).flatMap(({ id, row, facts }) => {
        const { width = 0, height = 0 } = facts ?? {};
        return Math.max(width ?? 0, height ?? 0) > largestSide
          ? ofFile(row, id, `has ${width} by ${height} pixels.`)
          : [];
      }),
  },
  'picture-tiny': {
    severity: 'weak',
    why: `With fewer than ${leastWidth} pixels of width it is blurred on most screens.`,
    find: (site) =>
      picturesOf(site).flatMap(({ id, row, facts }) =>
        facts?.width && facts.width < leastWidth && mayBeShown(facts)
          ? ofFile(row, id, `is ${facts.width} pixels wide.`)
          : [],
      ),
  },
  'picture-refused': {
    severity: 'broken',
    why: 'It is not shown. Pictures are JPEG, PNG, WebP or GIF.',
    find: (site) =>
      picturesOf(site).flatMap(({ id, row, facts }) =>
        mayBeShown(facts) ? [] : ofFile(row, id, `is of the type ${facts?.type}.`),
      ),
  },
  'picture-gone': {
    severity: 'broken',
    why: 'A drawing stands in its place.',
    find: (site) =>
      picturesOf(site).flatMap(({ row, facts }) =>
        facts === null ? found(row, `${nameOf(row)} names a picture that is not in the file library.`) : [],
      ),
  },
  'left-out': {
    severity: 'broken',
    why: 'The site leaves it out, or shows a drawing in its place.',
    find: ({ rows }) =>
      rows.flatMap((row) => row.leftOut.flatMap((what) => found(row, `${nameOf(row)}: ${what}.`))),
  },
  'html-stripped': {
    severity: 'untidy',
    why: 'It could harm visitors or break the page, so the site does not show it.',
    find: ({ rows }) =>
      rows.flatMap((row) => {
        const stripped = row.texts.flatMap((text) => text.stripped);
        return stripped.length === 0
          ? []
          : found(row, `${nameOf(row)} is shown without ${stripped.join('; ')}.`);
      }),
  },
  'link-unsafe': {
    severity: 'broken',
    why: 'Links lead to a path that begins with /, or to https, mailto: and tel:. This one is not shown.',
    find: ({ rows }) =>
      rows.flatMap((row) =>
        row.links.flatMap(({ written, href }) =>
          href === null ? found(row, `${nameOf(row)} names “${short(written)}”, which is no address.`) : [],
        ),
      ),
  },
  'link-nowhere': {
    severity: 'broken',
    why: 'Who follows it reads that there is no such page.',
    find: (site) =>
      linksOf(site).flatMap(({ row, path }) =>
        isMissing(site, path) && !site.isDraft(path)
          ? found(row, `${nameOf(row)} links to ${path}: no page.`)
          : [],
      ),
  },
  'link-draft': {
    severity: 'broken',
    why: 'Visitors read that there is no such page until it is published.',
    find: (site) =>
      linksOf(site).flatMap(({ row, path }) =>
        isMissing(site, path) && site.isDraft(path)
          ? found(row, `${nameOf(row)} links to ${path}: a draft.`)
          : [],
      ),
  },
  'link-repaired': {
    severity: 'untidy',
    why: 'It works, by a detour. Write where it leads.',
    find: (site) => [
      ...linksOf(site).flatMap(({ row, path }) => {
        const there = site.at(path);
        return 'redirect' in there
          ? found(row, `${nameOf(row)} links to ${path}, which is ${there.redirect} now.`)
          : [];
      }),
      ...site.rows.flatMap((row) =>
        row.links.flatMap(({ written, href }) =>
          href?.startsWith('/') && !written.startsWith('/') && !written.startsWith(site.origin)
            ? found(row, `${nameOf(row)} names “${short(written)}”; the site takes it for ${href}.`)
            : [],
        ),
      ),
    ],
  },
  'link-outside': {
    severity: 'broken',
    why: 'Who follows it leaves the site for nothing.',
    find: ({ rows, deathOf }) =>
      rows.flatMap((row) =>
        hrefsOf(row).flatMap((href) => {
          const death = deathOf(href);
          return death === null ? [] : found(row, `${nameOf(row)} links to ${short(href)}: ${death}.`);
        }),
      ),
  },
  'menu-circle': {
    severity: 'broken',
    why: 'An entry cannot stand below itself. The site shows it at the top.',
    find: ({ rows, content }) => {
      const shown = new Set<string>();
      const note = (entries: NonNullable<ReturnType<typeof menuOf>>, depth: number): void => {
        for (const { id, children } of entries) {
          if (depth === 0) shown.add(id);
          note(children, depth + 1);
        }
      };
      note(menuOf(content) ?? [], 0);
      return rows.flatMap((row) =>
        row.collection === 'navigation' && row.above !== null && shown.has(row.id ?? '')
          ? found(row, `${nameOf(row)} names an entry above it that stands below it, or is gone.`)
          : [],
      );
    },
  },
  'slug-doubled': {
    severity: 'broken',
    why: 'Only the first of them has a page.',
    find: ({ rows }) =>
      [
        ...Map.groupBy(
          rows.filter(({ path }) => path !== null),
          ({ path }) => path,
        ).values(),
      ].flatMap((same) =>
        same
          .slice(1)
          .flatMap((row) => found(row, `${nameOf(row)} has the address of ${nameOf(same[0] ?? row)}.`)),
      ),
  },
  'slug-odd': {
    severity: 'untidy',
    why: 'People read addresses aloud and type them: small letters, digits and single hyphens alone survive that.',
    find: ({ rows }) =>
      rows.flatMap((row) =>
        row.slug === null || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(row.slug)
          ? []
          : found(row, `The address of ${nameOf(row)} is “${short(row.slug)}”.`),
      ),
  },
  'slug-taken': {
    severity: 'broken',
    why: 'Another page of the site is always at this address, so this one has none.',
    find: ({ rows, at: pageAt }) =>
      rows.flatMap((row) => {
        const there = row.slug !== null && row.path !== null ? pageAt(row.path) : null;
        return there && 'status' in there && there.status === 200 && !there.isOfRow
          ? found(row, `${nameOf(row)} cannot be at ${row.path}.`)
          : [];
      }),
  },
  unreached: {
    severity: 'weak',
    why: 'Nothing on the site leads there: only who knows the address finds it.',
    find: (site) => {
      const written = new Set(linksOf(site).map(({ path }) => pathOnly(path)));
      return site.pages.flatMap(({ path }) =>
        // Every post stands in the list of posts, and that leads to its categories, tags and authors.
        path === '/' || path.startsWith('/blog/') || site.led.has(path) || written.has(path)
          ? []
          : at(site, path, 'No menu, list or text leads here.'),
      );
    },
  },
  'home-without-price': {
    severity: 'weak',
    why: 'Guests compare homes by what a night costs, and pass over one that does not say it.',
    find: ({ content }) =>
      (valueIn(content.homes) ?? []).flatMap(({ id, name, slug, price }) =>
        price === null
          ? [{ what: `${name} has no price.`, where: `/rentals/${slug}`, edit: { collection: 'homes', id } }]
          : [],
      ),
  },
  'review-old': {
    severity: 'untidy',
    why: 'Readers trust what was said lately. Ask for another, or take it away.',
    find: ({ content, now }) =>
      (valueIn(content.reviews) ?? []).flatMap(({ id, name, date }) =>
        date !== null && now - Date.parse(date.machine) > oldReviewMs
          ? [{ what: `The review by ${name} is of ${date.text}.`, edit: { collection: 'reviews', id } }]
          : [],
      ),
  },
  'default-shown': {
    severity: 'weak',
    why: 'Words that came with the site stand where your own should.',
    find: ({ content }) => [
      ...pagesWithoutRow(content),
      ...(valueIn(content.reviews)?.length === 0
        ? [
            {
              what: 'No review is published: the three built-in ones stand at the foot of pages.',
              edit: list('reviews'),
            },
          ]
        : []),
      ...('ok' in content.cta_settings && content.cta_settings.ok === null
        ? [{ what: 'The invitation at the end of pages is the built-in one.', edit: list('cta_settings') }]
        : []),
      ...('ok' in content.site_settings && content.site_settings.ok.siteName === null
        ? [{ what: 'The settings do not name the company.', edit: list('site_settings') }]
        : []),
    ],
  },
};

/**
 * Everything that an editor should mend: the worst first, then in the order of the kinds. Pure; what stands several
 * times on a page is found once.
 */
export function diagnose(site: Examined): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const [kind, { severity, why, find }] of Object.entries(kinds)) {
    for (const { what, where = null, edit = null } of find(site))
      findings.set(`${kind} ${what} ${where}`, { kind, severity, what, where, why, edit });
  }
  const rank: readonly Severity[] = ['broken', 'weak', 'untidy'];
  return [...findings.values()].sort((a, b) => rank.indexOf(a.severity) - rank.indexOf(b.severity));
}

/** The level of the heading that the text of a row stands below. */
const levelAbove = ({ collection }: ExaminedRow): number => (collection === 'homes' ? 2 : 1);
const list = (collection: string): Form => ({ collection, id: null });
const found = (row: ExaminedRow, what: string): readonly Found[] => [
  { what, where: row.path, edit: { collection: row.collection, id: row.id } },
];
const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
const nameOf = ({ name, collection }: ExaminedRow): string =>
  `${collectionOf(collection).schema?.singular ?? collection} “${short(name)}”`;
const lackOf = ({ empty, slug, path }: ExaminedRow): string =>
  empty.length > 0
    ? empty.join(', ')
    : slug === null && path === null
      ? 'what it needs'
      : 'an address that can be one';
const menuOf = (content: SiteContent) => valueIn(content.navigation);

/** A finding of a page: its form is that of the row whose page it is. */
function at({ rows }: Examined, path: string, what: string): readonly Found[] {
  const row = rows.find((one) => one.path === path);
  return [{ what, where: path, edit: row ? { collection: row.collection, id: row.id } : null }];
}

function tooLong(site: Examined, part: 'title' | 'description', most: number): readonly Found[] {
  return site.pages.flatMap((page) => {
    const { length } = page[part] ?? '';
    return length > most ? at(site, page.path, `Its ${part} has ${length} characters.`) : [];
  });
}

function doubled(site: Examined, part: 'title' | 'description'): readonly Found[] {
  const same = Map.groupBy(site.pages, (page) => page[part]?.toLowerCase() ?? null);
  return [...same].flatMap(([words, [first, ...others]]) =>
    words === null || !first
      ? []
      : others.flatMap(({ path }) =>
          at(site, path, `Its ${part} is that of ${first.path}: “${short(words)}”.`),
        ),
  );
}

/** Where a row leads, in its fields and in its texts. */
export const hrefsOf = ({ links, texts }: ExaminedRow): readonly string[] => [
  ...links.flatMap(({ href }) => href ?? []),
  ...texts.flatMap((text) => text.links),
];

/** The links to pages of this site, as paths with their queries. Files are none. */
function linksOf({
  rows,
  origin,
}: Examined): readonly { readonly row: ExaminedRow; readonly path: string }[] {
  return rows.flatMap((row) =>
    hrefsOf(row).flatMap((href) => {
      const url = URL.parse(href, origin);
      if (
        url?.origin !== origin ||
        href.startsWith('#') ||
        /^\/(assets|media|static|images)\/|\.\w{2,5}$/.test(url.pathname)
      )
        return [];
      return { row, path: url.pathname + url.search };
    }),
  );
}

const pathOnly = (path: string): string => path.split('?')[0] ?? path;

function isMissing(site: Examined, path: string): boolean {
  const there = site.at(path);
  return 'status' in there && there.status === 404;
}

const fileId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The files that rows and their texts show, with what the library says of each; undefined: it says nothing at all. */
function picturesOf({ rows, content }: Examined) {
  const library = valueIn(content.directus_files);
  const isKnown = library !== undefined && library.size > 0;
  return rows.flatMap((row) =>
    [
      ...row.pictures.map((reference) => ({ reference, alt: null })),
      ...row.texts.flatMap((text) => text.pictures),
    ].flatMap(({ reference, alt }) => {
      const id = fileId.exec(reference)?.[0].toLowerCase();
      if (id === undefined || !isKnown) return [];
      return { id, row, facts: library.get(id) ?? null, isSpoken: alt !== null };
    }),
  );
}

const ofFile = (row: ExaminedRow, id: string, what: string): readonly Found[] => [
  {
    what: `A picture of ${nameOf(row)} ${what}`,
    where: row.path,
    edit: { collection: 'directus_files', id },
  },
];

/** The pages whose words are built in because no row of `pages` has others. */
function pagesWithoutRow(content: SiteContent): readonly Found[] {
  const rows = valueIn(content.pages);
  const slug = collectionOf('pages').schema?.fields.slug;
  if (!rows || slug?.kind !== 'choice') return [];
  return slug.choices.flatMap(({ text, value }) =>
    rows.some((row) => row.slug === value)
      ? []
      : [
          {
            what: `The page ${text} has no row of its own words.`,
            where: value === 'home' ? '/' : `/${value}`,
            edit: list('pages'),
          },
        ],
  );
}
