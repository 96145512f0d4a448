import type sanitize from 'sanitize-html';

/**
 * What editors' tools write as styles but mean as structure: Directus's toolbar stores underlined text and alignment so
 * (11.17.4; struck-out text is an `s`), and word processors bold and italic text.
 */

/** A meaning of styled text. The elements that the site has for it, by the class that marks it until it is written. */
export const marks = {
  'means-strong': 'strong',
  'means-em': 'em',
  'means-u': 'u',
  'means-s': 's',
  'means-sup': 'sup',
  'means-sub': 'sub',
} as const;
type Mark = keyof typeof marks;

/** The sides to which text and pictures can be aligned, as classes of the site. */
export const alignments = ['align-left', 'align-center', 'align-right'];

/** Elements that have a meaning already, so that their text needs no mark for it. */
const meanings: Readonly<Record<string, Mark>> = {
  b: 'means-strong',
  strong: 'means-strong',
  th: 'means-strong',
  h2: 'means-strong',
  h3: 'means-strong',
  h4: 'means-strong',
  h5: 'means-strong',
  h6: 'means-strong',
  i: 'means-em',
  em: 'means-em',
  u: 'means-u',
  ins: 'means-u',
  a: 'means-u',
  s: 'means-s',
  del: 'means-s',
  sup: 'means-sup',
  sub: 'means-sub',
};

type Styles = ReadonlyMap<string, string>;

const noStyles: Styles = new Map();

/** The styles that were read last: tools write the same ones again and again, and each element is looked at twice. */
let last: { readonly style: string; readonly styles: Styles } = { style: '', styles: noStyles };

/** The declarations of a `style` attribute in lower case; of several for one property the last counts. */
export function stylesOf(style: string | undefined): Styles {
  if (!style) return noStyles;
  if (style !== last.style) last = { style, styles: parseStyles(style) };
  return last.styles;
}

function parseStyles(style: string): Styles {
  return new Map(
    style.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, colon).trim().toLowerCase();
      const value = declaration.slice(colon + 1).replace('!important', '');
      return colon > 0 ? [[property, value.trim().toLowerCase()] as const] : [];
    }),
  );
}

/** Whether styled text is as a meaning says; undefined: its styles do not say. */
function isMarked(styles: Styles, mark: Mark): boolean | undefined {
  const of = (property: string) => styles.get(property) ?? '';
  const font = of('font');
  switch (mark) {
    case 'means-strong': {
      const weight = of('font-weight') || (/\b(?:bold|normal)\b/.exec(font)?.[0] ?? '');
      return weight === '' ? undefined : /^bold/.test(weight) || Number(weight) >= 600;
    }
    case 'means-em': {
      const slant = of('font-style') || (/\b(?:italic|oblique)\b/.exec(font)?.[0] ?? '');
      return slant === '' ? undefined : /^(?:italic|oblique)/.test(slant);
    }
    case 'means-u':
    case 'means-s': {
      const line = `${of('text-decoration')} ${of('text-decoration-line')}`;
      if (line === ' ') return undefined;
      return line.includes(mark === 'means-u' ? 'underline' : 'line-through');
    }
    default: {
      const place = of('vertical-align');
      return place === (mark === 'means-sup' ? 'super' : 'sub') || undefined;
    }
  }
}

const markNames = Object.keys(marks) as Mark[];
const inlineElements = /^(?:span|font|a|b|strong|i|em|u|s|del|ins|code|small|mark|sub|sup|abbr|kbd|q)$/;
/** Elements whose text may be marked as a whole. */
const textBlocks = /^(?:p|div|h[2-6]|li|t[dh]|dt|dd|figcaption|caption|summary|blockquote)$/;

/** Elements whose styles mean the text blocks in them. */
const containers = /^(?:ul|ol|dl|table|thead|tbody|tfoot|tr|section|article)$/;

const bitOf = (mark: Mark): number => 1 << markNames.indexOf(mark);
const bitsOf = (some: readonly Mark[]): number => some.reduce((bits, mark) => bits | bitOf(mark), 0);

/** What elements say about their text by themselves. */
const bitsOfElements = new Map(Object.entries(meanings).map(([name, mark]) => [name, bitOf(mark)]));
const ownBits = (name: string): number => bitsOfElements.get(name) ?? 0;

