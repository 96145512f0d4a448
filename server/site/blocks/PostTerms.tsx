import type { Post, Term } from '../../../shared/content.ts';
import { categoryPath, tagPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';

/** Below a post: its categories and tags, each leading to more of the same. */
export function PostTerms({ post: { categories, tags } }: { readonly post: Post }) {
  return (
    <footer className="post-terms">
      <Terms title="Categories" terms={categories} pathOf={categoryPath} />
      <Terms title="Tags" terms={tags} pathOf={tagPath} />
    </footer>
  );
}

interface TermsProps {
  readonly title: string;
  readonly terms: readonly Term[];
  readonly pathOf: (slug: string) => string;
}

function Terms({ title, terms, pathOf }: TermsProps) {
  if (terms.length === 0) return null;
  return (
    <nav aria-label={`${title} of this post`}>
      <h2>{title}</h2>
      <ul className="chips">
        {terms.map(({ name, slug }) => (
          <li key={slug}>
            <A href={pathOf(slug)} className="chip">
              {name}
            </A>
          </li>
        ))}
      </ul>
    </nav>
  );
}
