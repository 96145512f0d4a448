import { noPostsTitle } from '../blogListText.ts';
import { blogPath } from '../paths.ts';
import { useStyles } from '../useStyles.ts';
import { A } from './A.tsx';

interface NoPostsProps {
  /** Whether other lists may have posts; adds a link to all posts. */
  readonly narrowed?: boolean;
  readonly children: string;
}

/** The empty state of a list of posts. */
export function NoPosts({ narrowed = true, children }: NoPostsProps) {
  useStyles('notices');
  return (
    <div className="empty stack">
      <h2 className="empty-title">{noPostsTitle}</h2>
      <p>{children}</p>
      {narrowed && (
        <p>
          <A href={blogPath} className="button">
            See all posts
          </A>
        </p>
      )}
    </div>
  );
}
