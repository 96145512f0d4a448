import { lineOf } from './readMarkup.ts';

/**
 * Leaves out paragraphs, headings, tables, figures and quotations in which nothing is shown: screen readers would list
 * them without a name, and others see a gap or an empty box. Adds to sanitized markup what an article page needs: ids on
 * `h2` and `h3`, so that links can point at them, links to other places in the text, numbers in tables aligned to the
 * right, and a container around each table that scrolls, by keyboard too.
 *
 * @param markup the output of the sanitizer: every tag is balanced, and every `<` and `>` in text or attributes is
 *   escaped, so regular expressions can read it
 */
export function decorateHtml(markup: string): string {
  const text = markup.replace(emptyParagraph, (paragraph) => (ownId.test(paragraph) ? paragraph : ''));
  const listed = listBullets(text);
  const lists = listed.includes('<li') ? nestLists(liftListTypes(listed)) : listed;
  return wrapTables(alignFigures(namePlaces(lists.replace(empty, '').replace(empty, ''))));
}

/** Google Docs says of each entry of a list, not of the list, that letters or numerals count it. */
const liftListTypes = (markup: string): string =>
  markup
    .replace(/<ol((?:(?! type=)[^<>])*)>(\s*<li\b[^<>]*) type="([^"]*)"/g, '<ol$1 type="$3">$2')
    .replace(/(<li\b[^<>]*) type="[^"]*"/g, '$1');

/** Google Docs and others write a list that belongs to an entry behind it, where screen readers miss it. */
function nestLists(markup: string): string {
  const areMoved: boolean[] = [];
  return markup.replace(
    /(<\/li>\s*)?<(\/?)[uo]l\b[^<>]*>/g,
    (tags, entryEnd: string = '', closing: string) => {
      if (closing) return areMoved.pop() ? `${tags}</li>` : tags;
      areMoved.push(entryEnd !== '');
      return tags.slice(entryEnd.length);
    },
  );
}

/**
 * What has a line or a box of its own, with no more in it than spaces and the tags that editors' tools leave behind. A
 * figure may be around an empty table.
 */
const empty =
  /<(h[2-6]|table|figure|blockquote)\b[^<>]*>(?:\s|<\/?(?:a|b|br|em|i|s|small|span|strong|u|p|div|figcaption|caption|col|colgroup|thead|tbody|tfoot|tr|th|td)\b[^<>]*>)*<\/\1>/g;

/**
 * A paragraph that begins with a bullet, as Word and others write the entry of a list. Word has a letter as the bullet of
 * a lower level, and spaces in an element of their own behind it.
 */
const bulleted =
  /<p>((?:<span>)*)(?:[\u00b7\u2022\u25aa\u25cf](?:\s|(<\/?span>))|([o\u00a7])<span>\s+<\/span>)((?:[^<]|<(?!\/?p\b))*)<\/p>/g;

/** Makes a list of such paragraphs, with those of a lower level in the entry above them. */
function listBullets(markup: string): string {
  let lastEnd = 0;
  let hasAbove = false;
  const toList = (whole: string, before: string, tag = '', lower = '', entry: string, offset: number) => {
    const isFirst = markup.slice(lastEnd, offset).trim() !== '';
    const isBelow = lower !== '' && hasAbove && !isFirst;
    hasAbove = lower === '' || isBelow;
    lastEnd = offset + whole.length;
    const list = `<ul><li>${before}${tag}${entry.trimStart()}</li></ul>`;
    return isBelow ? `<ul><li>${list}</li></ul>` : list;
  };
  const listed = markup.replace(bulleted, toList);
  if (listed === markup) return markup;
  return listed.replace(/<\/li><\/ul>\s*<ul><li>(?=<ul>)/g, '').replace(/<\/ul>\s*<ul>/g, '');
}

/** What editors put between paragraphs for the space that the site leaves there itself. */
const emptyParagraph = /<p\b[^<>]*>(?:\s|<\/?(?:a|b|br|em|i|s|small|span|strong|u)\b[^<>]*>)*<\/p>/g;

/** No article needs links to more headings than this. */
const maxHeadingIds = 500;

/**
 * Names the headings, and the places that links of the same text lead to under the ids that their editor gave them. Those
 * ids are replaced by ours, in the links too; all others are removed.
 */
