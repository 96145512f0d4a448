import type { Picture, PostSummary } from '../../../shared/content.ts';
import { authorPath, blogPath, categoryPath, postPath, tagPath, yearPath } from '../../../shared/paths.ts';
import { readingMinutes, withoutTitle } from '../parse/sanitizeHtml.ts';
import { titleOfSlug } from '../parse/titleOfSlug.ts';
import { defineCollection, type PageAddress, type RowOf } from './collection.ts';
import {
  changed,
  day,
  html,
  id,
  lazy,
  line,
  moment,
  picture,
  searchWords,
  sharingFields,
  slug,
  status,
  text,
  urgency,
  words,
} from './fields.ts';
import { createPostIndex, nextDue, type PostIndex, type TermKind } from './postIndex.ts';

const isDue = (field: string) => ({ [field]: { _lte: '$NOW' } });
const isNull = (field: string) => ({ [field]: { _null: true } });

/** The posts of the blog. */
export const blogPosts = defineCollection({
  name: 'blog_posts',
  fields: {
    id: id(),
    status: status(),
    slug: slug({ note: 'The post is at /blog/ plus this. Old addresses redirect here automatically.' }),
    title: line({ required: true }),
    excerpt: text({ max: 500, note: 'One or two sentences for lists and search results.', softLength: 200 }),
    content: html({ label: 'Text' }),
    categories: words({ note: 'The first one is shown on the card.', width: 'half' }),
    tags: words({ width: 'half' }),
    publishedAt: moment({
      label: 'Publish at',
      note: 'A published post with a time in the future appears then.',
      width: 'half',
    }),
    publishedDate: day({
      label: 'Publication date',
      note: 'Used if Publish at is empty.',
      width: 'half',
    }),
    featured: picture({ column: 'featured_image', label: 'Picture at the top', width: 'half' }),
    thumbnail: picture({
      column: 'thumbnail_image',
      label: 'Card picture',
      note: 'If empty, the picture at the top.',
      width: 'half',
    }),
    authorName: line({ max: 100, label: 'Author', width: 'half' }),
    urgency: urgency(),
    searchWords: searchWords(),
    ...sharingFields,
    dateUpdated: changed(),
  },
  toRow({ title: written, content, publishedAt, publishedDate, featured, thumbnail, dateUpdated, ...post }) {
    const title = written ?? titleOfSlug(post.slug);
    const date = publishedAt ?? publishedDate;
    const published = date?.shown ?? null;
    // Sent to browsers, so it lists its members one by one and lets nothing else in.
    const summary: PostSummary = {
      id: post.id,
      slug: post.slug,
      title,
      excerpt: post.excerpt,
      categories: post.categories,
      tags: post.tags,
      published,
      picture: thumbnail ?? featured,
      authorName: post.authorName,
    };
    const shown = () => withoutTitle(content(), title);
    const minutes = lazy(() => readingMinutes(shown()));
    return {
      ...post,
      title,
      published,
      dueAt: date?.dueAt ?? null,
      /** A change before the publication date is not a change for readers. */
      lastModified: later(published?.machine ?? null, dateUpdated),
      picture: featured ?? thumbnail,
      summary,
      get content() {
        return shown();
      },
      get readingMinutes() {
        return minutes();
      },
    };
  },
  arrange: (posts, now) => createPostIndex(posts, now),
  changesAt: (posts, now) => nextDue(posts, now),
  pages: (blog) => pagesOf(blog),
  // `published_at` counts if it is set, else `published_date`; a post with neither is due.
  publicRows: {
    _and: [
      { status: { _eq: 'published' } },
      {
        _or: [
          isDue('published_at'),
          { _and: [isNull('published_at'), { _or: [isNull('published_date'), isDue('published_date')] }] },
        ],
      },
    ],
  },
  form: {
    icon: 'edit_note',
    label: 'Blog posts',
    singular: 'Blog post',
    note: 'Published posts appear on the site, newest first; a post with a future date waits until then.',
    template: '{{title}}',
    columns: ['thumbnail_image', 'title', 'status', 'published_at', 'published_date', 'categories'],
    pages: [{ path: '/blog/{{slug}}' }],
  },
});

/** A published post, which may still wait for its date. */
export type Article = RowOf<typeof blogPosts>;

/** The posts that are due, indexed for the queries that pages make. */
export type Blog = PostIndex<Article>;

/** The later of two days or moments; as ISO 8601 texts they sort by time. */
function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** The blog, its posts (newest first), and every category, tag, year and author in use. */
function pagesOf({
  articles,
  terms,
}: Pick<PostIndex<PagedPost>, 'articles' | 'terms'>): readonly PageAddress[] {
  const newest = (posts: readonly PagedPost[]) =>
    posts.map(({ lastModified }) => lastModified).reduce(later, null);
  const termPages = (kind: TermKind, pathOf: (slug: string) => string) =>
    terms[kind].terms.map(({ slug }) => ({
      path: pathOf(slug),
      lastModified: newest(terms[kind].posts(slug)),
    }));
  return [
    { path: blogPath, lastModified: newest(articles) },
    ...articles.map(({ slug, lastModified, picture, noindex }) => ({
      path: postPath(slug),
      isUnlisted: noindex,
      lastModified,
      pictures: picture === null ? [] : [picture],
    })),
    ...termPages('category', categoryPath),
    ...termPages('tag', tagPath),
    ...termPages('year', yearPath),
    ...termPages('author', authorPath),
  ];
}

/** The parts of a post that the entries of its pages use. */
interface PagedPost {
  readonly slug: string;
  readonly lastModified: string | null;
  readonly picture: Picture | null;
  readonly noindex: boolean;
}
