import { collectionNames } from '../../server/content/collections/collections.ts';
import type { Content } from '../../server/content/content.ts';
import { type ContentRow, demoRows } from '../../server/demo/demoRows.ts';
import { pageSlugs } from '../../shared/content.ts';

const { services, homes, blog_posts: posts } = demoRows();

/** Slugs of posts: shown ones, hidden ones, and one that is nowhere. */
export const postSlugs = [...posts.map(({ slug }) => slug), 'no-such-post'];

/** The results of every query that a page can make. */
export async function loadEverything(
  content: Content,
  morePosts: readonly ContentRow[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  await loadAll(content, morePosts);
  // Sizes and texts of pictures come a little later; by now they are there.
  await content.invalidate(collectionNames.flatMap((collection) => content.keysFor(collection)));
  const loaded: Record<string, unknown> = JSON.parse(
    withoutVersions(JSON.stringify(await loadAll(content, morePosts))),
  );
  return loaded;
}

/** Versions of pictures follow from when a file was uploaded: every service has its own. */
export const withoutVersions = (json: string): string =>
  json
    .replaceAll(/"version":"[0-9a-f]+"/g, '"version":"some"')
    .replaceAll(/&amp;v=[0-9a-f]+/g, '&amp;v=some');

async function loadAll(content: Content, morePosts: readonly ContentRow[]) {
  const source = content.source(() => undefined);
  const loaded: Record<string, unknown> = {
    menu: await source.menu(),
    settings: await source.settings(),
    callToAction: await source.callToAction(),
    homeServices: await source.homeServices(),
    services: await source.services(),
    homes: await source.homes(),
    taxonomy: await source.postTaxonomy(),
    allPosts: await content.source(() => undefined).allPosts(),
  };
  for (const slug of pageSlugs) loaded[`page ${slug}`] = await source.page(slug);
  for (const slug of [...services.map((service) => service.slug), 'no-such-service']) {
    const result = await source.service(slug);
    loaded[`service ${slug}`] = result;
    // As its page does: the lines of a service that is shown.
    const id = 'ok' in result ? result.ok?.id : undefined;
    if (id !== undefined) loaded[`features ${id}`] = await source.serviceFeatures(id);
  }
  for (const { slug } of [...homes, { slug: 'no-such-home' }]) {
    loaded[`home ${slug}`] = await source.home(slug);
  }
  for (const slug of [...postSlugs, ...morePosts.map((post) => String(post.slug))]) {
    loaded[`post ${slug}`] = await source.post(slug);
  }
  for (const page of [1, 2, 3, 99]) {
    loaded[`posts ${page}`] = await source.postListing({ category: null, tag: null, page });
  }
  loaded.category = await source.postListing({ category: 'seasonal-care', tag: null, page: 1 });
  loaded.tag = await source.postListing({ category: null, tag: 'winter', page: 1 });
  return loaded;
}

/** The slugs of posts that have a page. */
export const shownPosts = (loaded: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(loaded).flatMap(([query, result]) => {
    const hasPage = typeof result === 'object' && result !== null && 'ok' in result && result.ok !== null;
    return query.startsWith('post ') && hasPage ? [query.slice('post '.length)] : [];
  });
