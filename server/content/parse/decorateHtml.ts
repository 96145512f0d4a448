/**
 * Adds to sanitised markup what an article page needs: ids on second and third headings, so that they can
 * be linked to, figures at the right, and a container around each table that scrolls by itself, by keyboard too.
 *
 * @param markup the sanitiser's output: every tag balanced, every `<` and `>` in text or attributes escaped,
 *   which is why regular expressions may read it
 */
export function decorateHtml(markup: string): string {
  return wrapTables(alignFigures(addHeadingIds(markup)));
}

/** An article with more headings needs no links to the rest of them. */
const maxHeadingIds = 500;

function addHeadingIds(markup: string): string {
  const uses = new Map<string, number>();
  let headings = 0;
  return markup.replace(/<(h[23])([^>]*)>/g, (tag, name, attributes, offset) => {
    headings += 1;
    if (headings > maxHeadingIds) return tag;
    const start = offset + tag.length;
    const [text = ''] = markup.slice(start, start + 500).split(/<\/h[23]>/, 1);
    return `<${name}${attributes} id="${uniqueId(slugOf(text), uses)}">`;
  });
}

/** The prefix prevents ids from shadowing members of `document` and from clashing with ids of the page. */
function uniqueId(slug: string, uses: Map<string, number>): string {
  const base = `section-${slug || 'untitled'}`;
  let count = uses.get(base) ?? 0;
  let id = base;
  // A heading may itself be called "Roofs 2", so the next free number is looked for.
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

/** A number, with what may stand around it: a sign, a currency, a percent sign. */
const figure = /<td>([\s+\u2212$\u20ac\u00a3-]*\d[\d.,]*[\s%]*)<\/td>/g;

/** Figures stand below each other: what an editor has not aligned ends at the right. */
const alignFigures = (markup: string): string => markup.replace(figure, '<td class="align-right">$1</td>');

/** Each region has a name of its own: the heading that it stands below, with a number from the second table on. */
function wrapTables(markup: string): string {
  let depth = 0;
  let heading = '';
  const names = new Map<string, number>();
  return markup.replace(/<h[2-4]\b[^>]*>|<(\/?)table\b[^>]*>/g, (tag, closing, offset) => {
    if (closing === undefined) {
      heading = textOf(markup.slice(offset + tag.length, offset + tag.length + longestHeading));
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

/** The text of a heading that begins a markup, fit for an attribute. */
function textOf(markup: string): string {
  const [heading = ''] = markup.split(/<\/h[2-4]>/, 1);
  return heading
    .replace(/<[^<>]*>?/g, '')
    .replace(/\s+/g, ' ')
    .replaceAll('"', '&quot;')
    .trim();
}