/**
 * What the styles of an element, or of the containers that it is in, mean that neither the element itself nor those
 * around it say.
 *
 * @param said what these say, as bits
 * @param asked what the styles of the containers mean, as bits
 */
function marksOf(name: string, styles: Styles, said: number, asked: number): readonly Mark[] {
  if (styles.size === 0 && (asked & ~said) === 0) return noMarks;
  const isInline = inlineElements.test(name);
  if (!isInline && !textBlocks.test(name)) return noMarks;
  return markNames.filter((mark) => {
    const mayBe = isInline || !(mark === 'means-sup' || mark === 'means-sub');
    const isMeant = isMarked(styles, mark) ?? (asked & bitOf(mark)) !== 0;
    return mayBe && (said & bitOf(mark)) === 0 && isMeant;
  });
}

/** What the styles of a container mean, as bits. */
const askedBy = (name: string, styles: Styles): number =>
  styles.size > 0 && containers.test(name) ? bitsOf(markNames.filter((mark) => isMarked(styles, mark))) : 0;

const noMarks: readonly Mark[] = [];

/** Whether the styles of an element take its own meaning away: Google Docs wraps all that is copied in a bold that is not. */
function isUnmarked(name: string, styles: Styles): boolean {
  if (styles.size === 0 || !/^(?:b|strong|i|em|u|ins|s|del)$/.test(name)) return false;
  const mark = meanings[name];
  return mark !== undefined && isMarked(styles, mark) === false;
}

const sides: Readonly<Record<string, string>> = { start: 'left', end: 'right', middle: 'center' };
const foreignAlignment = /\b(?:align|text)-?(?:align-?)?(left|center|right)\b/;

/** The class of the site for the side to which an element is aligned; null: it is not, or there is none. */
function alignmentOf(name: string, { class: own = '', align = '' }: sanitize.Attributes, styles: Styles) {
  const isPicture = name === 'img' || name === 'figure';
  const [known] = /(?:^|\s)(?:align|text)-(?:left|center|right)(?=\s|$)/.exec(own) ?? [];
  if (known) return known.trim().replace('text', 'align');
  const written = isPicture ? pictureSide(styles) : styles.get('text-align');
  const side = written ?? (name === 'table' ? '' : align.trim().toLowerCase());
  const found = sides[side] ?? (side || foreignAlignment.exec(own)?.[1]);
  if (!found || !/^(?:left|center|right)$/.test(found)) return null;
  // Text begins at the left anyway, but figures in a table do not.
  return found === 'left' && !isPicture && !/^t[dh]$/.test(name) ? null : `align-${found}`;
}

function pictureSide(styles: Styles): string | undefined {
  const float = styles.get('float');
  if (float === 'left' || float === 'right') return float;
  const margins = [styles.get('margin-left'), styles.get('margin-right')];
  const isCentered =
    margins.every((margin) => margin === 'auto') || / auto$/.test(styles.get('margin') ?? '');
  return isCentered ? 'center' : undefined;
}

/** Whether an element is hidden where its editor saw it: what mail programs and word processors put in front of a text. */
export const isHidden = ({ hidden, style }: sanitize.Attributes): boolean =>
  hidden !== undefined ||
  (style !== undefined &&
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i.test(style));

/** Marks a hidden element until it is dropped. */
export const hiddenClass = 'means-hidden';

/** Drops hidden elements with all that is in them. The markup is that of the sanitizer: balanced. */
export function dropHidden(markup: string): string {
  if (!markup.includes(hiddenClass)) return markup;
  let hiddenDepth = 0;
  return markup.replace(/<(\/?)[^<>]*>|[^<>]+/g, (part, closing?: string) => {
    const isVoid = part.endsWith('/>');
    const isHiding = hiddenDepth > 0 || part.includes(` class="${hiddenClass}"`);
    if (!isHiding) return part;
    if (closing) hiddenDepth -= 1;
    else if (closing === '' && !isVoid) hiddenDepth += 1;
    return '';
  });
}

const listTypes: readonly (readonly [RegExp, string])[] = [
  [/\blower-(?:alpha|latin)\b/, 'a'],
  [/\bupper-(?:alpha|latin)\b/, 'A'],
  [/\blower-roman\b/, 'i'],
  [/\bupper-roman\b/, 'I'],
];

