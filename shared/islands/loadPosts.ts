import type { PostListing, PostQuery } from '../content.ts';
import { isObject } from '../field.ts';
import { blogListPath, blogPath, postsApiPath } from '../paths.ts';
import { withDeadline } from './withDeadline.ts';

/** Longer than the content API's own timeout. */
const deadlineMs = 8_000;

/**
 * Loads one page of posts from the content API; null if that fails, for any reason, or if the page is beyond the last.
 *
 * @param apiBase base URL of our JSON endpoints; empty: same origin
 */
export async function loadPosts(
  apiBase: string,
  query: PostQuery,
  signal: AbortSignal,
): Promise<PostListing | null> {
  try {
    const response = await fetch(apiBase + blogListPath(query).replace(blogPath, postsApiPath), {
      headers: { Accept: 'application/json' },
      signal: withDeadline(signal, deadlineMs),
    });
    if (!response.ok) return null;
    const listing: unknown = await response.json();
    if (!isPostListing(listing)) return null;
    return listing.posts.length === 0 && query.page > 1 ? null : listing;
  } catch {
    return null;
  }
}

const isTerm = (value: unknown): boolean =>
  isObject(value) && typeof value.name === 'string' && typeof value.slug === 'string';

/** Validates a response of our content API: checks every field that a card reads. */
function isPostListing(value: unknown): value is PostListing {
  if (!isObject(value) || !Array.isArray(value.posts)) return false;
  const numbers = [value.total, value.page, value.pageCount];
  return (
    numbers.every(Number.isInteger) &&
    (value.term === null || isTerm(value.term)) &&
    value.posts.every(isPost)
  );
}

function isPost(post: unknown): boolean {
  if (!isObject(post) || !Array.isArray(post.categories) || !post.categories.every(isTerm)) return false;
  const { picture, published, excerpt } = post;
  return (
    [post.id, post.slug, post.title].every((text) => typeof text === 'string') &&
    (excerpt === null || typeof excerpt === 'string') &&
    (published === null || (isObject(published) && typeof published.text === 'string')) &&
    (picture === null || (isObject(picture) && isObject(picture.source)))
  );
}
