import type { ReactNode } from 'react';
import { noPostsTitle, pageSuffix } from '../../../shared/blogListWords.ts';
import type { PostTaxonomy } from '../../../shared/content.ts';
import { termOf } from '../../../shared/termName.ts';
import { termSlug } from '../../../shared/termSlug.ts';
import { TermPosts } from '../blocks/TermPosts.tsx';
import { definePage, loadedValue, type PageRequest, type SitePage } from '../definePage.tsx';

interface TermPageDefinition {
  /** Also the name of the route's parameter. */
  readonly kind: 'category' | 'tag';
  readonly pathOf: (slug: string, page?: number) => string;
  /** The document's title for a term of that name. */
  readonly titleOf: (name: string) => string;
  readonly describe: (slug: string, name: string) => string;
  /** Whether readers see the description too. */
  readonly showsDescription: boolean;
  /** The other terms of its kind, beside the posts. */
  readonly sidebar: (taxonomy: PostTaxonomy, current: string) => ReactNode;
}

/** The page of the posts of one category or tag; its address may be written in any case and with spaces. */
export function termPage(definition: TermPageDefinition): SitePage {
  const { kind, pathOf, titleOf, describe, showsDescription, sidebar } = definition;
  const slugOf = (params: PageRequest['params']) => termSlug(params[kind] ?? '');
  return definePage({
    styles: 'blog',
    query: ['page'],
    load: ({ content, params, query }) => ({
      listing: content.postListing({ category: null, tag: null, [kind]: slugOf(params), page: query.page }),
      taxonomy: content.postTaxonomy(),
    }),
    primary: 'listing',
    isAbsent: ({ listing }) => loadedValue(listing)?.posts.length === 0,
    describe: ({ listing }, { params, query }) => {
      const slug = slugOf(params);
      const name = loadedValue(listing)?.term?.name ?? termOf(slug).name;
      const isEmpty = loadedValue(listing)?.posts.length === 0;
      return {
        title: isEmpty ? noPostsTitle : `${titleOf(name)}${pageSuffix(query.page)}`,
        description: describe(slug, name),
        path: pathOf(slug, query.page),
      };
    },
    View: ({ queries, params }) => (
      <TermPosts
        kind={kind === 'category' ? 'Category' : 'Tag'}
        slug={slugOf(params)}
        listing={queries.listing}
        taxonomy={queries.taxonomy}
        pathOf={(page) => pathOf(slugOf(params), page)}
        {...(showsDescription && { describe })}
        sidebar={(taxonomy) => sidebar(taxonomy, slugOf(params))}
      />
    ),
  });
}
