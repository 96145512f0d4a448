import type { Html, PostSummary } from '../../../shared/content.ts';
import { type Row, readId, readLine, readRows, readSlug, readText } from '../../directus/readField.ts';
import type { ParseContext } from './parseContext.ts';
import { type ContentDate, parseDate } from './parseDate.ts';
import { parsePicture } from './parsePicture.ts';
import { readingMinutes, sanitiseHtml } from './sanitiseHtml.ts';
import { parseTerms } from './terms.ts';
import { titleOfSlug } from './titleOfSlug.ts';

/** A published post of a list; `dueAt` (milliseconds since 1970) may lie in the future, null is undated. */
export interface PostRow {
  readonly summary: PostSummary;
  readonly dueAt: number | null;
}

/** A published post with its text. */
interface PostDetail extends PostRow {
  readonly content: Html | null;
  readonly readingMinutes: number;
}

/** The posts of a list whose status is exactly `published`, in the order of the list. */
export function parsePosts(value: unknown, context: ParseContext): readonly PostRow[] {
  return readRows(value).flatMap(
    (row) => readPost(row, [row.thumbnail_image, row.featured_image], context) ?? [],
  );
}

/** The first published post of a list with its text; null if there is none. */
export function parsePost(value: unknown, context: ParseContext): PostDetail | null {
  for (const row of readRows(value)) {
    const post = readPost(row, [row.featured_image, row.thumbnail_image], context);
    if (!post) continue;
    const content = sanitiseHtml(row.content, context);
    return { ...post, content, readingMinutes: readingMinutes(content) };
  }
  return null;
}

function readPost(row: Row, pictures: readonly unknown[], context: ParseContext): PostRow | null {
  const id = readId(row.id);
  const slug = readSlug(row.slug);
  if (id === null || slug === null || row.status !== 'published') return null;
  const date: ContentDate | null = parseDate(row.published_at) ?? parseDate(row.published_date);
  const picture = pictures
    .map((reference) => parsePicture(reference, context))
    .find((found) => found !== null);
  return {
    dueAt: date?.dueAt ?? null,
    summary: {
      id,
      slug,
      title: readLine(row.title) ?? titleOfSlug(slug),
      excerpt: readText(row.excerpt, 500),
      categories: parseTerms(row.categories),
      tags: parseTerms(row.tags),
      published: date?.shown ?? null,
      picture: picture ?? null,
      authorName: readLine(row.author_name, 100),
    },
  };
}
