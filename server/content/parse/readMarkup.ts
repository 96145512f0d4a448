/**
 * What is read of the output of the sanitizer: lower-case tags, double-quoted attributes, and no other entities than
 * those of the four signs that it escapes.
 */

/** Tags within a line, which separate no words: a comma may follow a link. */
const inlineTags = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)\b[^<>]*>/g;

/** The text between the tags, also of markup that was cut within one; takes linear time for any markup. */
export const textOf = (markup: string): string => markup.replace(/<[^<>]*>?/g, ' ');

/** The text on one line, still escaped. */
export const lineOf = (markup: string): string =>
  textOf(markup.replace(inlineTags, '')).replace(/\s+/g, ' ').trim();

/** The text on one line: a dot after each heading and cell, entities decoded. */
export const plainTextOf = (markup: string | null): string =>
  decoded(lineOf((markup ?? '').replace(/<\/(?:h[2-6]|t[dh])>/g, ' \u00b7 ')));

/** Decodes the entities that the sanitizer writes. */
export const decoded = (markup: string): string =>
  markup.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Where the links of a text lead. The sanitizer writes the address first. */
export const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => decoded(href));

/** The levels of the headings of a text, in order. */
export const headingLevelsOf = (html: string): readonly number[] =>
  [...html.matchAll(/<h([2-6])\b/g)].map(([, level]) => Number(level));

/** The places of a text that links can lead to. */
export const placesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<[^<>]* id="([^"]*)"/g)].map(([, id = '']) => id);
