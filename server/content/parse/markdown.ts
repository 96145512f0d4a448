/**
 * The Markdown that chat programs, note apps and one of the editors of Directus write. As HTML it is sanitized like any
 * other; in a field for plain text only its words are shown.
 */

/**
 * What is marked within a line, as what it is shown, and its words. The star at a price belongs to a footnote, and an
 * underline within a word to that.
 */
const marks: readonly (readonly [pattern: RegExp, html: string, words: string])[] = [
  [/!\[([^[\]\n]*)\]\(([^()\s"<>]+)\)/g, '<img src="$2" alt="$1">', ''],
  [/\[([^[\]\n]+)\]\(([^()\s"<>]+)\)/g, '<a href="$2">$1</a>', '$1'],
  [/(?<![*\w\\])\*([^\s*][^*\n]*)(?<=[^\s\d])\*(?![*\w])/g, '<em>$1</em>', '$1'],
  [/(?<=^|[\s("'\u2018\u201c*])_([^\s_][^_\n]*)(?<=\S)_(?!\w)/gm, '<em>$1</em>', '$1'],
  [/\*\*(?=\S)([^*\n]+)(?<=\S)\*\*/g, '<strong>$1</strong>', '$1'],
  [/(?<=^|[\s("'\u2018\u201c*])__([^\s_][^_\n]*)(?<=\S)__(?!\w)/gm, '<strong>$1</strong>', '$1'],
  [/`([^\s`][^`\n]*)(?<=\S)`/g, '<code>$1</code>', '$1'],
  [/\\([!#$&*+\-.()[\]_`|~])/g, '$1', '$1'],
];

/** Most text has none of these signs. */
const mayBeMarked = /[*_`\\]|\]\(/;

const inlineHtml = (text: string): string =>
  mayBeMarked.test(text) ? marks.reduce((read, [mark, html]) => read.replace(mark, html), text) : text;

/** The words of a plain text without the signs of Markdown around them. */
export function wordsOfMarkdown(text: string): string {
  const marked = text.replace(/^#{1,6} +(?=\p{Lu}|\*\*)/gmu, '');
  return mayBeMarked.test(marked)
    ? marks.reduce((read, [mark, , words]) => read.replace(mark, words), marked)
    : marked;
}

/** Elements without which blank lines and the ends of lines are the only paragraphs that a text has. */
const hasParagraphs = /<(?:p|div|br|table|section|article|dl|figure|pre|script|style|html|body)\b/i;

/**
 * An editor's HTML with elements where Markdown is written in it. A text without tags, and one with none but those
 * within paragraphs, as WordPress exports it, gets its paragraphs, lines, headings and lists.
 */
export function htmlOfMarkdown(written: string): string {
  const text = written.trim();
  const isPlain = !/<[a-z!/]/i.test(text);
  const isLoose =
    text.includes('\n') && (isPlain || (!hasParagraphs.test(text) && /\n[^\S\n]*\n/.test(text)));
  const html = isLoose
    ? blocksOf(text)
    : written.replace(
        /<p\b[^<>]*>\s*(#{1,6}) +([^<>\s][^<>]*)<\/p>/gi,
        (_, { length }: string, words: string) => `<h${length}>${words}</h${length}>`,
      );
  if (!mayBeMarked.test(html)) return html;
  let isCode = false;
  return html.replace(/<[^<>]*>|[^<]+/g, (part) => {
    const [tag, slash] = /^<(\/?)(?:pre|code)\b/i.exec(part) ?? [];
    if (tag !== undefined) isCode = slash === '';
    return isCode || part.startsWith('<') ? part : inlineHtml(part);
  });
}

/** A line of its own, after which a paragraph begins: a tag. */
const blockTag = /^<(?:!|\/?(?:h[1-6]|ul|ol|li|blockquote|hr|iframe|details|summary|video|audio)\b)/i;

type Kind = 'p' | 'ul' | 'ol' | 'blockquote' | 'table';

function blocksOf(text: string): string {
  const blocks: string[] = [];
  let kind = null as Kind | null;
  let start = '';
  let lines: string[] = [];
  const close = () => {
    if (kind !== null) blocks.push(`<${kind}${start}>${lines.join(kind === 'p' ? '<br>' : '')}</${kind}>`);
    [kind, start, lines] = [null, '', []];
  };
  const add = (to: Kind, html: string, from = '') => {
    if (kind !== to) {
      close();
      [kind, start] = [to, from];
    }
    lines.push(html);
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const words = line.trim();
    const [, level, heading = ''] = /^(#{1,6}) +(\S.*)$/.exec(words) ?? [];
    const [, number, item] = /^(?:[-*+\u2022]|(\d{1,2})[.)])[ \t]+(\S.*)$/.exec(words) ?? [];
    const isInList = kind === 'ul' || kind === 'ol';
    if (words === '') {
      // A list goes on after a blank line.
      if (!isInList) close();
    } else if (/^(?:-{3,}|\*{3,}|_{3,}|```\w*)$/.test(words)) {
      close();
      if (!words.startsWith('`')) blocks.push('<hr>');
    } else if (level !== undefined) {
      close();
      blocks.push(`<h${level.length}>${heading.replace(/ #+$/, '')}</h${level.length}>`);
    } else if (item !== undefined) {
      // The parser ends an item where the next one begins.
      if (number === undefined) add('ul', `<li>${item}`);
      else add('ol', `<li>${item}`, number === '1' ? '' : ` start="${number}"`);
    } else if (/^>/.test(words)) {
      add('blockquote', `<p>${words.slice(1).trim()}</p>`);
    } else if (/^\|.*\|$/.test(words)) {
      // The line below the headings of a table has only these signs.
      if (/[^|:\s-]/.test(words)) add('table', rowOf(words, kind === 'table' ? 'td' : 'th'));
    } else if (blockTag.test(words)) {
      close();
      blocks.push(words);
    } else if (isInList && /^\s/.test(line)) {
      lines.push(`<br>${words}`);
    } else {
      add('p', words);
    }
  }
  close();
  return blocks.join('');
}

const rowOf = (line: string, cell: 'th' | 'td'): string => {
  const cells = line.slice(1, -1).split('|');
  return `<tr>${cells.map((words) => `<${cell}>${words.trim()}</${cell}>`).join('')}</tr>`;
};
