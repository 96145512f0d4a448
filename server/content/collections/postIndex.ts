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
export interface Neighbors {
  readonly newer: PostSummary | null;
  readonly older: PostSummary | null;
  readonly related: readonly PostSummary[];
}

/** A post as it is found by its slug. */
interface FoundPost<T> {
  readonly post: T;
  /** A function, because it takes longer than finding the post, and only its page shows them. */
  neighbors(): Neighbors;
}

/** What posts are grouped by. */
export type TermKind = 'category' | 'tag' | 'year' | 'author';

/** The kinds of which a blog may have only one term. */
export type ArchiveKind = 'year' | 'author';

/** The posts that are due, indexed for the queries that pages make. */
export interface PostIndex<T> {
  /** Newest first, those without a date last. */
  readonly all: readonly PostSummary[];
  /** The rows of the same posts. */
  readonly articles: readonly T[];
  readonly taxonomy: PostTaxonomy;
  /**
   * The posts by category, tag, year and author. If there is only one year or author, that kind is empty: it would
   * repeat the blog.
   */
  readonly terms: Readonly<Record<TermKind, TermIndex<T>>>;
  /** The post of a slug; if several rows have the slug, the first counts. Null: none has it. */
  post(slug: string): FoundPost<T> | null;
  list(query: PostQuery): PostListing;
}

/** The posts by one kind of term. */
interface TermIndex<T> {
  /** Years from the newest, the others by name. */
  readonly terms: readonly CountedTerm[];
  /** The rows of all posts that have a term, newest first. */
  posts(slug: string): readonly T[];
  list(slug: string, page: number): PostListing;
}

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
  const terms = {
    category: indexTerms(posts, ({ categories }) => categories),
    tag: indexTerms(posts, ({ tags }) => tags),
    year: unlessOne(indexTerms(posts, ({ published }) => termsNamed(yearOf(published)), newestYearFirst)),
    author: unlessOne(indexTerms(posts, ({ authorName }) => termsNamed(authorName))),
  };
  return {
    all,
    articles: posts,
    taxonomy: { categories: withPictures(terms.category), tags: terms.tag.terms },
    terms,

    post(slug) {
      const place = places.get(slug);
      const post = place === undefined ? undefined : posts[place];
      if (place === undefined || post === undefined) return null;
      return {
        post,
        neighbors: () => ({
          newer: all[place - 1] ?? null,
          older: all[place + 1] ?? null,
          related: mostShared(candidatesFor(post.summary, terms), places),
        }),
      };
    },

    list({ category, tag, page }) {
      if (category !== null) return terms.category.list(category, page);
      return tag === null ? onePage(posts, null, page) : terms.tag.list(tag, page);
    },
  };
}

/** Shown dates end with the year. */
const yearOf = (published: PostSummary['published']): string | null =>
  /\d{4}$/.exec(published?.text ?? '')?.[0] ?? null;

/** The term with a name; none if its slug would be empty, or dots alone, which cannot be part of an address. */
function termsNamed(name: string | null): readonly Term[] {
  const slug = termSlug(name ?? '');
  return name === null || /^\.*$/.test(slug) ? [] : [{ name, slug }];
}

const byName = (a: Term, b: Term): number => a.name.localeCompare(b.name, 'en');
const newestYearFirst = (a: Term, b: Term): number => b.slug.localeCompare(a.slug);

/**
 * Groups posts that are sorted newest first. A term keeps the spelling of its oldest post, so that a new post cannot
 * rename it.
 */
function indexTerms<T extends IndexedPost>(
  posts: readonly T[],
  termsOf: (post: PostSummary) => readonly Term[],
  compare = byName,
): TermIndex<T> {
  const groups = new Map<string, { readonly term: Term; readonly posts: T[] }>();
  for (const post of posts.toReversed()) {
    for (const term of termsOf(post.summary)) {
      const group = groups.get(term.slug);
      if (group) group.posts.push(post);
      else groups.set(term.slug, { term, posts: [post] });
    }
  }
  for (const group of groups.values()) group.posts.reverse();
  return {
    terms: [...groups.values()].map((group) => ({ ...group.term, count: group.posts.length })).sort(compare),
    posts: (slug) => groups.get(slug)?.posts ?? [],
    list(name, page) {
      const group = groups.get(termSlug(name));
      return onePage(group?.posts ?? [], group?.term ?? null, page);
    },
  };
}

const noTerms: TermIndex<never> = indexTerms([], () => []);

/** Leaves out the only term of a kind. */
function unlessOne<T>(index: TermIndex<T>): TermIndex<T> {
  return index.terms.length === 1 ? noTerms : index;
}

function onePage(found: readonly IndexedPost[], term: Term | null, page: number): PostListing {
  const from = (page - 1) * postsPerPage;
  return {
    posts: found.slice(from, from + postsPerPage).map(({ summary }) => summary),
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
function candidatesFor(
  post: PostSummary,
  { category, tag }: PostIndex<IndexedPost>['terms'],
): readonly PostSummary[] {
  const groups = [
    ...post.categories.map(({ slug }) => category.posts(slug)),
    ...post.tags.map(({ slug }) => tag.posts(slug)),
  ];
  return groups
    .flatMap((posts) => posts.slice(0, relatedCandidates).map(({ summary }) => summary))
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

/** Gives each category the picture of one of its posts; no two categories get the same picture. */
function withPictures({ terms, posts }: TermIndex<IndexedPost>): readonly CountedCategory[] {
  const shown = new Set<string>();
  const fileOf = ({ source }: Picture) => ('address' in source ? source.address : source.asset);
  return terms.map((category) => {
    const pictures = posts(category.slug).flatMap(({ summary }) => summary.picture ?? []);
    const picture = pictures.find((candidate) => !shown.has(fileOf(candidate))) ?? null;
    if (picture !== null) shown.add(fileOf(picture));
    return { ...category, picture };
  });
}