function namePlaces(markup: string): string {
  const uses = new Map<string, number>();
  const places = new Map<string, string>();
  const named = addHeadingIds(markup, uses, places);
  const fragments = new Set(
    [...named.matchAll(linkWithin)].map(([, , fragment = '']) => decodedFragment(fragment)),
  );
  const withPlaces = named.replace(/<(?!h[23]\b)[^<>]*/g, (tag) =>
    tag.replace(ownId, (_, id: string) => {
      if (places.has(id) || !fragments.has(id)) return '';
      const place = uniqueId(slugOf(id), uses);
      places.set(id, place);
      return ` id="${place}"`;
    }),
  );
  return withPlaces.replace(linkWithin, (link, start: string, fragment: string) => {
    const name = decodedFragment(fragment);
    const heading = `section-${slugOf(name)}`;
    const place = places.get(name) ?? (uses.has(heading) && !uses.has(name) ? heading : undefined);
    return place === undefined ? link : `${start}${place}"`;
  });
}

/** A link to a place in the same text. The sanitizer writes the address first. */
const linkWithin = /(<a href="#)([^"]+)"/g;
const ownId = / id="([^"]*)"/;

function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** @param places gets the ids that editors gave to headings, with those that replace them */
function addHeadingIds(markup: string, uses: Map<string, number>, places: Map<string, string>): string {
  let headings = 0;
  return markup.replace(/<(h[23])([^>]*)>/g, (tag, name, attributes: string, offset: number) => {
    headings += 1;
    const [written = '', own] = ownId.exec(attributes) ?? [];
    const rest = attributes.replace(written, '');
    if (headings > maxHeadingIds) return `<${name}${rest}>`;
    const start = offset + tag.length;
    const [text = ''] = markup.slice(start, start + 500).split(/<\/h[23]>/, 1);
    const id = uniqueId(slugOf(text), uses);
    if (own !== undefined && !places.has(own)) places.set(own, id);
    return `<${name}${rest} id="${id}">`;
  });
}

/** The prefix prevents ids from shadowing members of `document` and from clashing with ids of the page. */
function uniqueId(slug: string, uses: Map<string, number>): string {
  const base = `section-${slug || 'untitled'}`;
  let count = uses.get(base) ?? 0;
  let id = base;
  // A heading may itself be called "Roofs 2", so search for the next free number.
  do {
    count += 1;
    id = count === 1 ? base : `${base}-${count}`;
  } while (count > 1 && uses.has(id));
  uses.set(base, count);
  if (id !== base) uses.set(id, 1);
  return id;
}

function slugOf(markup: string): string {
  return markup
    .replace(/<[^<>]*>|&(?:[a-z]+|#\d+);/g, ' ')
    .normalize('NFKD')
    .replace(/[^\p{Letter}\p{Number}\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
}

/** A cell with only a number in it, and perhaps a sign, a currency or a percent sign. */
const figure = /<td>([\s+\u2212$\u20ac\u00a3-]*\d[\d.,]*[\s%]*)<\/td>/g;

/** Aligns numbers to the right in cells that the editor has not aligned, so that their digits line up. */
const alignFigures = (markup: string): string => markup.replace(figure, '<td class="align-right">$1</td>');

/** Each region needs a name of its own: that of the heading above it, with a number from the second table on. */
function wrapTables(markup: string): string {
  let depth = 0;
  let heading = '';
  const names = new Map<string, number>();
  return markup.replace(/<h[2-4]\b[^>]*>|<(\/?)table\b[^>]*>/g, (tag, closing, offset) => {
    if (closing === undefined) {
      heading = nameIn(markup.slice(offset + tag.length, offset + tag.length + longestHeading));
      return tag;
    }
    if (closing) depth -= 1;
    const outermost = depth === 0;
    if (!closing) depth += 1;
    if (!outermost) return tag;
    if (closing) return `${tag}</div>`;
    const count = (names.get(heading) ?? 0) + 1;
    names.set(heading, count);
    const name = `Table${count > 1 ? ` ${count}` : ''}${heading && `: ${heading}`}`;
    return `<div class="table-scroll" tabindex="0" role="region" aria-label="${name}">${tag}`;
  });
}

const longestHeading = 500;

/** The text of a heading, escaped for an attribute. The markup starts after its opening tag. */
function nameIn(markup: string): string {
  const [heading = ''] = markup.split(/<\/h[2-4]>/, 1);
  return lineOf(heading).replaceAll('"', '&quot;');
}
