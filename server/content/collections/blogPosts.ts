import { blogPath, categoryPath, postPath, tagPath } from '../../../shared/paths.ts';
import { type PostRow, parsePost, parsePosts } from '../parse/parsePost.ts';
import {
  type CollectionRows,
  defineCollection,
  hasSlugAndStatus,
  idsOf,
  type ListQuery,
  type PageAddress,
  published,
} from './collection.ts';
import { nextDue, postIndexOf } from './postIndex.ts';

const rows = {
  name: 'blog_posts',
  isRow: hasSlugAndStatus,
} as const satisfies CollectionRows;

const listFields =
  'id,slug,title,excerpt,categories,tags,status,published_at,published_date,featured_image,thumbnail_image,author_name';

/** All published posts without their texts, those that wait for their date too. */
const postsList: ListQuery<readonly PostRow[]> = {
  rows,
  key: 'posts',
  // A steady order, so that no post slips between two pages; the dates are sorted here.
  query: { filter: published, sort: 'id', fields: listFields },
  parse: parsePosts,
  changesAt: nextDue,
  pages: pagesOf,
};

const isDue = (field: string) => ({ [field]: { _lte: '$NOW' } });
const isEmpty = (field: string) => ({ [field]: { _null: true } });

/** The posts of the blog. */
export const blogPosts = defineCollection({
  ...rows,
  // The moment counts where there is one, else the day; a post with neither is due.
  publicRows: {
    _and: [
      published,
      {
        _or: [
          isDue('published_at'),
          { _and: [isEmpty('published_at'), { _or: [isEmpty('published_date'), isDue('published_date')] }] },
        ],
      },
    ],
  },
  lists: { posts: postsList },
  details: {
    // Loaded also with a later date, so that the post is there at once when it falls due.
    postDetail: {
      rows,
      prefix: 'post:',
      by: 'slug',
      query: { filter: published, sort: 'id', limit: 1, fields: `${listFields},content` },
      ids: idsOf(postsList, (rows, now) => postIndexOf(rows, now).all.map(({ slug }) => slug)),
      parse: parsePost,
    },
  },
  schema: {
    icon: 'edit_note',
    label: 'Blog posts',
    singular: 'Blog post',
    note: 'Published posts appear on the site, the newest first; one with a future date waits for it.',
    template: '{{title}}',
    fields: {
      id: { kind: 'id' },
      status: { kind: 'status' },
      slug: {
        kind: 'slug',
        note: 'The post is at /blog/ and this. Changing it breaks links from elsewhere.',
      },
      title: { kind: 'line', required: true },
      excerpt: { kind: 'text', note: 'One or two sentences for lists and search results.', softLength: 200 },
      content: { kind: 'html', label: 'Text' },
      categories: { kind: 'words', note: 'The first one stands on the card.', width: 'half' },
      tags: { kind: 'words', width: 'half' },
      published_at: {
        kind: 'moment',
        label: 'Appears at',
        note: 'In the future: the post waits for this moment.',
        width: 'half',
      },
      published_date: {
        kind: 'day',
        label: 'Or appears on',
        note: 'A calendar day in Oregon; used where no moment is given.',
        width: 'half',
      },
      featured_image: { kind: 'picture', label: 'Picture at the top', width: 'half' },
      thumbnail_image: {
        kind: 'picture',
        label: 'Picture of the card',
        note: 'Empty: the one at the top.',
        width: 'half',
      },
      author_name: { kind: 'line', label: 'Author', width: 'half' },
    },
  },
});

/** The blog, its posts (newest first), and every category and tag in use. */
function pagesOf(rows: readonly PostRow[], now: number): readonly PageAddress[] {
  const { all } = postIndexOf(rows, now);
  const categories = new Map<string, PageAddress>();
  const tags = new Map<string, PageAddress>();
  for (const { published: date, categories: ofPost, tags: tagsOfPost } of all) {
    const lastModified = date?.machine ?? null;
    // The first one is the newest.
    for (const { slug } of ofPost) {
      if (!categories.has(slug)) categories.set(slug, { path: categoryPath(slug), lastModified });
    }
    for (const { slug } of tagsOfPost) {
      if (!tags.has(slug)) tags.set(slug, { path: tagPath(slug), lastModified });
    }
  }
  const lastModified = all[0]?.published?.machine ?? null;
  return [
    { path: blogPath, lastModified },
    ...all.map(({ slug, published: date }) => ({
      path: postPath(slug),
      lastModified: date?.machine ?? null,
    })),
    ...categories.values(),
    ...tags.values(),
  ];
}
