/**
 * The view transition name of a title or picture that a list and its detail page share. Styles read it from `data-vt`
 * as an identifier, so that every character other than lower case letters, digits and hyphens is replaced by its code
 * point.
 */
export function viewName(part: 'title' | 'picture', slug: string): string {
  return `${part}-${slug.replace(/[^a-z0-9-]/g, (character) => `_${character.codePointAt(0)}`)}`;
}
