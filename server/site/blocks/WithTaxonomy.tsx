import type { ReactNode } from 'react';
import type { PostTaxonomy } from '../../../shared/content.ts';
import type { Query } from '../../../shared/query.ts';
import { builtInTaxonomy } from './samplePosts.ts';
import { WhenLoaded } from './WhenLoaded.tsx';

interface WithTaxonomyProps {
  readonly query: Query<PostTaxonomy>;
  readonly children: (taxonomy: PostTaxonomy) => ReactNode;
}

/** What needs the categories and tags in use; built-in ones stand in while they cannot be had. */
export function WithTaxonomy({ query, children }: WithTaxonomyProps) {
  return (
    <WhenLoaded query={query} notice="block" fallback={children(builtInTaxonomy)}>
      {children}
    </WhenLoaded>
  );
}
