import sanitize from 'sanitize-html';
import { decoded } from './sanitizeHtml.ts';

/** What an editor with buttons writes, unlike people who mean the sign `<`. */
const isMarkup = /<\/(?:p|div|span|strong|b|em|i|u|a|li|h[1-6]|blockquote)>|<br\b[^<>]*>/i;
/** Also the entries of a list and the cells of a table: a paragraph shows its lines as one. */
const paragraphs = /<\/?(?:p|div|h[1-6]|ul|ol|li|blockquote|table|t[dhr])\b[^<>]*>/gi;
const inline = /<\/?(?:span|strong|b|em|i|u|s|a|tbody|font|small)\b[^<>]*>/gi;
/** Other tags are left to the parser, whose time grows with the square of their depth. */
const mostTags = 200;

/**
 * The words of a field for plain text in paragraphs, if a Directus in use has HTML there because it has an editor with
 * buttons for it: tags are not for readers. Everything else as it is.
 */
export function withoutTags(value: unknown): unknown {
  if (typeof value !== 'string' || !isMarkup.test(value)) return value;
  const text = value
    .replace(/\s+/g, ' ')
    .replace(paragraphs, '\n\n')
    .replace(/<br\b[^<>]*>/gi, '\n')
    .replace(inline, '');
  if ((text.match(/</g)?.length ?? 0) > mostTags) return value;
  return decoded(sanitize(text, { allowedTags: [], allowedAttributes: {} }))
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}
