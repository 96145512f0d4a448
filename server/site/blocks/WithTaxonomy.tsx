import type { ReactNode } from 'react';
import type { PostTaxonomy } from '../../../shared/content.ts';
import type { Question } from '../../../shared/contentSource.ts';
import { builtInTaxonomy } from './samplePosts.ts';
import { WhenAnswered } from './WhenAnswered.tsx';

interface WithTaxonomyProps {
  readonly question: Question<PostTaxonomy>;
  readonly children: (taxonomy: PostTaxonomy) => ReactNode;
}

/** What needs the categories and tags in use; built-in ones stand in while they cannot be had. */
export function WithTaxonomy({ question, children }: WithTaxonomyProps) {
  return (
    <WhenAnswered question={question} notice="block" otherwise={children(builtInTaxonomy)}>
      {children}
    </WhenAnswered>
  );
}
