import { normalizeText } from '../../shared/normalizeText.ts';
import { blogCategoriesPath, blogPath, blogTagsPath, frontPath } from '../../shared/paths.ts';
import { safeHref } from '../../shared/safeHref.ts';
import type { Redirect } from '../content/collections/redirects.ts';
import { type SiteContent, valueIn } from '../content/siteContent.ts';
import { pagePaths } from './pagePaths.ts';
import { fixedPaths, knownPages } from './seo/sitemap.ts';

/** The target of a redirect. */
export interface RedirectTarget {
  /** A path of this site, which may have a query and a fragment. */
  readonly to: string;
  readonly isPermanent: boolean;
}

/** Why a redirect is not followed, in words that continue after its name. */
const faultWords = {
  noPathFrom:
    'does not start at a path that a page could have, without ? and *, and not below /api, /media or /static',
  /** But to another host, or to `javascript:`. */
  noPathTo: 'does not lead to a path of this site',
  doubled: 'starts at the same path as another redirect',
  shadowsPage: 'starts at the path of a page, which is shown instead',
  loop: 'leads back to itself, perhaps through others',
};
type Faults = Map<Redirect, keyof typeof faultWords>;

interface ReadRedirects {
  /** By the keys of paths (`keyOf`). Chains are resolved: each target is final. */
  readonly targets: ReadonlyMap<string, RedirectTarget>;
  /** The paths of all pages, by their keys. */
  readonly pages: ReadonlyMap<string, string>;
  readonly faults: Readonly<Faults>;
}

/** Where addresses lead that people guess: of a list of posts without its term, author or year, and of the front page. */
const guessed: ReadonlyMap<string, RedirectTarget> = new Map([
  ['/home', { to: frontPath, isPermanent: true }],
  ['/blog/category', { to: blogCategoriesPath, isPermanent: true }],
  ['/blog/tag', { to: blogTagsPath, isPermanent: true }],
  ['/blog/author', { to: blogPath, isPermanent: true }],
  ['/blog/year', { to: blogPath, isPermanent: true }],
]);

const held = new WeakMap<SiteContent, ReadRedirects>();

/**
 * The redirect of an address that has no page; null if there is none: of an editor, or to the page whose address differs
 * only in capitals. The query of the address is kept. All redirects of a content snapshot are read once, on first use.
 */
export function redirectOf(content: SiteContent, path: string, queryText: string): RedirectTarget | null {
  const key = keyOf(path) ?? '';
  const { targets, pages } = readRedirects(content);
  const page = pages.get(key);
  const spelling = page === undefined || page === path ? undefined : { to: page, isPermanent: true };
  const target = spelling ?? targets.get(key) ?? guessed.get(key);
  return target ? { ...target, to: withQuery(target.to, queryText) } : null;
}

/** What a redirect is judged by. */
interface RedirectSite {
  readonly content: SiteContent;
  /** Our own origin. */
  readonly origin: string;
  /** What is at a path of the site. */
  readonly at: (path: string) => { readonly status: number };
}

/** Why a redirect takes visitors to no page, in words that continue after its name; null: it takes them to one. */
export function redirectFault(redirect: Redirect, { content, origin, at }: RedirectSite): string | null {
  const kind = readRedirects(content).faults.get(redirect);
  if (kind !== undefined) return faultWords[kind];
  const isNowhere = pagePaths(pathTo(redirect.to) ?? '', origin).some((path) => at(path).status === 404);
  return isNowhere ? 'does not lead to a page that visitors see' : null;
}

function readRedirects(content: SiteContent): ReadRedirects {
  const known = held.get(content);
  if (known) return known;
  const paths = [...knownPages(content).map(({ path }) => path), ...fixedPaths];
  const pages = new Map(paths.map((path) => [keyOf(path) ?? '', path]));
  const read = { pages, ...resolve(valueIn(content.redirects) ?? [], pages) };
  held.set(content, read);
  return read;
}

