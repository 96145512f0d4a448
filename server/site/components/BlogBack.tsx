import { blogPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useStyles } from '../../../shared/useStyles.ts';

/** The link back to the blog from a page below it. */
export function BlogBack() {
  useStyles('blogBack');
  return (
    <p>
      <A href={blogPath} className="link-arrow back-link">
        <Icon name="back" /> Back to Blog
      </A>
    </p>
  );
}