/** The letters or numerals that a list counts with, as its `type`; null: as always. */
function listTypeOf({ type = '' }: sanitize.Attributes, styles: Styles): string | null {
  if (/^[aAiI]$/.test(type)) return type;
  const style = styles.get('list-style-type') ?? styles.get('list-style') ?? '';
  return listTypes.find(([pattern]) => pattern.test(style))?.[1] ?? null;
}

/** Values that change nothing that a reader sees, as what is copied from other pages has them. */
const plainColor =
  /^(?:inherit|initial|unset|currentcolor|transparent|none|black|white|windowtext|#000(?:000)?|#fff(?:fff)?|rgba?\((?:0, ?0, ?0|255, ?255, ?255)(?:, ?[\d.]+)?\))$/;

const lostStyles: readonly (readonly [RegExp, string])[] = [
  [/^color$/, 'text colors'],
  [/^background(?:-color)?$/, 'background colors'],
  [/^(?:font-family|font-size)$/, 'fonts and sizes'],
  [/^(?:padding|margin)-(?:left|inline-start)$/, 'indents'],
];

/** What readers do not see of the styles of an element, in words. */
export function lostStylesOf(name: string, styles: Styles): readonly string[] {
  const lost = [...styles].flatMap(([property, value]) => {
    const words = lostStyles.find(([pattern]) => pattern.test(property))?.[1];
    if (words === undefined)
      return property === 'text-align' && value === 'justify' ? ['justified text'] : [];
    const isPlain = words.endsWith('colors')
      ? plainColor.test(value)
      : !/[1-9a-z]/.test(value) || value === 'auto';
    return isPlain || (words === 'indents' && name === 'img') ? [] : [words];
  });
  return [...new Set(lost)];
}

/** Puts the elements that marks stand for inside the marked ones. The markup is that of the sanitizer: balanced. */
export function writeMarks(markup: string): string {
  if (!markup.includes('means-')) return markup;
  const open: string[] = [];
  return markup.replace(
    /<(\/?)[a-z][a-z0-9]*((?:[ /][^<>]*)?)>/g,
    (tag, closing: string, attributes: string) => {
      if (closing) return (open.pop() ?? '') + tag;
      if (attributes.endsWith('/')) return tag;
      const [written = '', list = ''] = / class="([^"]*)"/.exec(attributes) ?? [];
      const words = list.split(' ');
      const elements = markNames.filter((mark) => words.includes(mark)).map((mark) => marks[mark]);
      open.push(
        elements
          .map((element) => `</${element}>`)
          .toReversed()
          .join(''),
      );
      if (elements.length === 0) return tag;
      const rest = words.filter((word) => !Object.hasOwn(marks, word)).join(' ');
      const plain = tag.replace(written, rest && ` class="${rest}"`);
      return plain + elements.map((element) => `<${element}>`).join('');
    },
  );
}

/**
 * Transforms each element of an editor's HTML: its meaning becomes a class, of the site or a mark. To be called for the
 * elements in the order in which they open and close.
 *
 * @param keepsIds whether the text links to places in itself
 */
export function createMeaningKeeper(keepsIds: boolean) {
  /** What the open elements say about their text, and containers mean, as bits of the marks; the innermost last. */
  const around = [{ said: 0, asked: 0 }];
  return {
    open: () => void around.push(around.at(-1) ?? { said: 0, asked: 0 }),
    close: () => void around.pop(),
    /** Called between both, with an element that is kept; changes its attributes. */
    transform(name: string, attribs: sanitize.Attributes): sanitize.Tag {
      if (isHidden(attribs)) return { tagName: name, attribs: { class: hiddenClass } };
      const styles = stylesOf(attribs.style);
      const tagName = isUnmarked(name, styles) ? 'span' : name;
      const outer = around.at(-1) ?? { said: 0, asked: 0 };
      const said = outer.said | ownBits(tagName);
      const found = marksOf(tagName, styles, said, outer.asked);
      around[around.length - 1] = {
        said: said | bitsOf(found),
        asked: outer.asked | askedBy(tagName, styles),
      };
      if (attribs.style || attribs.class || attribs.align || found.length > 0) {
        attribs.class = [alignmentOf(name, attribs, styles) ?? [], found].flat().join(' ');
      }
      if (/^(?:ol|li)$/.test(name)) attribs.type = listTypeOf(attribs, styles) ?? '';
      if (attribs.id && !(keepsIds && /^\S.{0,99}$/.test(attribs.id))) attribs.id = '';
      return { tagName, attribs };
    },
  };
}
