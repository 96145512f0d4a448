import { authorPath, categoryPath, tagPath } from '../../shared/paths.ts';
import { type CollectionName, collectionOf, type ParsedOf } from '../content/collections/collections.ts';
import { droppedChildren, type MenuNode } from '../content/collections/menuTree.ts';
import { type PageSlug, pageChoices } from '../content/collections/pages.ts';
import {
  type FileFacts,
  type NamedCollection,
  type RemarkKind,
  remarksIn,
} from '../content/parse/parseContext.ts';
import { isTooLarge, mayBeShown, sharingOf } from '../content/parse/parsePicture.ts';
import { factsIn, type SiteContent, valueIn } from '../content/siteContent.ts';
import { inTurns } from '../process/inTurns.ts';
import type { InspectedPage } from '../render/pageFinder.ts';
import { isOnMap } from '../site/components/HomeMap.tsx';
import { rowsNamed } from '../site/components/rowsNamed.ts';
import { pagePaths } from '../site/pagePaths.ts';
import { redirectFault } from '../site/redirects.ts';
import type { ExaminedRow } from './examineRows.ts';

/** What the doctor knows about the site. */
export interface SiteFacts {
  readonly content: SiteContent;
  readonly rows: readonly ExaminedRow[];
  /** Every public page, with its title and description. */
  readonly pages: readonly (InspectedPage & { readonly path: string })[];
  /** What is at a path of the site. */
  readonly at: (path: string) => InspectedPage;
  /** Whether a path is the page of a row that is not published yet. */
  readonly isDraft: (path: string) => boolean;
  /** The paths that the menu, the footer and the fixed pages link to. */
  readonly linkedPaths: ReadonlySet<string>;
  /** Our own origin. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Something that an editor should fix. */
export interface Finding {
  readonly kind: string;
  /** One sentence that describes it. */
  readonly what: string;
  /** The path of the page where it shows; null: on all or none. */
  readonly where: string | null;
  readonly why: string;
  /** The form in the admin app; without an id, the collection. Null: content is not at fault. */
  readonly edit: { readonly collection: string; readonly id: string | null } | null;
}

/** What was found: the first findings of each kind, and how many there are of each. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<string, number>>;
}

type Found = Pick<Finding, 'what' | 'where' | 'edit'>;
type Named = { readonly slug: string } & ({ readonly name: string } | { readonly title: string });
/** What is wrong with something, in words; null or empty: nothing. */
type Words = string | null | readonly (string | null)[];
/** Looks for one thing. What was found comes place by place, so that requests are served in between. */
type Find = (site: SiteFacts) => Iterable<readonly Found[]>;

/** Characters that search engines show of a title and of a description. */
const longest = { title: 70, description: 200 };
/** Pixels: a narrower picture blurs. */
const leastWidth = 600;
const oldReviewMs = 3 * 365 * 24 * 3_600_000;
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const wordsIn = (words: Words): readonly string[] => [words].flat().filter((each) => each !== null);

/** Findings about rows. `lookAt` returns what is wrong with a row, in words that continue after its name. */
const ofRows = (lookAt: (row: ExaminedRow, site: SiteFacts) => Words): Find =>
  function* (site) {
    for (const row of site.rows) {
      const edit = { collection: row.collection, id: row.id };
      yield wordsIn(lookAt(row, site)).map((words) => ({
        what: `${nameOf(row)} ${words}.`,
        where: row.path,
        edit,
      }));
    }
  };

/** The same about the rows of one collection that the site can show, as they were parsed. */
const ofParsed = <Name extends CollectionName>(
  name: Name,
  lookAt: (parsed: ParsedOf<Name>, site: SiteFacts) => Words,
): Find =>
  ofRows(({ collection, parsed }, site) =>
    // The compiler does not know that a row is parsed by its own collection.
    collection === name && parsed !== null ? lookAt(parsed as ParsedOf<Name>, site) : null,
  );

/** What the parser has noted about rows. */
const ofNotes = (kind: RemarkKind): Find => ofRows(({ notes }) => remarksIn(notes, kind));

/** Findings about pages. The form to edit is that of the row whose page it is. */
const ofPages = (lookAt: (page: SiteFacts['pages'][number], site: SiteFacts) => Words): Find =>
  function* (site) {
    const rows = firstBy(site.rows, ({ path }) => path);
    for (const page of site.pages) {
      const row = rows.get(page.path);
      const edit = row ? { collection: row.collection, id: row.id } : null;
      yield wordsIn(lookAt(page, site)).map((what) => ({ what, where: page.path, edit }));
    }
  };

/** Findings about the pictures that rows and their texts show: each file once, with how often it is used. */
const ofPictures = (lookAt: (facts: FileFacts, alt: string | null) => string | null): Find =>
  function* (site) {
    const uses = new Map<string, { readonly words: string; readonly rows: Set<ExaminedRow> }>();
    for (const row of site.rows) {
      yield [];
      for (const { source, alt } of picturesOf(row)) {
        if (!('asset' in source)) continue;
        const facts = factsIn(site.content.directus_files, source.asset);
        const words = facts ? lookAt(facts, alt) : null;
        if (words === null) continue;
        const use = uses.get(source.asset) ?? { words, rows: new Set() };
        use.rows.add(row);
        uses.set(source.asset, use);
      }
    }
    for (const [id, { words, rows }] of uses) {
      const names = [...rows].slice(0, mostUses).map(nameOf);
      const others = rows.size > mostUses ? [`${rows.size - mostUses} more`] : [];
      const where = rows.values().find(({ path }) => path !== null)?.path ?? null;
      const edit = { collection: 'directus_files', id };
      yield [{ what: `A picture in ${list.format([...names, ...others])} ${words}.`, where, edit }];
    }
  };

/** The uses of a picture that a finding names. */
const mostUses = 3;
const list = new Intl.ListFormat('en-US');

/** Findings about links to pages of this site. `lookAt` returns words that continue after the path. */
const ofLinks = (lookAt: (path: string, site: SiteFacts) => string | null): Find =>
  ofRows((row, site) =>
    pathsOf(row, site.origin).map((path) => {
      const words = lookAt(path, site);
      return words && `links to ${path}: ${words}`;
    }),
  );

const tooLong = (part: 'title' | 'description'): Find =>
  ofPages((page) => {
    const { length } = page[part] ?? '';
    return length > longest[part] ? `Its ${part} has ${length} characters.` : null;
  });

const doubled = (part: 'title' | 'description'): Find => {
  const key = (page: SiteFacts['pages'][number]) => page[part]?.toLowerCase() ?? null;
  return (site) => {
    const first = firstBy(site.pages, key);
    return ofPages((page) => {
      const other = key(page) === null ? page : first.get(key(page));
      return other === undefined || other === page
        ? null
        : `It has the same ${part} as ${other.path}: “${short(page[part] ?? '')}”.`;
    })(site);
  };
};

/**
 * Everything that the doctor looks for, with why it matters and how it is found. First what visitors run into, then
 * what keeps them from finding or reading a page, last what may well be intended.
 */
const kinds: Readonly<Record<string, readonly [why: string, ...finds: readonly Find[]]>> = {
  'title-missing': [
    'Visitors see the words of its address instead.',
    ofRows((row) => (row.parsed !== null && emptyOf(row) !== '' ? `has no ${emptyOf(row)}` : null)),
  ],
  'row-hidden': [
    'It is published, but the site cannot show it.',
    ofRows((row) =>
      row.parsed === null ? `lacks ${emptyOf(row) || 'something required, or a valid address'}` : null,
    ),
  ],
  'page-empty': [
    'Visitors see “Directus is unreachable.” there, as if its item had been lost.',
    ({ content }) => [pagesWithoutRow(content, true)],
  ],
  'picture-huge': ['A drawing is shown instead. Upload a smaller one.', ofNotes('picture-huge')],
  'picture-refused': ['Use JPEG, PNG, WebP, GIF, AVIF or TIFF.', ofNotes('picture-refused')],
  'picture-gone': ['A drawing is shown instead.', ofNotes('picture-gone')],
  'picture-nowhere': [
    'Visitors see no picture, unless the server in front of the site has that file.',
    ofRows((row, site) =>
      picturesOf(row).map(({ source }) =>
        'address' in source && source.address.startsWith('/') && isMissing(site, source.address)
          ? `uses a picture at ${source.address}, but the site has none there`
          : null,
      ),
    ),
  ],
  'left-out': ['Visitors do not see it. The note below a field says what it accepts.', ofNotes('left-out')],
  'link-nowhere': [
    'Visitors who follow it are told that there is no such page.',
    ofLinks((path, site) => (isMissing(site, path) && !site.isDraft(path) ? 'no page' : null)),
    ofRows(({ texts }) =>
      texts
        .flatMap(({ deadLinks }) => deadLinks)
        .map((href) => `links to ${short(href)}: no heading or place of the same text`),
    ),
  ],
  'link-draft': [
    'Until it is published, visitors are told that there is no such page.',
    ofLinks((path, site) => (isMissing(site, path) && site.isDraft(path) ? 'a draft' : null)),
  ],
  'slug-taken': [
    'Another page of the site always has this address, so this item has no page.',
    ofRows(({ slug, path }, site) => {
      const there = slug !== null && path !== null ? site.at(path) : null;
      return there?.status === 200 && !there.requiresRow ? `cannot have the address ${path}` : null;
    }),
  ],
  'menu-circle': [
    'An entry cannot be below itself. The site shows it at the top level.',
    ofParsed('navigation', ({ id, parentId }, { content }) => {
      const isCut = parentId !== null && valueIn(content.navigation)?.some((entry) => entry.id === id);
      return isCut ? 'is placed below an entry that is itself below it, or is gone' : null;
    }),
  ],
  'name-unknown': [
    'Nothing is shown for it. Use the address of one that is published.',
    ofRows(({ collection, notes }, { content }) => {
      const lists = {
        homes: valueIn(content.homes),
        services: valueIn(content.services),
        blog_posts: valueIn(content.blog_posts)?.all,
      };
      const isThere = (slug: string, name: NamedCollection) =>
        !lists[name] || rowsNamed<Named>([slug], () => lists[name]).length > 0;
      const isReader = (slug: string) => collection === 'reviews' && /^(owners|guests)$/.test(slug);
      return notes.map((note) => {
        if (note.kind !== 'name') return null;
        const { term, rowsOf } = note;
        if (isReader(term.slug) || rowsOf.some((each) => isThere(term.slug, each))) return null;
        const kinds = rowsOf.map((each) => collectionOf(each).schema?.singular.toLowerCase());
        return `names “${short(term.name)}”, which is not a ${kinds.join(' or ')} that visitors see`;
      });
    }),
  ],
  unseen: [
    'Visitors never see it there.',
    ofParsed('navigation', ({ id, title }, { content }) => {
      const menu = valueIn(content.navigation);
      const isMissing = menu && !droppedChildren.has(title.toLowerCase()) && !isInMenu(menu, id);
      return isMissing ? 'is not in the menu, which has three levels' : null;
    }),
    ofParsed('homes', ({ coordinates: at }) =>
      at && !isOnMap(at) ? `is at ${at.latitude}, ${at.longitude}, outside the map` : null,
    ),
    ofParsed('notices', ({ from, until, where }, site) => [
      from && until && until.overAt <= from.dueAt ? 'disappears before it appears' : null,
      ...where.map((path) => (isMissing(site, path) ? `is for ${path}, where there is no page` : null)),
    ]),
  ],
  'slug-doubled': [
    'Only the first of them has a page.',
    (site) => {
      const first = firstBy(site.rows, ({ path }) => path);
      return ofRows((row) => {
        const other = row.path === null ? row : first.get(row.path);
        return other === undefined || other === row ? null : `has the same address as ${nameOf(other)}`;
      })(site);
    },
  ],
  'redirect-fault': [
    'It does not take visitors to a page.',
    ofParsed('redirects', (redirect, site) => redirectFault(redirect, site)),
  ],
  doubled: [
    'Nobody can tell the pages apart in search results and tabs.',
    doubled('title'),
    doubled('description'),
  ],
  'description-missing': [
    'Search results show some text from the page instead.',
    ofPages(({ description }) => (description === null ? 'It has no description for search engines.' : null)),
  ],
  headings: [
    'Screen reader users navigate by headings: each level belongs inside the one above.',
    ofRows(({ texts, collection }) => {
      const above = collection === 'homes' ? 2 : 1;
      return texts.map(({ headings }) => {
        const leap = headings.findIndex((level, place) => level > (headings[place - 1] ?? above) + 1);
        return leap < 0 ? null : `has heading ${leap + 1} at level ${headings[leap]}, which is too deep`;
      });
    }),
  ],
  'alternative-text': [
    'Visitors who cannot see the picture miss it. Fill in the description of the file.',
    ofPictures(({ description }, alt) => (description || alt !== null ? null : 'has no description')),
  ],
  'picture-unshared': [
    'Link previews and search engines get another picture. Upload the file again, as a JPEG.',
    ofPictures((facts) => {
      const { width, height, bytes } = facts;
      if (!mayBeShown(facts) || isTooLarge(facts)) return null;
      if (sharingOf(facts).sharing !== 'none') return null;
      return bytes === 0 ? 'is an empty file' : width && height ? 'is too large a GIF' : 'has no known size';
    }),
  ],
  'picture-tiny': [
    `Pictures less than ${leastWidth} pixels wide are blurry on most screens.`,
    ofPictures((facts) =>
      facts.width && facts.width < leastWidth && mayBeShown(facts) ? `is ${facts.width} pixels wide` : null,
    ),
  ],
  unreached: [
    'Only people who know its address can find it.',
    (site) => {
      const written = new Set(site.rows.flatMap((row) => pathsOf(row, site.origin)));
      // Every post and every home is on a page of its list; that of the posts leads to their categories, tags and authors.
      const isListed = (path: string) => /^\/(blog|rentals)\//.test(path);
      const isReached = (path: string) =>
        path === '/' || isListed(path) || site.linkedPaths.has(path) || written.has(path);
      return ofPages(({ path }) => (isReached(path) ? null : 'No menu, list or text links here.'))(site);
    },
  ],
  'home-without-price': [
    'Guests compare homes by price per night and skip those without one.',
    ofParsed('homes', ({ price }) => (price === null ? 'has no price' : null)),
  ],
  'default-shown': [
    'Text that came with the site is shown where your own should be.',
    ({ content }) => [
      pagesWithoutRow(content, false),
      builtIn('reviews', valueIn(content.reviews)?.length === 0),
      builtIn('cta_settings', valueIn(content.cta_settings) === null),
      builtIn('site_settings', valueIn(content.site_settings)?.siteName === null),
    ],
  ],
  'too-long': [
    'Search results cut off titles and descriptions this long.',
    tooLong('title'),
    tooLong('description'),
  ],
  'html-stripped': [
    'The site shows texts in its own design, and leaves out what it cannot show safely.',
    ofNotes('html-stripped'),
  ],
  'link-repaired': [
    'It works, but takes a detour. Link to where it ends up.',
    ofLinks((path, site) => {
      const { redirect } = site.at(path);
      return redirect === null ? null : `it is now ${redirect}`;
    }),
    ofNotes('link-repaired'),
  ],
  'terms-alike': [
    'Visitors take them for one, but each lists only its own posts.',
    ({ content }) => {
      const blog = valueIn(content.blog_posts);
      return termKinds.map((kind) => {
        const terms = blog?.terms[kind].terms ?? [];
        const first = firstBy(terms, ({ name }) => looksOf(name));
        return terms.flatMap(({ name, slug }) => {
          const other = first.get(looksOf(name))?.name ?? name;
          const [post] = blog?.terms[kind].posts(slug) ?? [];
          if (other === name || !post) return [];
          const what = `The ${kind} “${short(name)}” of “${short(post.title)}” looks like “${short(other)}”.`;
          return { what, where: pathOfTerm[kind](slug), edit: { collection: 'blog_posts', id: post.id } };
        });
      });
    },
  ],
  'time-without-zone': [
    'It may appear hours early or late. Let the field have the type Timestamp, which keeps the zone.',
    ofNotes('time-without-zone'),
  ],
  'slug-odd': [
    'People say and type addresses: use only lowercase letters, digits and single hyphens.',
    ofRows(({ slug }) =>
      slug === null || slugPattern.test(slug) ? null : `has the address “${short(slug)}”`,
    ),
  ],
  'review-old': [
    'Readers trust recent reviews. Ask for a new one, or archive this one.',
    ofParsed('reviews', ({ date }, { now }) =>
      date && now - Date.parse(date.machine) > oldReviewMs ? `is from ${date.text}` : null,
    ),
  ],
  'notice-over': [
    'Visitors no longer see it. Archive it, so that the list shows what they see.',
    ofParsed('notices', ({ until }, { now }) => (until && until.overAt < now ? 'has expired' : null)),
  ],
};

/** Findings of one kind that are listed; the others are counted. */
const mostOfKind = 20;

/**
 * What an editor should fix, in the order of `kinds`. The same finding on a page is listed once. Requests are served
 * meanwhile.
 */
export async function diagnose(site: SiteFacts): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const counts: Record<string, number> = {};
  for (const [kind, [why, ...finds]] of Object.entries(kinds)) {
    const seen = new Set<string>();
    for (const find of finds)
      for await (const found of inTurns(find(site)))
        for (const one of found) {
          const key = `${one.what} ${one.where}`;
          if (!seen.has(key) && seen.size < mostOfKind) findings.push({ kind, why, ...one });
          seen.add(key);
        }
    if (seen.size > 0) counts[kind] = seen.size;
  }
  return { findings, counts };
}

