import sanitize from 'sanitize-html';
import { safeHref } from '../../../shared/safeHref.ts';
import { cleanText } from '../../directus/readField.ts';
import { allowedElements } from './allowedElements.ts';
import { decorateHtml } from './decorateHtml.ts';
import type { ParseContext } from './parseContext.ts';

/** HTML that has passed the sanitizer; only such strings may be inserted as markup. */
export type Html = string & { readonly __html: 'sanitized' };

/** Longer fields are cut before parsing: the cost of sanitizing grows with the length. */
const maxLength = 256 * 1024;
/** No editor writes deeper markup, and the parser's time grows with the square of the depth. */
const maxDepth = 200;
/** Limit for `<` and `&` in one field: no real text has more, and each costs the parser a step. */
const maxSteps = 10_000;

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
  '*': ['title', 'lang', 'dir'],
  a: ['href', 'rel'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  iframe: ['src', 'title', 'width', 'height', 'loading', 'sandbox', 'referrerpolicy', 'allowfullscreen'],
  video: media,
  audio: media,
  source: ['src', 'type'],
  ol: ['start', 'reversed'],
  li: ['value'],
  details: ['open'],
  col: ['span'],
  colgroup: ['span'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
};

const alignments = ['align-left', 'align-center', 'align-right', 'text-left', 'text-center', 'text-right'];

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
 * through the image rules of the site, frames and media from listed hosts only. `h1` becomes `h2`, headings get ids,
 * tables get a container that scrolls.
 *
 * @param value a field of a row, of any type
 * @returns null unless it is a string with something to show in it
 */
export function sanitizeHtml(value: unknown, context: ParseContext): Html | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const source = cleanText(value, maxLength);
  const markup = decorateHtml(sanitizeMarkup(source, context));
  return hasSomethingToShow(markup) ? brand(markup) : null;
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

/** Called with each element of an editor's HTML, as it was written. */
type OnElement = (name: string, attributes: Readonly<Record<string, string>>) => void;

function sanitizeMarkup(source: string, context: ParseContext, onElement?: OnElement): string {
  let depth = 0;
  try {
    if ((source.match(/[<&]/g)?.length ?? 0) > maxSteps) throw new TooCostly();
    return sanitize(source, {
      allowedTags,
      allowedAttributes,
      allowedClasses: { '*': alignments },
      nonTextTags,
      selfClosing: ['img', 'br', 'hr', 'col', 'source'],
      // A second check: the transforms below judge every address. Only the files of the content service itself may use
      // http, in development.
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowProtocolRelative: false,
      transformTags: allowedElements(context),
      onOpenTag(name, attributes) {
        onElement?.(name, attributes);
        depth += 1;
        if (depth > maxDepth) throw new TooCostly();
      },
      onCloseTag() {
        depth -= 1;
      },
    });
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    context.warn('HTML has too many or too deeply nested tags: only its text is shown', {
      length: source.length,
    });
    return `<p>${escapeText(textOf(source))}</p>`;
  }
}

/**
 * Fits HTML below another heading: its top headings get the level `least`, and none is more than one level below the
 * one before it. Their ids get a `prefix`, because a page may have several such texts.
 */
export function fitHeadings(html: Html, least: number, prefix: string): Html {
  let before = least - 1;
  let level = before;
  const fitted = html.replace(/<(\/?)h([2-6])\b([^>]*)/g, (_, closing, written, attributes: string) => {
    if (closing === '') {
      level = Math.min(Number(written) + least - 2, before + 1, 6);
      before = level;
    }
    return `<${closing}h${level}${attributes.replace(' id="', ` id="${prefix}-`)}`;
  });
  return brand(fitted);
}

/** What an editor's HTML contains, and which parts of it the site does not show. */
export interface HtmlFacts {
  /** The levels of its headings as they are shown, in order. */
  readonly headings: readonly number[];
  /** Where its links lead. */
  readonly links: readonly string[];
  readonly pictures: readonly { readonly reference: string; readonly alt: string | null }[];
  /** What was removed and why, each once: `onclick: scripts never run on the site`. */
  readonly stripped: readonly string[];
}

/** Attributes whose removal is not reported: rich text editors add them automatically, and readers do not miss them. */
const silentAttributes =
  /^(class|id|style|target|rel|data-.*|srcset|sizes|loading|decoding|name|role|align|valign)$/;

/** Runs the sanitizer on HTML and returns what it found and removed. */
export function inspectHtml(value: unknown, context: ParseContext): HtmlFacts {
  const source = typeof value === 'string' ? value : '';
  const [headings, links, pictures]: [number[], string[], HtmlFacts['pictures'][number][]] = [[], [], []];
  const stripped = new Set<string>();
  if (source.length > maxLength) stripped.add(`all after ${maxLength} characters: the text is too long`);
  const warn: ParseContext['warn'] = (message, details) =>
    stripped.add(`${Object.values(details).join(', ').slice(0, 120)}: ${lowerFirst(message)}`);
  sanitizeMarkup(cleanText(source, maxLength), { ...context, warn }, (name, attributes) => {
    if (nonTextTags.includes(name)) stripped.add(`<${name}>: neither it nor its text is allowed in a text`);
    else if (name !== 'h1' && !allowedTags.includes(name)) stripped.add(`<${name}>: only its text is shown`);
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) headings.push(Math.max(2, Number(level)));
    for (const attribute of Object.keys(attributes)) {
      if (attribute.startsWith('on')) stripped.add(`${attribute}: scripts never run on the site`);
      else if (!mayHave(name, attribute)) stripped.add(`${attribute} of <${name}>: the site sets its own`);
    }
    const { href, src, alt = null } = attributes;
    if (name === 'a' && href !== undefined) {
      const safe = safeHref(href);
      if (safe === null) stripped.add(`${href.slice(0, 120)}: not an address that a link may have`);
      else links.push(safe);
    }
    if (name === 'img') pictures.push({ reference: src?.trim() ?? '', alt });
  });
  return { headings, links, pictures, stripped: [...stripped] };
}

function mayHave(name: string, attribute: string): boolean {
  const own = Object.entries(allowedAttributes).find(([element]) => element === name)?.[1] ?? [];
  const isKept = own.includes(attribute) || allowedAttributes['*'].includes(attribute);
  return isKept || !allowedTags.includes(name) || silentAttributes.test(attribute);
}

/** The text as it stands within a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function hasSomethingToShow(markup: string): boolean {
  return /<(img|iframe|video|audio|hr)\b/.test(markup) || textOf(markup).trim() !== '';
}

/** Tags within a line, which separate no words: a comma may follow a link. */
const inlineTags = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>/g;

/** The text of an editor's HTML on one line: a dot after each heading and cell, entities decoded. */
export function plainTextOf(html: Html | null): string {
  const lines = (html ?? '').replace(inlineTags, '').replace(/<\/(?:h[2-6]|t[dh])>/g, ' \u00b7 ');
  const text = textOf(lines).replace(/\s+/g, ' ');
  // The sanitizer writes no other entities.
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

/** The text between the tags; takes linear time for any markup. */
function textOf(markup: string): string {
  return markup.replace(/<[^<>]*>/g, ' ');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
