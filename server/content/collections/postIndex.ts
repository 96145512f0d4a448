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
import type { PostRow } from '../parse/parsePost.ts';

/** The posts of one version of the blog, arranged for every query about them. */
export interface PostIndex {
  /** Newest first, those without a date last. */
  readonly all: readonly PostSummary[];
  readonly taxonomy: PostTaxonomy;
  /** The post of a slug; the first row of a slug counts. */
  find(slug: string): PostSummary | null;
  list(query: PostQuery): PostListing;
  /** The newer and older neighbour by date, and up to three posts that share categories or tags. */
  around(post: PostSummary): {
    readonly newer: PostSummary | null;
    readonly older: PostSummary | null;
    readonly related: readonly PostSummary[];
  };
}

/** Posts of one category or tag, newest first. */
interface Group {
  readonly term: Term;
  readonly posts: PostSummary[];
}

const postsPerPage = 12;
const mostRelated = 3;
/** Only the newest of a term are looked at for related posts. */
const relatedCandidates = 50;

const indexes = new WeakMap<readonly PostRow[], { readonly index: PostIndex; from: number; until: number }>();

/** The posts that are due at `now` (milliseconds since 1970), arranged once for as long as they are the same. */
export function postIndexOf(rows: readonly PostRow[], now: number): PostIndex {
  const held = indexes.get(rows);
  if (held && held.from <= now && now < held.until) return held.index;
  const index = createPostIndex(rows, now);
  indexes.set(rows, { index, from: now, until: nextDue(rows, now) ?? Number.POSITIVE_INFINITY });
  return index;
}

/** Arranges the posts that are due at `now` (milliseconds since 1970). */
function createPostIndex(rows: readonly PostRow[], now: number): PostIndex {
  const places = new Map<string, number>();
  const due = new Map<string, PostRow>();
  for (const row of rows) {
    if (!due.has(row.summary.slug) && isDue(row, now)) due.set(row.summary.slug, row);
  }
  const all = [...due.values()].sort(newestFirst).map((row) => row.summary);
  for (const [place, post] of all.entries()) places.set(post.slug, place);
  const categories = groupByTerm(all, (post) => post.categories);
  const tags = groupByTerm(all, (post) => post.tags);

  const postAt = (place: number | undefined): PostSummary | null =>
    place === undefined ? null : (all[place] ?? null);

  const relatedTo = (post: PostSummary): readonly PostSummary[] => {
    const shared = new Map<PostSummary, number>();
    const groups = [
      ...post.categories.map(({ slug }) => categories.get(slug)),
      ...post.tags.map(({ slug }) => tags.get(slug)),
    ];
    for (const candidate of groups.flatMap((group) => group?.posts.slice(0, relatedCandidates) ?? [])) {
      if (candidate.slug !== post.slug) shared.set(candidate, (shared.get(candidate) ?? 0) + 1);
    }
    const placeOf = ({ slug }: PostSummary) => places.get(slug) ?? 0;
    return [...shared]
      .sort(([a, sharedA], [b, sharedB]) => sharedB - sharedA || placeOf(a) - placeOf(b))
      .slice(0, mostRelated)
      .map(([candidate]) => candidate);
  };

  return {
    all,
    taxonomy: { categories: withPictures(countTerms(categories), categories), tags: countTerms(tags) },
    find: (slug) => postAt(places.get(slug)),

    list({ category, tag, page }) {
      const filter = category ?? tag;
      const group = filter === null ? null : (category === null ? tags : categories).get(termSlug(filter));
      const posts = filter === null ? all : (group?.posts ?? []);
      const from = (page - 1) * postsPerPage;
      return {
        posts: posts.slice(from, from + postsPerPage),
        total: posts.length,
        page,
        pageCount: Math.max(1, Math.ceil(posts.length / postsPerPage)),
        term: group?.term ?? null,
      };
    },

    around(post) {
      const place = places.get(post.slug);
      return {
        newer: place === undefined ? null : postAt(place - 1),
        older: place === undefined ? null : postAt(place + 1),
        related: relatedTo(post),
      };
    },
  };
}

/** Whether a post may be shown at `now`; one without a date always may. */
export function isDue({ dueAt }: PostRow, now: number): boolean {
  return dueAt === null || dueAt <= now;
}

/** The next moment after `now` at which a post falls due, or null. */
export function nextDue(rows: readonly PostRow[], now: number): number | null {
  let next: number | null = null;
  for (const { dueAt } of rows) {
    if (dueAt !== null && dueAt > now && (next === null || dueAt < next)) next = dueAt;
  }
  return next;
}

function newestFirst(a: PostRow, b: PostRow): number {
  const first = a.dueAt ?? Number.NEGATIVE_INFINITY;
  const second = b.dueAt ?? Number.NEGATIVE_INFINITY;
  // Two infinities have no difference.
  const byDate = first === second ? 0 : second - first;
  return byDate || b.summary.id.localeCompare(a.summary.id, 'en', { numeric: true });
}

/** Groups newest-first posts; the spelling of the oldest post names the term, so a new one cannot rename it. */
function groupByTerm(posts: readonly PostSummary[], termsOf: (post: PostSummary) => readonly Term[]) {
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

/** Gives each category the picture of one of its posts, and no picture to two of them. */
function withPictures(
  categories: readonly CountedTerm[],
  groups: ReadonlyMap<string, Group>,
): readonly CountedCategory[] {
  const shown = new Set<string>();
  const fileOf = ({ source }: Picture) => ('address' in source ? source.address : source.asset);
  return categories.map((category) => {
    const pictures = groups.get(category.slug)?.posts.flatMap(({ picture }) => picture ?? []) ?? [];
    const picture = pictures.find((candidate) => !shown.has(fileOf(candidate))) ?? null;
    if (picture !== null) shown.add(fileOf(picture));
    return { ...category, picture };
  });
}

function countTerms(groups: ReadonlyMap<string, Group>): readonly CountedTerm[] {
  return [...groups.values()]
    .map(({ term, posts }) => ({ ...term, count: posts.length }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
