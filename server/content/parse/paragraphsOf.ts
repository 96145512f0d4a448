/** The paragraphs of a plain text, which blank lines separate; none without a text. */
export function paragraphsOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
