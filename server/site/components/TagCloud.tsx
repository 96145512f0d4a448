import type { CountedTerm } from '../../../shared/content.ts';
import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { tagPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';

/** The largest size class (`steppedClasses` in scripts/build/inlineParts.mjs); more posts add no size. */
const largestTagSize = 12;

interface TagCloudProps {
  readonly tags: readonly CountedTerm[];
  /** False: post counts are unknown, so only the sizes are shown. */
  readonly counted: boolean;
  /** The slug of the tag that the page is about. */
  readonly current?: string | null;
}

/** Tags sized by their number of posts. */
export function TagCloud({ tags, counted, current }: TagCloudProps) {
  useStyles('tagCloud', 'tagSizes');
  return (
    <ul className="tag-cloud">
      {tags.map((tag) => (
        <li key={tag.slug}>
          <A
            href={tagPath(tag.slug)}
            className={tagSizeClass(tag.count)}
            data-length={tag.name.length}
            aria-current={tag.slug === current ? 'page' : undefined}
          >
            {tag.name}
            {counted && <span className="visually-hidden">, {countWithNoun(tag.count, 'post')}</span>}
          </A>
        </li>
      ))}
    </ul>
  );
}

/** The class that gives a tag 0.8 rem and 0.2 rem more for each of its posts. */
function tagSizeClass(count: number): string {
  return `tag-size-${Math.min(largestTagSize, Math.max(1, Math.round(count)))}`;
}
