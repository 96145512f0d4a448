import sanitize from 'sanitize-html';
import { cleanText, dropHalfPair } from '../../directus/readField.ts';
import { allowedElements, renamed } from './allowedElements.ts';
import { decorateHtml } from './decorateHtml.ts';
import {
  alignments,
  createMeaningKeeper,
  dropHidden,
  hiddenClass,
  isHidden,
  lostStylesOf,
  marks,
  stylesOf,
  writeMarks,
} from './editorStyles.ts';
import { htmlOfMarkdown } from './markdown.ts';
import type { ParseContext } from './parseContext.ts';
import { placesOf, plainTextOf, textOf } from './readMarkup.ts';

/** HTML that has passed the sanitizer; only such strings may be inserted as markup. */
export type Html = string & { readonly __html: 'sanitized' };

/**
 * What is kept of one text: characters that are read, and of markup. What is thrown away costs little, so that a text
 * from a word processor loses nothing because of its styles.
 */
const mostText = 256 * 1024;
const mostMarkup = 1024 * 1024;
/** Bounds of what is read: characters, and `<` and `&`, each of which costs the parser a step. No real text has more. */
const longestSource = 4 * 1024 * 1024;
const mostSteps = 100_000;
/** No editor writes deeper markup, and the parser's time grows with the square of the depth. */
const maxDepth = 200;

/**
 * What the editors of Directus 12 can produce and preserve, and `div` from older content. None of it can run script or
 * change the page around it. `data-*` attributes are not allowed, because they mark our islands.
 */
const allowedTags = [
  'p',
  'div',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'hr',
  'br',
  'a',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'del',
  'ins',
  'sub',
  'sup',
  'small',
  'q',
  'span',
  'mark',
  'abbr',
  'kbd',
  'img',
  'video',
  'audio',
  'source',
  'iframe',
  'figure',
  'figcaption',
  'section',
  'article',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'details',
  'summary',
  'dl',
  'dt',
  'dd',
];

