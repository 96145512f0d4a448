/**
 * How a category or tag stands in an address: lower case, spaces as hyphens. Two names with the same slug
 * are the same term. A slash would end the path segment, so it becomes a hyphen too.
 */
export function termSlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s/\\]+/g, '-');
}
