import { collectionOf } from '../content/collections/collections.ts';
import { droppedChildren, type MenuNode } from '../content/collections/menuTree.ts';
import { type PageSlug, pageChoices } from '../content/collections/pages.ts';
import type { NamedCollection } from '../content/collections/schema.ts';
import { mayBeShown } from '../content/parse/parsePicture.ts';
import { factsIn, type SiteContent, valueIn } from '../content/siteContent.ts';
import type { InspectedPage } from '../render/pageFinder.ts';
import { isOnMap } from '../site/blocks/HomeMap.tsx';
import { rowsNamed } from '../site/blocks/rowsNamed.ts';
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
  /** Why an external link is dead; null: it is not, or that is not known. */
  readonly deadLinkReason: (address: string) => string | null;
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

type Found = Pick<Finding, 'what' | 'where' | 'edit'>;
type Named = { readonly slug: string } & ({ readonly name: string } | { readonly title: string });
type Find = (site: SiteFacts) => readonly Found[];

/** Characters that search engines show of a title and of a description. */
const longest = { title: 70, description: 200 };
/** Pixels: Directus transforms no larger picture (`ASSETS_TRANSFORM_IMAGE_MAX_DIMENSION`); a narrower one blurs. */
const [largestSide, leastWidth] = [6_000, 600];
const oldReviewMs = 3 * 365 * 24 * 3_600_000;
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Findings about rows. `lookAt` returns what is wrong with a row, in words that continue after its name. */
const ofRows =
  (lookAt: (row: ExaminedRow, site: SiteFacts) => string | null | readonly (string | null)[]): Find =>
  (site) =>
    site.rows.flatMap((row) =>
      [lookAt(row, site)].flat().flatMap((words) => {
        const edit = { collection: row.collection, id: row.id };
        return words === null ? [] : { what: `${nameOf(row)} ${words}.`, where: row.path, edit };
      }),
    );

/** Findings about pages. The form to edit is that of the row whose page it is. */
const ofPages =
  (lookAt: (page: SiteFacts['pages'][number], site: SiteFacts) => string | null): Find =>
  (site) =>
    site.pages.flatMap((page) => {
      const what = lookAt(page, site);
      if (what === null) return [];
      const row = site.rows.find(({ path }) => path === page.path);
      const edit = row ? { collection: row.collection, id: row.id } : null;
      return { what, where: page.path, edit };
    });

