import { setImmediate as letRequestsRun } from 'node:timers/promises';
import { authorPath, categoryPath, tagPath } from '../../shared/paths.ts';
import { collectionOf } from '../content/collections/collections.ts';
import { droppedChildren, type MenuNode } from '../content/collections/menuTree.ts';
import { type PageSlug, pageChoices } from '../content/collections/pages.ts';
import { type NamedCollection, type RemarkKind, remarksIn } from '../content/parse/parseContext.ts';
import { mayBeShown, sharingOf } from '../content/parse/parsePicture.ts';
import { factsIn, type SiteContent, valueIn } from '../content/siteContent.ts';
import { largestSide } from '../directus/assetLimits.ts';
import type { InspectedPage } from '../render/pageFinder.ts';
import { isOnMap } from '../site/components/HomeMap.tsx';
import { rowsNamed } from '../site/components/rowsNamed.ts';
import { pathTo, type RedirectFault, redirectFaults } from '../site/redirects.ts';
import type { ExaminedRow } from './examineRows.ts';

/** What the doctor knows about the site. */
export interface SiteFacts {
  readonly content: SiteContent;
  readonly rows: readonly ExaminedRow[];
  /** Every public page, with its title and description. */
  readonly pages: readonly (InspectedPage & { readonly path: string })[];
  /** What is at a path of the site, or where it redirects. */
  readonly at: (path: string) => InspectedPage | { readonly redirect: string };
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
/** Null for each place where nothing was found, so that other work gets its turn meanwhile. */
type Find = (site: SiteFacts) => Iterable<Found | null>;

/** Characters that search engines show of a title and of a description. */
const longest = { title: 70, description: 200 };
/** Pixels: a narrower picture blurs. */
const leastWidth = 600;
const oldReviewMs = 3 * 365 * 24 * 3_600_000;
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Findings about rows. `lookAt` returns what is wrong with a row, in words that continue after its name. */
const ofRows = (
  lookAt: (row: ExaminedRow, site: SiteFacts) => string | null | readonly (string | null)[],
): Find =>
  function* (site) {
    for (const row of site.rows) {
      yield null;
      const edit = { collection: row.collection, id: row.id };
      for (const words of [lookAt(row, site)].flat())
        if (words !== null) yield { what: `${nameOf(row)} ${words}.`, where: row.path, edit };
    }
  };

/** What the parser has noted about rows. */
const ofNotes = (kind: RemarkKind): Find => ofRows(({ notes }) => remarksIn(notes, kind));

/** Findings about pages. The form to edit is that of the row whose page it is. */
const ofPages = (lookAt: (page: SiteFacts['pages'][number], site: SiteFacts) => string | null): Find =>
  function* (site) {
    const rows = new Map(site.rows.toReversed().map((row) => [row.path, row]));
    for (const page of site.pages) {
      const what = lookAt(page, site);
      const row = rows.get(page.path);
      const edit = row ? { collection: row.collection, id: row.id } : null;
      yield what === null ? null : { what, where: page.path, edit };
    }
  };

/** Findings about the pictures that rows and their texts show: each file once, with how often it is used. */
const ofPictures = (
  lookAt: (facts: NonNullable<ReturnType<typeof factsOf>>, alt: string | null) => string | null,
): Find =>
  function* (site) {
    const uses = new Map<string, { readonly words: string; readonly rows: Set<ExaminedRow> }>();
    for (const row of site.rows) {
      yield null;
      for (const { id, alt } of picturesOf(row)) {
        const facts = factsOf(site, id);
        const words = facts ? lookAt(facts, alt) : null;
        if (words === null) continue;
        const use = uses.get(id) ?? { words, rows: new Set() };
        use.rows.add(row);
        uses.set(id, use);
      }
    }
    for (const [id, { words, rows }] of uses) {
      const names = [...rows].slice(0, mostUses).map(nameOf);
      const others = rows.size > mostUses ? [`${rows.size - mostUses} more`] : [];
      const where = rows.values().find(({ path }) => path !== null)?.path ?? null;
      const edit = { collection: 'directus_files', id };
      yield { what: `A picture in ${list.format([...names, ...others])} ${words}.`, where, edit };
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

const both = (one: Find, other: Find): Find =>
  function* (site) {
    yield* one(site);
    yield* other(site);
  };

const tooLong = (part: 'title' | 'description'): Find =>
  ofPages((page) => {
    const { length } = page[part] ?? '';
    return length > longest[part] ? `Its ${part} has ${length} characters.` : null;
  });

const doubled = (part: 'title' | 'description'): Find => {
  const key = (page: SiteFacts['pages'][number]) => page[part]?.toLowerCase() ?? null;
  return (site) => {
    const first = new Map(site.pages.toReversed().map((page) => [key(page), page.path]));
    return ofPages((page) => {
      const other = key(page) === null ? page.path : first.get(key(page));
      return other === page.path
        ? null
        : `It has the same ${part} as ${other}: “${short(page[part] ?? '')}”.`;
    })(site);
  };
};

/**
 * Everything that the doctor looks for, with why it matters and how it is found. First what visitors run into, then
 * what keeps them from finding or reading a page, last what may well be intended.
 */
const kinds: Readonly<Record<string, readonly [why: string, find: Find]>> = {
  'title-missing': [
    'Visitors see the words of its address instead.',
    ofRows((row) => (row.isShown && emptyOf(row) !== '' ? `has no ${emptyOf(row)}` : null)),
  ],
  'row-hidden': [
    'It is published, but the site cannot show it.',
    ofRows((row) =>
      row.isShown ? null : `lacks ${emptyOf(row) || 'something required, or a valid address'}`,
    ),
  ],
  'page-empty': [
    'Visitors see “Directus is unreachable.” there, as if its item had been lost.',
    ({ content }) => pagesWithoutRow(content, true),
  ],
  'picture-huge': [
    `Directus does not resize pictures with more than ${largestSide} pixels on a side, so it is not shown.`,
    ofPictures(({ width, height }) =>
      Math.max(width ?? 0, height ?? 0) > largestSide ? `has ${width} by ${height} pixels` : null,
    ),
  ],
  'picture-refused': [
    'It is not shown. Use JPEG, PNG, WebP, GIF, AVIF or TIFF.',
    ofPictures((facts) => (mayBeShown(facts) ? null : `has the type ${facts.type}`)),
  ],
  'picture-gone': ['A drawing is shown instead.', ofNotes('picture-gone')],
  'picture-nowhere': [
    'Visitors see no picture, unless the server in front of the site has that file.',
    ofRows((row, site) =>
      picturePathsOf(row, site.origin).map((path) =>
        isMissing(site, path) ? `uses a picture at ${path}, but the site has none there` : null,
      ),
    ),
  ],
  'left-out': ['Visitors do not see it. The note below a field says what it accepts.', ofNotes('left-out')],
  'link-nowhere': [
    'Visitors who follow it are told that there is no such page.',
    both(
      ofLinks((path, site) => (isMissing(site, path) && !site.isDraft(path) ? 'no page' : null)),
      ofRows(({ texts }) =>
        texts
          .flatMap(({ deadLinks }) => deadLinks)
          .map((href) => `links to ${short(href)}: no heading or place of the same text`),
      ),
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
      const isTaken = there && 'status' in there && there.status === 200 && !there.requiresRow;
      return isTaken ? `cannot have the address ${path}` : null;
    }),
  ],
  'menu-circle': [
    'An entry cannot be below itself. The site shows it at the top level.',
    ofRows(({ collection, id, above }, { content }) => {
      const isAtTop = valueIn(content.navigation)?.some((entry) => entry.id === id);
      const isCut = collection === 'navigation' && above !== null && isAtTop;
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
        const {
          term: { name, slug },
          rowsOf,
        } = note;
        if (isReader(slug) || rowsOf.some((each) => isThere(slug, each))) return null;
        const kinds = rowsOf.map((each) => collectionOf(each).schema?.singular.toLowerCase());
        return `names “${short(name)}”, which is not a ${kinds.join(' or ')} that visitors see`;
      });
    }),
  ],
  unseen: [
    'Visitors never see it there.',
    ofRows((row, site) => {
      const { content } = site;
      switch (row.collection) {
        case 'navigation': {
          const menu = valueIn(content.navigation);
          const isMeant = row.isShown && !droppedChildren.has(row.name.toLowerCase());
          return menu && isMeant && !isInMenu(menu, row.id)
            ? 'is not in the menu, which has three levels'
            : null;
        }
        case 'notices': {
          const where = valueIn(content.notices)?.find(({ id }) => id === row.id)?.where ?? [];
          const isNever = row.from !== null && row.until !== null && row.until <= row.from;
          return [
            isNever ? 'disappears before it appears' : null,
            ...where.map((path) => (isMissing(site, path) ? `is for ${path}, where there is no page` : null)),
          ];
        }
        case 'homes': {
          const at = valueIn(content.homes)?.find(({ id }) => id === row.id)?.coordinates;
          return at && !isOnMap(at) ? `is at ${at.latitude}, ${at.longitude}, outside the map` : null;
        }
        default:
          return null;
      }
    }),
  ],
  'slug-doubled': [
    'Only the first of them has a page.',
    (site) => {
      const first = new Map(site.rows.toReversed().map((row) => [row.path, row]));
      return ofRows((row) => {
        const other = row.path === null ? row : (first.get(row.path) ?? row);
        return other === row ? null : `has the same address as ${nameOf(other)}`;
      })(site);
    },
  ],
  'redirect-fault': [
    'It does not take visitors to a page.',
    (site) => {
      const faults = redirectFaults(site.content);
      const faulty = new Set(faults.map(({ redirect }) => redirect));
      const toNothing = (valueIn(site.content.redirects) ?? []).filter(
        (redirect) =>
          !faulty.has(redirect) &&
          pagePaths(pathTo(redirect.to) ?? '', site.origin).some((path) => isMissing(site, path)),
      );
      const found = [...faults, ...toNothing.map((redirect) => ({ redirect, kind: 'noPage' as const }))];
      return found.map(({ redirect: { id, from }, kind }) => ({
        what: `Redirect “${short(from)}” ${redirectWords[kind]}.`,
        where: null,
        edit: { collection: 'redirects', id },
      }));
    },
  ],
  doubled: [
    'Nobody can tell the pages apart in search results and tabs.',
    both(doubled('title'), doubled('description')),
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
      if (!mayBeShown(facts) || Math.max(width ?? 0, height ?? 0) > largestSide) return null;
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
      // Every post is in the list of posts, which leads to its categories, tags and authors.
      const isReached = (path: string) =>
        path === '/' || path.startsWith('/blog/') || site.linkedPaths.has(path) || written.has(path);
      return ofPages(({ path }) => (isReached(path) ? null : 'No menu, list or text links here.'))(site);
    },
  ],
  'home-without-price': [
    'Guests compare homes by price per night and skip those without one.',
    ofRows(({ collection, id }, { content }) => {
      const home = collection === 'homes' && valueIn(content.homes)?.find((one) => one.id === id);
      return home && home.price === null ? 'has no price' : null;
    }),
  ],
  'default-shown': [
    'Text that came with the site is shown where your own should be.',
    ({ content }) => [
      ...pagesWithoutRow(content, false),
      ...builtIn('reviews', valueIn(content.reviews)?.length === 0),
      ...builtIn('cta_settings', valueIn(content.cta_settings) === null),
      ...builtIn('site_settings', valueIn(content.site_settings)?.siteName === null),
    ],
  ],
  'too-long': [
    'Search results cut off titles and descriptions this long.',
    both(tooLong('title'), tooLong('description')),
  ],
  'html-stripped': [
    'The site shows texts in its own design, and leaves out what it cannot show safely.',
    ofNotes('html-stripped'),
  ],
  'link-repaired': [
    'It works, but takes a detour. Link to where it ends up.',
    both(
      ofLinks((path, site) => {
        const there = site.at(path);
        return 'redirect' in there ? `it is now ${there.redirect}` : null;
      }),
      ofNotes('link-repaired'),
    ),
  ],
  'terms-alike': [
    'Visitors take them for one, but each lists only its own posts.',
    ({ content }) => {
      const blog = valueIn(content.blog_posts);
      return termKinds.flatMap((kind) => {
        const first = new Map<string, string>();
        return (blog?.terms[kind].terms ?? []).flatMap(({ name, slug }) => {
          const other = first.get(looksOf(name));
          first.set(looksOf(name), other ?? name);
          const [post] = blog?.terms[kind].posts(slug) ?? [];
          if (other === undefined || !post) return [];
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
    ofRows(({ collection, id }, { content, now }) => {
      const review = collection === 'reviews' && valueIn(content.reviews)?.find((one) => one.id === id);
      const date = review ? review.date : null;
      return date && now - Date.parse(date.machine) > oldReviewMs ? `is from ${date.text}` : null;
    }),
  ],
  'notice-over': [
    'Visitors no longer see it. Archive it, so that the list shows what they see.',
    ofRows(({ collection, until }, { now }) =>
      collection === 'notices' && until !== null && until < now ? 'has expired' : null,
    ),
  ],
};

const redirectWords: Readonly<Record<RedirectFault['kind'] | 'noPage', string>> = {
  noPathFrom: 'does not start at a path of this site',
  noPathTo: 'does not lead to a path of this site',
  noPage: 'does not lead to a page that visitors see',
  doubled: 'starts at the same path as another redirect',
  shadowsPage: 'starts at the path of a page, which is shown instead',
  loop: 'leads back to itself, perhaps through others',
};

/** Findings of one kind that are listed; the others are counted. */
const mostOfKind = 20;
/** How long the diagnosis keeps the event loop at a time. */
const sliceMs = 10;

/**
 * What an editor should fix, in the order of `kinds`. The same finding on a page is listed once. Requests are served
 * meanwhile.
 */
export async function diagnose(site: SiteFacts): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const counts: Record<string, number> = {};
  let since = performance.now();
  for (const [kind, [why, find]] of Object.entries(kinds)) {
    const seen = new Set<string>();
    for (const found of find(site)) {
      if (found !== null) {
        seen.add(`${found.what} ${found.where}`);
        if (seen.size > (counts[kind] ?? 0) && seen.size <= mostOfKind)
          findings.push({ kind, why, ...found });
        counts[kind] = seen.size;
      }
      if (performance.now() - since < sliceMs) continue;
      await letRequestsRun();
      since = performance.now();
    }
  }
  return { findings, counts };
}

/** The labels of the required fields that are empty. */
const emptyOf = ({ notes }: ExaminedRow): string =>
  notes.flatMap((note) => (note.kind === 'empty' ? note.label : [])).join(', ');

const termKinds = ['category', 'tag', 'author'] as const;
const pathOfTerm = { category: categoryPath, tag: tagPath, author: authorPath };

/** Letters of other scripts, digits and signs, each before the Latin letter that it looks like (unicode.org/reports/tr39). */
const lookalikes = new Map(
  'аa еe оo рp сc хx уy іi јj ѕs кk мm тt нh вb αa οo νv ρp ιi κk τt ıi 0o 1l |l'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)] as const),
);

