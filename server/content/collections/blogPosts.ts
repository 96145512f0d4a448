import type { PostSummary } from '../../../shared/content.ts';
import { blogPath, categoryPath, postPath, tagPath } from '../../../shared/paths.ts';
import { readingMinutes } from '../parse/sanitiseHtml.ts';
import { titleOfSlug } from '../parse/titleOfSlug.ts';
import { defineCollection, type PageAddress, type RowOf } from './collection.ts';
import { changed, day, html, id, lazy, line, moment, picture, slug, status, text, words } from './fields.ts';
import { createPostIndex, type Neighbours, nextDue, type PostIndex } from './postIndex.ts';

const isDue = (field: string) => ({ [field]: { _lte: '$NOW' } });
const isEmpty = (field: string) => ({ [field]: { _null: true } });

/** The posts of the blog. */
export const blogPosts = defineCollection({
  name: 'blog_posts',
  marks: ['published_at', 'published_date', 'excerpt', 'author_name'],
  fields: {
    id: id(),
    status: status(),
    slug: slug({ note: 'The post is at /blog/ and this. Changing it breaks links from elsewhere.' }),
    title: line({ required: true }),
    excerpt: text({ max: 500, note: 'One or two sentences for lists and search results.', softLength: 200 }),
    content: html({ label: 'Text' }),
    categories: words({ note: 'The first one stands on the card.', width: 'half' }),
    tags: words({ width: 'half' }),
    publishedAt: moment({
      label: 'Appears at',
      note: 'In the future: the post waits for this moment.',
      width: 'half',
    }),
    publishedDate: day({
      label: 'Or appears on',
      note: 'A calendar day in Oregon; used where no moment is given.',
      width: 'half',
    }),
    featured: picture({ column: 'featured_image', label: 'Picture at the top', width: 'half' }),
    thumbnail: picture({
      column: 'thumbnail_image',
      label: 'Picture of the card',
      note: 'Empty: the one at the top.',
      width: 'half',
    }),
    authorName: line({ max: 100, label: 'Author', width: 'half' }),
    dateUpdated: changed(),
  },
  toRow({ title: written, content, publishedAt, publishedDate, featured, thumbnail, ...post }) {
    const title = written ?? titleOfSlug(post.slug);
    const date = publishedAt ?? publishedDate;
    const published = date?.shown ?? null;
    // Browsers are sent this, so it names what it has and nothing else.
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
    const minutes = lazy(() => readingMinutes(content()));
    return {
      ...post,
      title,
      published,
      dueAt: date?.dueAt ?? null,
      picture: featured ?? thumbnail,
      summary,
      get content() {
        return content();
      },
      get readingMinutes() {
        return minutes();
      },
    };
  },
  arrange: (posts, now) => createPostIndex(posts, now),
  changesAt: (posts, now) => nextDue(posts, now),
  pages: ({ all }) => pagesOf(all),
  // The moment counts where there is one, else the day; a post with neither is due.
  publicRows: {
    _and: [
      { status: { _eq: 'published' } },
      {
        _or: [
          isDue('published_at'),
          { _and: [isEmpty('published_at'), { _or: [isEmpty('published_date'), isDue('published_date')] }] },
        ],
      },
    ],
  },
  form: {
    icon: 'edit_note',
    label: 'Blog posts',
    singular: 'Blog post',
    note: 'Published posts appear on the site, the newest first; one with a future date waits for it.',
    template: '{{title}}',
    columns: ['thumbnail_image', 'title', 'status', 'published_at', 'published_date', 'categories'],
    pages: [{ path: '/blog/{{slug}}' }],
  },
});

/** A published post, which may still wait for its date. */
export type Article = RowOf<typeof blogPosts>;

/** A post that is due, with its neighbours. */
export type Post = Article & Neighbours;

/** The posts that are due, arranged for every question that a page has of them. */
export type Blog = PostIndex<Article>;

/** The blog, its posts (newest first), and every category and tag in use. */
function pagesOf(all: readonly PostSummary[]): readonly PageAddress[] {
  const categories = new Map<string, PageAddress>();
  const tags = new Map<string, PageAddress>();
  for (const { published, categories: ofPost, tags: tagsOfPost } of all) {
    const lastModified = published?.machine ?? null;
    // The first one is the newest.
    for (const term of ofPost) {
      if (!categories.has(term.slug)) {
        categories.set(term.slug, { path: categoryPath(term.slug), lastModified });
      }
    }
    for (const term of tagsOfPost) {
      if (!tags.has(term.slug)) tags.set(term.slug, { path: tagPath(term.slug), lastModified });
    }
  }
  return [
    { path: blogPath, lastModified: all[0]?.published?.machine ?? null },
    ...all.map((post) => ({ path: postPath(post.slug), lastModified: post.published?.machine ?? null })),
    ...categories.values(),
    ...tags.values(),
  ];
}