const media = ['src', 'title', 'width', 'height', 'controls', 'preload', 'poster', 'loop', 'muted'];
const allowedAttributes = {
  // `id` only where a link of the same text leads there.
  '*': ['title', 'lang', 'dir', 'id'],
  a: ['href', 'rel'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  iframe: ['src', 'title', 'width', 'height', 'loading', 'sandbox', 'referrerpolicy', 'allowfullscreen'],
  video: media,
  audio: media,
  source: ['src', 'type'],
  ol: ['start', 'reversed', 'type'],
  li: ['value', 'type'],
  details: ['open'],
  col: ['span'],
  colgroup: ['span'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
};

const allowedClasses = [...alignments, ...Object.keys(marks), hiddenClass];

/** Elements that are removed with their text, which is not for readers. */
const nonTextTags = [
  'script',
  'style',
  'textarea',
  'option',
  'xmp',
  'noscript',
  'noembed',
  'noframes',
  'template',
  'title',
  'svg',
  'math',
  'object',
  'applet',
  'plaintext',
  'listing',
];

/**
 * Editor HTML made safe to insert as markup: an allow-list of elements and attributes, links through `safeHref`, images
 * through the image rules of the site, frames and media from listed hosts only. What styles mean becomes elements and
 * classes of the site, `h1` becomes `h2`, headings get ids, tables get a container that scrolls.
 *
 * @param value a field of a row, of any type
 * @returns null unless it is a string with something to show in it
 */
export function sanitizeHtml(value: unknown, context: ParseContext): Html | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const markup = decorateHtml(sanitizeMarkup(value, context));
  return hasSomethingToShow(markup) ? brand(markup) : null;
}

/** The text without a heading at its start that repeats the one above it, as a copied document has it. */
export function withoutTitle(html: Html | null, title: string | null): Html | null {
  const [start = '', words = ''] = /^\s*<h[2-6][^<>]*>(.*?)<\/h[2-6]>/s.exec(html ?? '') ?? [];
  if (html === null || start === '' || plainTextOf(words).toLowerCase() !== title?.toLowerCase()) return html;
  const rest = html.slice(start.length);
  return hasSomethingToShow(rest) ? brand(rest) : null;
}

/** Reading time in minutes, at 220 words a minute; at least one. */
export function readingMinutes(html: Html | null): number {
  const words = textOf(html ?? '').match(/\S+/g)?.length ?? 0;
  return Math.max(1, Math.round(words / 220));
}

/** The one place that declares markup safe. */
function brand(markup: string): Html {
  return markup as Html;
}

/** Thrown out of the parser, which has no other way to stop. */
class TooCostly extends Error {}

function sanitizeMarkup(written: string, context: ParseContext): string {
  const source = readableSource(htmlOfMarkdown(written));
  const stripped = new Set<string>();
  const kept = createLimit();
  const meaning = createMeaningKeeper(/href\s*=\s*(?:["']\s*)?(?:#|&#(?:35|x23);)/i.test(source.text));
  let depth = 0;
  try {
    const markup = sanitize(source.text, {
      allowedTags,
      allowedAttributes,
      allowedClasses: { '*': allowedClasses },
      nonTextTags,
      selfClosing: ['img', 'br', 'hr', 'col', 'source'],
      // A second check: the transforms below judge every address. Only the files of the content service itself may use
      // http, in development.
      allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
      allowProtocolRelative: false,
      transformTags: {
        ...allowedElements(context),
        '*': (name, attribs) =>
          // Beyond the limits, an element goes with all that is in it.
          kept.takes(name, attribs) ? meaning.transform(name, attribs) : { tagName: 'template', attribs: {} },
      },
      textFilter: (text) => kept.take(text),
      onOpenTag(name, attributes) {
        noteStripped(name, attributes, stripped);
        meaning.open();
        depth += 1;
        if (depth > maxDepth) throw new TooCostly();
      },
      onCloseTag() {
        meaning.close();
        depth -= 1;
      },
    });
    if (kept.isReached() || source.isCut) {
      const missing = kept.last === '' ? 'most of it' : `all after “…${kept.last.trim().slice(-60)}”`;
      context.warn('The text is too long to be shown whole', { missing });
    }
    if (stripped.size > 0) {
      const words = `is shown without ${[...stripped].join('; ').slice(0, longestWords)}`;
      context.note({ kind: 'html-stripped', words });
    }
    return writeMarks(dropHidden(markup));
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    context.warn('HTML has too many or too deeply nested tags: only its text is shown', {
      length: written.length,
    });
    return `<p>${escapeText(textOf(source.text).slice(0, mostText))}</p>`;
  }
}

/** Characters that editors store as entities and that text is normalized by: marks on letters, and invisible ones. */
const formatEntity = /&(?:#(\d{2,7})|#x([\da-f]{2,6})|(shy|zwj|zwnj|lrm|rlm|ZeroWidthSpace|NoBreak));/gi;

/** Entities that were exported more than once, `&amp;nbsp;`, as they were meant. */
export const singleEntities = (markup: string): string =>
  markup.replace(/&(?:amp;)+(?=(?:[a-z]{2,8}\d{0,2}|#\d{2,7}|#x[\da-f]{2,6});)/gi, '&');

/** A picture that was pasted into a text: it is not shown, and may be longer than the text by far. */
const inlineData = /(data:[\w.+-]{1,40}\/[\w.+-]{1,40};base64,)[\w+/=]+/gi;

/** The part of an editor's HTML that is read, normalized. */
function readableSource(written: string): { readonly text: string; readonly isCut: boolean } {
  const single = singleEntities(written.includes('data:') ? written.replace(inlineData, '$1') : written);
  const text = single.replace(formatEntity, (entity, decimal?: string, hexadecimal?: string) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
    if (Number.isNaN(code)) return '';
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return /[\p{M}\p{Cf}]/u.test(character) ? character : entity;
  });
  let end = Math.min(text.length, longestSource);
  if (end > mostSteps) {
    let steps = 0;
    for (const { index } of text.matchAll(/[<&]/g)) {
      steps += 1;
      if (steps > mostSteps) {
        end = Math.min(end, index);
        break;
      }
    }
  }
  return { text: cleanText(text, end), isCut: end < text.length };
}

/** Counts what is kept of a text, up to its limits. */
function createLimit() {
  let [text, markup] = [mostText, mostMarkup];
  return {
    /** The last part of the text that was kept. */
    last: '',
    isReached: () => text <= 0 || markup <= 0,
    takes(
      name: string,
      { href = '', src = '', srcset = '', alt = '', title = '' }: sanitize.Attributes,
    ): boolean {
      if (text <= 0 || markup <= 0) return false;
      markup -= 2 * name.length + 5 + href.length + src.length + srcset.length + alt.length + title.length;
      return true;
    },
    /** The part of an escaped text that is kept. */
    take(escaped: string): string {
      if (text <= 0 || markup <= 0) return '';
      const part =
        escaped.length <= text ? escaped : dropHalfPair(escaped.slice(0, text)).replace(/&[a-z]*$/, '');
      text -= escaped.length <= text ? part.length : text + 1;
      if (/\S/.test(part)) this.last = part;
      return part;
    },
  };
}

/**
 * Fits HTML below another heading: its top headings get the level `least`, and none is more than one level below the
 * one before it. All ids get a `prefix`, because a page may have several such texts.
 */
export function fitHeadings(html: Html, least: number, prefix: string): Html {
  let before = least - 1;
  let level = before;
  const ids = new Set(placesOf(html));
  const fitted = html.replace(
    /<(\/?)([a-z][a-z0-9]*)((?:[ /][^<>]*)?)>/g,
    (_, closing, name: string, written: string) => {
      const attributes = written
        .replace(' id="', ` id="${prefix}-`)
        .replace(/ href="#([^"]*)/, (link, id) => (ids.has(id) ? ` href="#${prefix}-${id}` : link));
      const [, heading] = /^h([2-6])$/.exec(name) ?? [];
      if (heading === undefined) return `<${closing}${name}${attributes}>`;
      if (closing === '') {
        level = Math.min(Number(heading) + least - 2, before + 1, 6);
        before = level;
      }
      return `<${closing}h${level}${attributes}>`;
    },
  );
  return brand(fitted);
}

/** Attributes whose removal is not reported: editors, players and word processors add them, and readers do not miss them. */
const silentAttributes = new RegExp(
  `^(?:${[
    'class|id|style|target|rel|data-.*|srcset|sizes|loading|decoding|fetchpriority|crossorigin|name|role|aria-.*|tabindex',
    'contenteditable|spellcheck|hreflang|ping|item(?:prop|scope|type|id)|js\\w+|xmlns.*|cite',
    'allow|\\w*allowfullscreen|frameborder|scrolling|margin(?:width|height)|playsinline|controlslist',
    'align|valign|width|height|border|cell(?:spacing|padding)|nowrap|headers|[hv]space|size|noshade|clear|compact',
  ].join('|')})$`,
);

/** Elements whose removal is not reported: what is around a copied page, and what word processors add for themselves. */
const silentTags = /^(?:html|head|body|meta|link|time|bdi|bdo|data|wbr|picture|center)$|:/;

/** The characters of a note. */
const longestWords = 500;
const knownTags: ReadonlySet<string> = new Set([
  ...allowedTags,
  ...Object.keys(renamed).filter((name) => name !== 'font'),
]);
const allowedTagSet: ReadonlySet<string> = new Set(allowedTags);
const removedTags: ReadonlySet<string> = new Set(nonTextTags);
const keptAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(allowedAttributes).map(([name, own]) => [name, new Set(own)]),
);

/** Adds what the site leaves out of an element as its editor wrote it, and why: `onclick: scripts never run …`. */
function noteStripped(
  name: string,
  attributes: Readonly<Record<string, string>>,
  stripped: Set<string>,
): void {
  if (removedTags.has(name)) stripped.add(`<${name}>: neither it nor its text is allowed in a text`);
  else if (!knownTags.has(name) && !silentTags.test(name)) stripped.add(`<${name}>: only its text is shown`);
  if (isHidden(attributes)) stripped.add('text that is hidden in it');
  for (const attribute in attributes) {
    if (attribute === 'style') {
      for (const lost of lostStylesOf(name, stylesOf(attributes.style)))
        stripped.add(`${lost}: the site has its own`);
    } else if (attribute.startsWith('on')) stripped.add(`${attribute}: scripts never run on the site`);
    else if (!mayHave(name, attribute)) stripped.add(`${attribute} of <${name}>: the site sets its own`);
  }
}

function mayHave(name: string, attribute: string): boolean {
  const isKept = keptAttributes.get(name)?.has(attribute) || keptAttributes.get('*')?.has(attribute);
  return isKept || !allowedTagSet.has(name) || silentAttributes.test(attribute);
}

function hasSomethingToShow(markup: string): boolean {
  return /<(img|iframe|video|audio|hr)\b/.test(markup) || textOf(markup).trim() !== '';
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