function resolve(
  rows: readonly Redirect[],
  living: ReadonlyMap<string, string>,
): Omit<ReadRedirects, 'pages'> {
  const faults: Faults = new Map();
  const hops = new Map<string, RedirectTarget & Pick<Hop, 'redirect' | 'next'>>();
  for (const redirect of rows) {
    const { from, to, next } = hopOf(redirect);
    const fail = (kind: keyof typeof faultWords) => void faults.set(redirect, kind);
    if (from === null) fail('noPathFrom');
    else if (to === null) fail('noPathTo');
    else if (hops.has(from)) fail('doubled');
    else if (living.has(from)) fail('shadowsPage');
    else {
      // A page whose address has other capitals would be one hop more.
      const page = living.get(next);
      const spelled = page === undefined ? to : to.replace(/^[^?#]*/, () => page);
      hops.set(from, { to: spelled, next, isPermanent: redirect.permanent, redirect });
    }
  }
  const targets = new Map<string, RedirectTarget | null>();
  for (const start of hops.keys()) {
    // Each hop is walked once, however many redirects lead through it.
    const walked = new Set<string>();
    let at = start;
    while (hops.has(at) && !walked.has(at) && !targets.has(at)) {
      walked.add(at);
      at = hops.get(at)?.next ?? '';
    }
    const isLoop = walked.has(at) || targets.get(at) === null;
    for (const from of [...walked].reverse()) {
      const hop = hops.get(from);
      if (!hop) continue;
      const next = targets.get(hop.next);
      const isPermanent = hop.isPermanent && (next?.isPermanent ?? true);
      targets.set(from, isLoop ? null : { to: next?.to ?? hop.to, isPermanent });
      if (isLoop) faults.set(hop.redirect, 'loop');
    }
  }
  const followed = targets.entries().flatMap(([from, target]) => (target ? [[from, target] as const] : []));
  return { targets: new Map(followed), faults };
}

/** The redirect of a row, in the normalized spelling that lookups use. */
interface Hop {
  readonly redirect: Redirect;
  readonly from: string | null;
  readonly to: string | null;
  /** The key of `to`, by which a further redirect from there is looked up. */
  readonly next: string;
}

const hopsOfRows = new WeakMap<Redirect, Hop>();

/** An unchanged row is read once: 10,000 rows take a tenth of a second, and each edit makes a new content snapshot. */
function hopOf(redirect: Redirect): Hop {
  const known = hopsOfRows.get(redirect);
  if (known) return known;
  const key = keyOf(redirect.from);
  const from = /[?*]/.test(redirect.from) || withoutPages.test(key ?? '') ? null : key;
  const to = pathTo(redirect.to);
  const hop = { redirect, from, to, next: keyOf(to ?? '') ?? '' };
  hopsOfRows.set(redirect, hop);
  return hop;
}

/** Where files and endpoints are, of which none is looked up among redirects. */
const withoutPages = /^\/(?:api|media|static)(?:\/|$)/;

const anyOrigin = 'https://site.invalid';

/** The path of an address in the normalized spelling that lookups use; null if it cannot be parsed. */
function keyOf(address: string): string | null {
  const url = URL.parse(/^https?:/i.test(address) ? address : address.replace(/^\/*/, '/'), anyOrigin);
  if (url === null) return null;
  try {
    return normalizeText(decodeURI(url.pathname))
      .toLowerCase()
      .replace(/\/{2,}/g, '/')
      .replace(/(?<=.)\/$/, '');
  } catch {
    return null;
  }
}

/** The path, query and fragment that were written, encoded for a header; null if that is no address of this site. */
export function pathTo(written: string | null): string | null {
  const path = safeHref(written);
  const url = path?.startsWith('/') ? URL.parse(path, anyOrigin) : null;
  // Resolving dot segments can leave a path that begins with two slashes, which would name a host.
  return url?.origin === anyOrigin && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : null;
}

function withQuery(to: string, queryText: string): string {
  const [, address = '', fragment = ''] = /^([^#]*)(.*)/s.exec(to) ?? [];
  const query = queryText.length < 2 ? '' : address.includes('?') ? `&${queryText.slice(1)}` : queryText;
  return address + query + fragment;
}