/** The same for names that a reader can hardly tell apart. */
const looksOf = (name: string): string =>
  [...name.toLowerCase().normalize('NFKD')]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
const nameOf = ({ name, collection }: ExaminedRow): string =>
  `${collectionOf(collection).schema?.singular ?? collection} “${short(name)}”`;

/** All links of a row, in its fields and in its texts. */
const hrefsOf = ({ notes, texts }: ExaminedRow): readonly string[] => [
  ...notes.flatMap((note) => (note.kind === 'link' ? note.href : [])),
  ...texts.flatMap(({ links }) => links),
];

/** The links of a row to pages of this site, as paths with their queries; links to files are left out. */
function pathsOf(row: ExaminedRow, origin: string): readonly string[] {
  const paths = pathsOfRows.get(row) ?? hrefsOf(row).flatMap((href) => pagePaths(href, origin));
  pathsOfRows.set(row, paths);
  return paths;
}

const pathsOfRows = new WeakMap<ExaminedRow, readonly string[]>();

const file = /^\/(?:assets|media|static|images)\/|\.\w{2,5}$/;
/** Only files of the content service have such addresses. */
const deadFile = /^\/assets\/(?![\da-f]{8}-[\da-f-]{27}(?:[./]|$))/i;

/** The path that a link has if it leads to a page of this site. */
function pagePaths(href: string, origin: string): readonly string[] {
  const url = href.startsWith('#') ? null : URL.parse(href, origin);
  const isPage = url?.origin === origin && !(file.test(url.pathname) && !deadFile.test(url.pathname));
  return isPage ? [url.pathname + url.search] : [];
}

const isInMenu = (menu: readonly MenuNode[], wanted: string | null): boolean =>
  menu.some(({ id, children }) => id === wanted || isInMenu(children, wanted));

function isMissing(site: SiteFacts, path: string): boolean {
  const there = site.at(path);
  return 'status' in there && there.status === 404;
}

const fileId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** What a row and its texts show as pictures, with the alternative text that a text gives. */
const referencesOf = ({ notes }: ExaminedRow) => notes.filter((note) => note.kind === 'picture');

/** Those of them that are files of the library. */
const picturesOf = (row: ExaminedRow) =>
  referencesOf(row).flatMap(({ reference, alt }) => {
    const id = fileId.exec(reference)?.[0].toLowerCase();
    return id === undefined ? [] : { id, alt };
  });

/** The paths of those that are at a path of this site. */
const picturePathsOf = (row: ExaminedRow, origin: string): readonly string[] =>
  referencesOf(row).flatMap(({ reference }) => {
    const url = fileId.test(reference) ? null : URL.parse(reference, origin);
    return url?.origin === origin ? url.pathname : [];
  });

const factsOf = ({ content }: SiteFacts, id: string) => factsIn(content.directus_files, id);

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