/** Findings about the pictures that a row or its texts show. */
const ofPictures =
  (lookAt: (facts: NonNullable<ReturnType<typeof factsOf>>, alt: string | null) => string | null): Find =>
  (site) =>
    site.rows.flatMap((row) =>
      picturesOf(row).flatMap(({ id, alt }) => {
        const facts = factsOf(site, id);
        const words = facts ? lookAt(facts, alt) : null;
        const edit = { collection: 'directus_files', id };
        return words === null ? [] : { what: `A picture in ${nameOf(row)} ${words}.`, where: row.path, edit };
      }),
    );

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
    ofRows(({ isShown, empty }) => (isShown && empty.length > 0 ? `has no ${empty.join(', ')}` : null)),
  ],
  'row-hidden': [
    'It is published, but the site cannot show it.',
    ofRows(({ isShown, empty }) =>
      isShown ? null : `lacks ${empty.join(', ') || 'something required, or a valid address'}`,
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
  'picture-gone': [
    'A drawing is shown instead.',
    ofRows((row, site) =>
      picturesOf(row).map(({ id }) =>
        factsOf(site, id) === null ? 'uses a picture that is not in the file library' : null,
      ),
    ),
  ],
  'picture-nowhere': [
    'Visitors see no picture, unless the server in front of the site has that file.',
    ofRows((row, site) =>
      picturePathsOf(row, site.origin).map((path) =>
        isMissing(site, path) ? `uses a picture at ${path}, but the site has none there` : null,
      ),
    ),
  ],
  'left-out': [
    'The note below a field says what it accepts. A link starts with /, https, mailto: or tel:.',
    ofRows(({ leftOut }) => leftOut),
  ],
  'link-nowhere': [
    'Visitors who follow it are told that there is no such page.',
    ofLinks((path, site) => (isMissing(site, path) && !site.isDraft(path) ? 'no page' : null)),
  ],
  'link-draft': [
    'Until it is published, visitors are told that there is no such page.',
    ofLinks((path, site) => (isMissing(site, path) && site.isDraft(path) ? 'a draft' : null)),
  ],
  'link-outside': [
    'Visitors who follow it reach a dead end.',
    ofRows((row, { deadLinkReason }) =>
      hrefsOf(row).map((href) => {
        const reason = deadLinkReason(href);
        return reason && `links to ${short(href)}: ${reason}`;
      }),
    ),
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
    ofRows(({ collection, named }, { content }) => {
      const lists = {
        homes: valueIn(content.homes),
        services: valueIn(content.services),
        blog_posts: valueIn(content.blog_posts)?.all,
      };
      const isThere = (slug: string, name: NamedCollection) =>
        !lists[name] || rowsNamed<Named>([slug], () => lists[name]).length > 0;
      const isReader = (slug: string) => collection === 'reviews' && /^(owners|guests)$/.test(slug);
      return named.map(({ name, slug, rowsOf }) => {
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
    (site) => [...doubled('title')(site), ...doubled('description')(site)],
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
    (site) => [...tooLong('title')(site), ...tooLong('description')(site)],
  ],
  'html-stripped': [
    'It could harm visitors or break the page, so the site does not show it.',
    ofRows(({ texts }) =>
      texts.map(({ stripped }) => (stripped.length > 0 ? `is shown without ${stripped.join('; ')}` : null)),
    ),
  ],
  'link-repaired': [
    'It works, but takes a detour. Link to where it ends up.',
    (site) => [
      ...ofLinks((path) => {
        const there = site.at(path);
        return 'redirect' in there ? `it is now ${there.redirect}` : null;
      })(site),
      ...ofRows(({ links }) =>
        links.map(({ written, href }) =>
          href.startsWith('/') && !written.startsWith('/')
            ? `links to “${short(written)}”, which is read as ${href}`
            : null,
        ),
      )(site),
    ],
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

/** Everything that an editor should fix, in the order of `kinds`. Pure. The same finding on a page is listed once. */
export function diagnose(site: SiteFacts): readonly Finding[] {
  const findings = Object.entries(kinds).flatMap(([kind, [why, find]]) =>
    find(site).map((found): Finding => ({ kind, why, ...found })),
  );
  const keyOf = ({ kind, what, where }: Finding) => `${kind} ${what} ${where}`;
  return [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()];
}

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
const nameOf = ({ name, collection }: ExaminedRow): string =>
  `${collectionOf(collection).schema?.singular ?? collection} “${short(name)}”`;

/** All links of a row, in its fields and in its texts. */
export const hrefsOf = ({ links, texts }: ExaminedRow): readonly string[] => [
  ...links.map(({ href }) => href),
  ...texts.flatMap((text) => text.links),
];

/** The links of a row to pages of this site, as paths with their queries; links to files are left out. */
const pathsOf = (row: ExaminedRow, origin: string): readonly string[] =>
  hrefsOf(row).flatMap((href) => pagePaths(href, origin));

/** The path that a link has if it leads to a page of this site. */
function pagePaths(href: string, origin: string): readonly string[] {
  const url = href.startsWith('#') ? null : URL.parse(href, origin);
  const isPage = url?.origin === origin && !/^\/(assets|media|static|images)\/|\.\w{2,5}$/.test(url.pathname);
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
const referencesOf = ({ pictures, texts }: ExaminedRow) => [
  ...pictures.map((reference) => ({ reference, alt: null })),
  ...texts.flatMap((text) => text.pictures),
];

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
