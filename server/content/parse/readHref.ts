import { safeHref } from '../../../shared/safeHref.ts';
import { readLine } from '../../directus/readField.ts';
import { assetOf } from './asset.ts';
import { hostAddress } from './hostAddress.ts';
import { isSiteHost, type ParseContext } from './parseContext.ts';
import { phoneLink } from './phoneLink.ts';

type LinkContext = Pick<ParseContext, 'assetHosts' | 'assetAddress' | 'siteHost'>;

const longestHref = 2_000;

/** What editors enter in a field for links where there is none: menus need no more than a title to open a submenu. */
export const noLink = '#';

/** The target of a link that an editor has entered in a field for links; null if it is not allowed, or is none. */
export function readHref(value: unknown, context: LinkContext): string | null {
  const written = readLine(value, longestHref);
  return written === null || written === noLink ? null : hrefOf(written, context);
}

/** What is pasted around an address: quotes, the end of its sentence, brackets. */
const pasted = /^[\s"'\u2018-\u201f\xab]+|(?<![\s"'\u2018-\u201f\xbb,;.])[\s"'\u2018-\u201f\xbb,;.]+$/g;
const inBrackets = /^[(<]([^()<>]+)[)>]$/;
/** What an editor has typed, without what is pasted around it. */
export const withoutPasted = (written: string): string =>
  written.replace(pasted, '').replace(inBrackets, '$1');

/** Addresses through which mail and office programs lead to others, and the parameter with the one that is meant. */
const detours: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/[\w.-]+\.safelinks\.protection\.outlook\.com\//i, 'url'],
  [/^https?:\/\/www\.google\.com\/url\?/i, 'q'],
  [/^https?:\/\/lm?\.facebook\.com\/l\.php\?/i, 'u'],
];

function withoutDetour(address: string): string {
  const [, parameter] = detours.find(([pattern]) => pattern.test(address)) ?? [];
  return (parameter && URL.parse(address)?.searchParams.get(parameter)) || address;
}

/** The scheme of web addresses as it is mistyped, or twice. */
const webScheme = /^(?:h?t{1,3}ps?(?:[:;]\/*|\/\/))+(?=[^/]*\.)/i;
/** Before a path, one slash too many; before a host, the two stay, and such a link is not allowed. */
const doubledSlash = /^\/{2,}(?=[^/.:]*(?:[/?#]|$))/;

/**
 * Where a link leads as a person understands what an editor has typed: also `www.example.com`, an e-mail address, a
 * telephone number, `contact`. A file of the content service is linked at its public address, and a page of this site by
 * its path. Null if it is not allowed.
 */
export function hrefOf(written: string, context: LinkContext): string | null {
  if (written.length > longestHref) return null;
  const text = withoutDetour(withoutPasted(written))
    .replace(doubledSlash, '/')
    .replace(webScheme, (schemes) => (/s[:;/]*$/i.test(schemes) ? 'https://' : 'http://'));
  const file = assetOf(text, context);
  if (file !== null) return context.assetAddress(file) + partsOfFile(text);
  const href = safeHref(/^(?:[/#]|https?:)/.test(text) ? text : toAddress(text));
  const path = href === null ? null : (pathOnSite(href, context) ?? href);
  // Page addresses have no trailing slash; with one, a link would not be marked as that of the current page.
  return path !== null && /^\/[^?#]+\/$/.test(path) ? path.slice(0, -1) : path;
}

/** Notes that a link in a text is left out, or that it is read otherwise than written: without its slash or scheme. */
export function noteLink(written: string, href: string | null, { note }: Pick<ParseContext, 'note'>): void {
  const short = written.slice(0, 120);
  if (href === null && written !== '')
    note({
      kind: 'html-stripped',
      words: `is shown without a link to ${short}, which is not an address that a link may have`,
    });
  else if (href !== null && !/^(?:[/#]|[a-z][a-z0-9+.-]*:)/i.test(written))
    note({ kind: 'link-repaired', words: `links to “${short}”, which is read as ${href.slice(0, 200)}` });
}

/** Of what follows the address of a file, only this: not its size or format, and no token. */
function partsOfFile(address: string): string {
  const [, query = '', fragment = ''] = /^[^?#]*(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  return (/[?&]download\b/.test(query) ? '?download' : '') + fragment;
}

/** The path of an address with our own host, with or without `www`; null for every other address. */
export function pathOnSite(address: string, { siteHost }: Pick<ParseContext, 'siteHost'>): string | null {
  if (!/^https?:/i.test(address)) return null;
  const url = URL.parse(address);
  if (url === null || !isSiteHost(url.host, siteHost)) return null;
  return safeHref(url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash);
}

const mailAddress = /^[^\s@/:?#<>"]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\?.*)?$/u;
const phoneNumber = /^[+(]?\d[\d\s().+\u2010-\u2015-]{6,30}(?:(?:ext\.?|x|#) ?\d{1,7})?$|^(?:911|988)$/i;
/** A number of North America in letters: only capitals, because a page may be called `100-reasons`. */
const spelledNumber = /^(?:\+?1[-. ]?)?\(?[2-9]\d\d\)?[-. ](?:[-. ]?[A-Z\d]){7,12}$/;
/** A path of this site written without its leading slash: `about`, `blog/tags`. No scheme. */
const bareWord = /^[\p{L}\p{N}_%~][\p{L}\p{N}_%~.-]*(?:[/?#]|$)/u;

function toAddress(text: string): string {
  const address = hostAddress(text);
  if (address !== null) return address;
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(text) ?? [];
  if (scheme !== '') return withScheme(scheme.toLowerCase(), rest) ?? text;
  if (mailAddress.test(text)) return mailTo(text);
  const call = phoneNumber.test(text) || spelledNumber.test(text) ? phoneLink(text) : null;
  if (call !== null) return call;
  const path = text.replace(/^(?:\.{1,2}\/)+/, '');
  return path !== text || bareWord.test(path) ? `/${path}` : text;
}

/**
 * The address of a scheme with which something is dialed or written to, without what people type into it; empty if there
 * is nothing to dial or write to. Null for every other scheme.
 */
function withScheme(scheme: string, rest: string): string | null {
  const target = rest.replace(/^[\s/]+/, '');
  if (/^(?:mailto|(?:e-?)?mail)$/.test(scheme)) return target && mailTo(target);
  const isDialable = /^[+*#\d][-\d*#+,.]*(?:;[\w=;.-]*)?$/.test(target);
  if (/^(?:tel|callto|phone)$/.test(scheme)) return isDialable ? `tel:${target}` : (phoneLink(target) ?? '');
  if (!/^(?:sms|smsto|text)$/.test(scheme)) return null;
  const [number = ''] = target.split(/[?&;]/, 1);
  const digits = /[a-z]/i.test(number) ? (phoneLink(number)?.slice('tel:'.length) ?? '') : number;
  return /\d/.test(digits) ? `sms:${digits.replace(/[^+\d,]/g, '')}${target.slice(number.length)}` : '';
}

/** A subject may have spaces. */
const mailTo = (target: string): string => `mailto:${target.replaceAll(' ', '%20')}`;