/** The labels of the required fields that are empty. */
const emptyOf = ({ notes }: ExaminedRow): string =>
  notes.flatMap((note) => (note.kind === 'empty' ? note.label : [])).join(', ');

const termKinds = ['category', 'tag', 'author'] as const;
const pathOfTerm = { category: categoryPath, tag: tagPath, author: authorPath };

/**
 * The same text for names that differ only in case, accents, spaces and signs; signs alone are a name as they are, and
 * C++ is not C#.
 */
const looksOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}+#]|^#/gu, '') || name;

/** The first member with each key. */
const firstBy = <T, Key>(members: readonly T[], keyOf: (member: T) => Key): ReadonlyMap<Key, T> =>
  new Map(members.toReversed().map((member) => [keyOf(member), member]));

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
const nameOf = ({ name, collection }: ExaminedRow): string =>
  `${collectionOf(collection).schema?.singular ?? collection} “${short(name)}”`;

/** All links of a row, in its fields and in its texts. */
const hrefsOf = ({ notes, texts }: ExaminedRow): readonly string[] => [
  ...notes.flatMap((note) => (note.kind === 'link' ? note.href : [])),
  ...texts.flatMap(({ links }) => links),
];

/** The links of a row to pages of this site, as paths with their queries; links to files are left out. */
const pathsOf = (row: ExaminedRow, origin: string): readonly string[] =>
  hrefsOf(row).flatMap((href) => pagePaths(href, origin));

