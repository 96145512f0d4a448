/**
 * The name under which a title or picture moves between a list and the page that it leads to. Styles read it from
 * `data-vt` and make an identifier of it, so every character but letters, digits and hyphens is replaced by its
 * code.
 */
export function viewName(part: 'title' | 'picture', slug: string): string {
  return `${part}-${slug.replace(/[^a-z0-9-]/g, (character) => `_${character.codePointAt(0)}`)}`;
}
