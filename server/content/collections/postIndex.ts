import type {
  CountedCategory,
  CountedTerm,
  Picture,
  PostListing,
  PostQuery,
  PostSummary,
  PostTaxonomy,
  Term,
} from '../../../shared/content.ts';
import { termSlug } from '../../../shared/terms.ts';
import { compareIds, firstOfEach } from './rowOrder.ts';

/** The parts of a row that the index uses. */
interface IndexedPost {
  readonly summary: PostSummary;
  /** Milliseconds since 1970; null: always due. */
  readonly dueAt: number | null;
}

/** The posts around one: by date, and up to three that share categories or tags with it. */
export interface Neighbours {
  readonly newer: PostSummary | null;
  readonly older: PostSummary | null;
  readonly related: readonly PostSummary[];
}

/** The posts that are due, indexed for the queries that pages make. */
export interface PostIndex<T> {
  /** Newest first, those without a date last. */
  readonly all: readonly PostSummary[];
  /** The rows of the same posts. */
  readonly articles: readonly T[];
  readonly taxonomy: PostTaxonomy;
  /**
   * The post of a slug with its text and its neighbors; if several rows have the slug, the first counts. Null: none has
   * it.
   */
  post(slug: string): (T & Neighbours) | null;
  list(query: PostQuery): PostListing;
  /**
   * The posts by year and by author. If there is only one year or author, that archive is empty: it would repeat the
   * blog.
   */
  readonly archives: Readonly<Record<ArchiveKind, Archive>>;
}

/** What archives group the posts by, besides categories and tags. */
export type ArchiveKind = 'year' | 'author';

interface Archive {
  /** Years from the newest, authors by name. */
  readonly terms: readonly CountedTerm[];
  /** All posts of one year or author. */
  posts(slug: string): readonly PostSummary[];
  list(slug: string, page: number): PostListing;
}

/** Posts of one category or tag, newest first. */
interface Group {
  readonly term: Term;
  readonly posts: PostSummary[];
}

type Groups = ReadonlyMap<string, Group>;

const postsPerPage = 12;
const mostRelated = 3;
/** Only this many of the newest posts of a term are considered as related posts. */
const relatedCandidates = 50;

/** Arranges the posts that are due at `now` (milliseconds since 1970). */
export function createPostIndex<T extends IndexedPost>(rows: readonly T[], now: number): PostIndex<T> {
  const due = rows.filter((row) => isDue(row, now));
  const posts = firstOfEach(due, ({ summary }) => summary.slug).toSorted(newestFirst);
  const all = posts.map(({ summary }) => summary);
  const places = new Map(all.map(({ slug }, place) => [slug, place]));
  const categories = groupByTerm(all, (post) => post.categories);
  const tags = groupByTerm(all, (post) => post.tags);
  return {
    all,
    articles: posts,
    taxonomy: { categories: withPictures(countTerms(categories), categories), tags: countTerms(tags) },

    post(slug) {
      const place = places.get(slug);
      const post = place === undefined ? undefined : posts[place];
      if (place === undefined || post === undefined) return null;
      const candidates = candidatesFor(post.summary, categories, tags);
      return {
        ...post,
        newer: all[place - 1] ?? null,
        older: all[place + 1] ?? null,
        related: mostShared(candidates, places),
      };
    },

    list({ category, tag, page }) {
      const filter = category ?? tag;
      if (filter === null) return onePage(all, null, page);
      return pageOfGroup((category === null ? tags : categories).get(termSlug(filter)), page);
    },

    archives: {
      year: archiveOf(
        all,
        ({ published }) => yearOf(published),
        (a, b) => b.slug.localeCompare(a.slug),
      ),
      author: archiveOf(all, ({ authorName }) => authorName),
    },
  };
}

/** Shown dates end with the year. */
const yearOf = (published: PostSummary['published']): string | null =>
  /\d{4}$/.exec(published?.text ?? '')?.[0] ?? null;