const isInMenu = (menu: readonly MenuNode[], wanted: string | null): boolean =>
  menu.some(({ id, children }) => id === wanted || isInMenu(children, wanted));

const isMissing = (site: SiteFacts, path: string): boolean => site.at(path).status === 404;

/** What a row and its texts show as pictures, with the alternative text that a text gives. */
const picturesOf = ({ notes }: ExaminedRow) => notes.filter((note) => note.kind === 'picture');

const builtInWords = {
  reviews: 'Built-in reviews are shown at the bottom of pages.',
  cta_settings: 'The call to action on pages is built in.',
  site_settings: 'The company has no name.',
};
const builtIn = (collection: keyof typeof builtInWords, isBuiltIn: boolean): readonly Found[] =>
  isBuiltIn ? [{ what: builtInWords[collection], where: null, edit: { collection, id: null } }] : [];

/** The pages that have no built-in words. */
const withoutWords: ReadonlySet<string> = new Set<PageSlug>(['home', 'about', 'str-management']);

/** The pages that have no row of `pages`: those that then have no words, or those with built-in ones. */
function pagesWithoutRow(content: SiteContent, areEmpty: boolean): readonly Found[] {
  const rows = valueIn(content.pages);
  if (!rows) return [];
  const missing = pageChoices.filter(
    ({ value }) => withoutWords.has(value) === areEmpty && rows.every((row) => row.slug !== value),
  );
  return missing.map(({ text, value }) => ({
    what: `The page ${text} has no item with its own text.`,
    where: value === 'home' ? '/' : `/${value}`,
    edit: { collection: 'pages', id: null },
  }));
}
