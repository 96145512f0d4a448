/** The largest class of `TagCloud.css`; more posts than that do not make a tag larger. */
export const largestTagSize = 12;

/** The class that gives a tag 0.8 rem and 0.2 rem more for each of its posts. */
export function tagSizeClass(count: number): string {
  return `tag-size-${Math.min(largestTagSize, Math.max(1, Math.round(count)))}`;
}
