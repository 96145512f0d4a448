/** A title for rows without one: the words of the slug, the first with a capital. */
export function titleOfSlug(slug: string): string {
  const words = slug.replace(/[-_]+/g, ' ').trim();
  return words === '' ? slug : words.charAt(0).toUpperCase() + words.slice(1);
}
