import sanitize from 'sanitize-html';
import { wordsOfMarkdown } from './markdown.ts';
import { decoded } from './readMarkup.ts';
import { singleEntities } from './sanitizeHtml.ts';

/** What an editor with buttons writes, unlike people who mean the sign `<`. */
const isMarkup = /<\/(?:p|div|span|strong|b|em|i|u|a|li|h[1-6]|blockquote)>|<br\b[^<>]*>/i;
/** Signs as another program exported them: `Tips &amp; tricks`, `Owner&#8217;s guide`. */
const entity = /&(?:[a-z]{2,8}\d{0,2}|#\d{2,7}|#x[\da-f]{2,6});/i;
/** Also the entries of a list and the cells of a table: a paragraph shows its lines as one. */
const paragraphs = /<\/?(?:p|div|h[1-6]|ul|ol|li|blockquote|table|t[dhr])\b[^<>]*>/gi;
const inline = /<\/?(?:span|strong|b|em|i|u|s|a|tbody|font|small)\b[^<>]*>/gi;
/** Other tags are left to the parser, whose time grows with the square of their depth. */
const mostTags = 200;

/**
 * The words of a field for plain text in paragraphs, if a Directus in use has HTML there because it has an editor with
 * buttons for it, or was filled by another program: tags, entities and Markdown are not for readers. Everything else as
 * it is.
 */
export function withoutMarkup<T>(value: T): T | string {
  if (typeof value !== 'string') return value;
  return wordsOfMarkdown(isMarkup.test(value) ? withoutTags(value) : decodeEntities(value));
}

function withoutTags(value: string): string {
  const text = value
    .replace(/\s+/g, ' ')
    .replace(paragraphs, '\n\n')
    .replace(/<br\b[^<>]*>/gi, '\n')
    .replace(inline, '');
  if ((text.match(/</g)?.length ?? 0) > mostTags) return value;
  return textIn(text);
}

const decodeEntities = (value: string): string =>
  entity.test(value) ? textIn(value.replaceAll('<', '&lt;')) : value;

/** What is read of markup. */
const textIn = (markup: string): string =>
  decoded(sanitize(singleEntities(markup), { allowedTags: [], allowedAttributes: {} }));
