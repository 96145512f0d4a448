/** Between the digits of one number. */
const gap = String.raw`[\s.\-\u2010-\u2015()]*`;

/** After an area code, or within a number that begins with the code of its country. */
const gapOrSlash = `(?:/|${gap})`;

/** A number of North America (NANP): area code, exchange and line, perhaps with the country code. */
const northAmerican = new RegExp(
  String.raw`(?<![\d+])(?:\+?1${gap})?\(?([2-9]\d{2})${gapOrSlash}(\d{3})${gap}(\d{4})(?!\d)`,
);
/** The same spelled in letters. Only capitals may have spaces between them: `1 800 GO FEDEX`, but `541-555 ask for Pat`. */
const spelled = new RegExp(
  String.raw`(?<![\d+])(?:\+?1${gap})?\(?([2-9]\d{2})${gap}((?:[A-Z\d][\s.\-]*){7}|(?:[A-Za-z\d]-?){7})`,
);
const international = new RegExp(
  String.raw`(?:\+|(?<!\d)(?:00|011))\s*(\d(?:${gapOrSlash}\d){6,14})(?!${gapOrSlash}\d)`,
);
/** A number without an area code, or of another country without its code, at the start of the text. */
const local = new RegExp(String.raw`^\D{0,12}?(\d(?:${gap}\d){6,10})(?!${gap}\d)`);
/** A day and a long ZIP code, which have as many digits. */
const otherNumber = /\b(?:\d{4}-\d{2}-\d{2}|\d{5}-\d{4})\b/;
/** What has three digits and can be dialed: 911 and its siblings. */
const serviceCode = /^\D*([2-9]11|112|988|999|000)\D*$/;
const extension = /^[\s,;()]{0,5}(?:ext(?:ension|n)?(?![a-z])\.?|x|#)[\s:=]{0,3}(\d{1,7})/i;

/**
 * The `tel:` address (RFC 3966) of the first number in a text that is written for people: letters are dialed as the
 * digits of their keys, an American number without a country code gets one, and an extension is dialed after the number.
 * Null if the text has no number.
 */
export function phoneLink(text: string): string | null {
  const found = dialed(text);
  if (found === null) return null;
  const [, more = ''] = extension.exec(text.slice(found.end)) ?? [];
  return `tel:${found.number}${more && `;ext=${more}`}`;
}

/** A number as it is dialed, and where in the text it ends. */
function dialed(text: string): { readonly number: string; readonly end: number } | null {
  const found = (match: RegExpExecArray, number: string) => ({ number, end: match.index + match[0].length });
  const american = northAmerican.exec(text);
  const abroad = international.exec(text.replace('(0)', '   '));
  if (abroad && !(american && american.index <= abroad.index)) {
    return found(abroad, `+${digitsOf(abroad[1])}`);
  }
  if (american) return found(american, `+1${american.slice(1, 4).join('')}`);
  const word = spelled.exec(text);
  if (word && /[a-z]/i.test(word[2] ?? '')) return found(word, `+1${word[1]}${keysOf(word[2])}`);
  const near = otherNumber.test(text) ? null : (local.exec(text) ?? serviceCode.exec(text));
  return near && found(near, digitsOf(near[1]));
}

const digitsOf = (text = ''): string => text.replace(/\D/g, '');

/** The keys of a telephone for the letters from A to Z. */
const keys = '22233344455566677778889999';

const keysOf = (text = ''): string =>
  text
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => keys[letter.charCodeAt(0) - 97] ?? '')
    .replace(/\D/g, '');
