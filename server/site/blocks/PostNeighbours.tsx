import type { PostSummary } from '../../../shared/content.ts';
import { postPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';

interface PostNeighboursProps {
  readonly newer: PostSummary | null;
  readonly older: PostSummary | null;
}

/** The posts before and after this one, by date. */
export function PostNeighbours({ newer, older }: PostNeighboursProps) {
  if (newer === null && older === null) return null;
  return (
    <nav className="post-neighbours" aria-label="Newer and older posts">
      {newer !== null && <Neighbour direction="newer" label="Newer" post={newer} />}
      {older !== null && <Neighbour direction="older" label="Older" post={older} />}
    </nav>
  );
}

interface NeighbourProps {
  readonly direction: 'newer' | 'older';
  readonly label: string;
  readonly post: PostSummary;
}

function Neighbour({ direction, label, post }: NeighbourProps) {
  return (
    <A href={postPath(post.slug)} className={`post-neighbour post-${direction}`}>
      <span className="small">{label}</span> <span className="post-neighbour-title">{post.title}</span>
    </A>
  );
}
