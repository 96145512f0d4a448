import type { Post } from '../../../shared/content.ts';
import { tableOfContents } from './postHeadings.ts';

/** Links to the headings of a long post; nothing beside a short one. */
export function TableOfContents({ post }: { readonly post: Post }) {
  const entries = tableOfContents(post);
  if (entries.length === 0) return null;
  return (
    <nav className="toc" aria-labelledby="toc">
      <h2 id="toc">On this page</h2>
      <ol className="toc-list">
        {entries.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
