/** A title for what has none: the words of its address, the first with a capital. */
export function titleOfSlug(slug: string): string {
  const words = slug.replace(/[-_]+/g, ' ').trim();
  return words === '' ? slug : words.charAt(0).toUpperCase() + words.slice(1);
}