function archiveOf(
  all: readonly PostSummary[],
  nameOf: (post: PostSummary) => string | null,
  compare?: (a: Term, b: Term) => number,
): Archive {
  const groups = groupByTerm(all, (post) => {
    const name = nameOf(post) ?? '';
    const slug = termSlug(name);
    // A slug of dots alone cannot be part of an address.
    return /^\.*$/.test(slug) ? [] : [{ name, slug }];
  });
  const known: Groups = groups.size < 2 ? new Map() : groups;
  const terms = countTerms(known);
  return {
    terms: compare ? terms.toSorted(compare) : terms,
    posts: (slug) => known.get(slug)?.posts ?? [],
    list: (slug, page) => pageOfGroup(known.get(slug), page),
  };
}

function pageOfGroup(group: Group | undefined, page: number): PostListing {
  return onePage(group?.posts ?? [], group?.term ?? null, page);
}

function onePage(found: readonly PostSummary[], term: Term | null, page: number): PostListing {
  const from = (page - 1) * postsPerPage;
  return {
    posts: found.slice(from, from + postsPerPage),
    total: found.length,
    page,
    pageCount: Math.max(1, Math.ceil(found.length / postsPerPage)),
    term,
  };
}

function isDue({ dueAt }: IndexedPost, now: number): boolean {
  return dueAt === null || dueAt <= now;
}

/** The next moment after `now` at which a post falls due, or null. */
export function nextDue(rows: readonly IndexedPost[], now: number): number | null {
  let next: number | null = null;
  for (const { dueAt } of rows) {
    if (dueAt !== null && dueAt > now && (next === null || dueAt < next)) next = dueAt;
  }
  return next;
}

function newestFirst(a: IndexedPost, b: IndexedPost): number {
  const first = a.dueAt ?? Number.NEGATIVE_INFINITY;
  const second = b.dueAt ?? Number.NEGATIVE_INFINITY;
  // The difference of two infinities is NaN.
  const byDate = first === second ? 0 : second - first;
  return byDate || compareIds(b.summary.id, a.summary.id);
}

/** The posts that share a category or tag with this one, once for each that they share. */
function candidatesFor(post: PostSummary, categories: Groups, tags: Groups): readonly PostSummary[] {
  const groups = [
    ...post.categories.map(({ slug }) => categories.get(slug)),
    ...post.tags.map(({ slug }) => tags.get(slug)),
  ];
  return groups
    .flatMap((group) => group?.posts.slice(0, relatedCandidates) ?? [])
    .filter(({ slug }) => slug !== post.slug);
}

/** The candidates that occur most often; of equally frequent ones the newest first. */
function mostShared(
  candidates: readonly PostSummary[],
  places: ReadonlyMap<string, number>,
): readonly PostSummary[] {
  const shared = new Map<PostSummary, number>();
  for (const candidate of candidates) shared.set(candidate, (shared.get(candidate) ?? 0) + 1);
  const placeOf = ({ slug }: PostSummary) => places.get(slug) ?? 0;
  return [...shared]
    .sort(([a, sharedA], [b, sharedB]) => sharedB - sharedA || placeOf(a) - placeOf(b))
    .slice(0, mostRelated)
    .map(([candidate]) => candidate);
}

/**
 * Groups posts that are sorted newest first. A term keeps the spelling of its oldest post, so that a new post cannot
 * rename it.
 */
function groupByTerm(posts: readonly PostSummary[], termsOf: (post: PostSummary) => readonly Term[]): Groups {
  const groups = new Map<string, Group>();
  for (const post of posts.toReversed()) {
    for (const term of termsOf(post)) {
      const group = groups.get(term.slug);
      if (group) group.posts.push(post);
      else groups.set(term.slug, { term, posts: [post] });
    }
  }
  for (const group of groups.values()) group.posts.reverse();
  return groups;
}

/** Gives each category the picture of one of its posts; no two categories get the same picture. */
function withPictures(categories: readonly CountedTerm[], groups: Groups): readonly CountedCategory[] {
  const shown = new Set<string>();
  const fileOf = ({ source }: Picture) => ('address' in source ? source.address : source.asset);
  return categories.map((category) => {
    const pictures = groups.get(category.slug)?.posts.flatMap(({ picture }) => picture ?? []) ?? [];
    const picture = pictures.find((candidate) => !shown.has(fileOf(candidate))) ?? null;
    if (picture !== null) shown.add(fileOf(picture));
    return { ...category, picture };
  });
}

function countTerms(groups: Groups): readonly CountedTerm[] {
  return [...groups.values()]
    .map(({ term, posts }) => ({ ...term, count: posts.length }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
