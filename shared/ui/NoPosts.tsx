import { noPostsTitle } from '../blogListWords.ts';
import { blogPath } from '../paths.ts';
import { A } from './A.tsx';

/** The empty state of a list of posts. */
export function NoPosts({ children }: { readonly children: string }) {
  return (
    <div className="empty stack">
      <h2 className="empty-title">{noPostsTitle}</h2>
      <p>{children}</p>
      <p>
        <A href={blogPath} className="button">
          See all posts
        </A>
      </p>
    </div>
  );
}
