/**
 * The name under which a title or picture moves between a list and the page that it leads to. Styles read it
 * from `data-vt` and make an identifier of it, so anything but letters, digits and hyphens gives way to its
 * code.
 */
export function viewName(part: 'title' | 'picture', slug: string): string {
  return `${part}-${slug.replace(/[^a-z0-9-]/g, (character) => `_${character.codePointAt(0)}`)}`;
}
