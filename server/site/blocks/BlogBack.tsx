import { blogPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';

/** The link back to the blog from a page below it. */
export function BlogBack() {
  return (
    <p>
      <A href={blogPath} className="back-link">
        <Icon name="back" /> Back to Blog
      </A>
    </p>
  );
}
