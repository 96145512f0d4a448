import type { LiveContent } from '../content/liveContent.ts';
import { mayBeLandingPage, type SiteContent } from '../content/siteContent.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { Search } from '../search/siteSearch.ts';
import type { PageRequest, SelectedPage } from '../site/definePage.tsx';
import { type RedirectTarget, redirectOf } from '../site/redirects.ts';
import type { SiteRoute } from '../site/routes.tsx';
import { createPageMatcher, type MatchResult, type PageMatch, splitAddress } from './matchPage.ts';
import { type ContentReads, recordReads } from './pageCache.ts';
import { lifetimeHeaders } from './pageLifetime.ts';

/** The redirect at an address that has no page. */
export interface Redirect {
  readonly kind: 'redirect';
  readonly location: string;
  readonly status: 301 | 302;
  readonly lifetime: HeaderList;
  readonly route: 'redirect';
}

/** A page with what it selected from one snapshot of the content. */
export interface Selection {
  readonly content: SiteContent;
  readonly reads: ContentReads;
  readonly selected: SelectedPage;
}

/** What a page declares about itself, without being rendered. */
export interface InspectedPage {
  readonly status: number;
  /** The page's own part of the title; null if it has none. */
  readonly title: string | null;
  readonly description: string | null;
  /** Whether it exists only if content has a row for its address. */
  readonly requiresRow: boolean;
}

interface FinderOptions {
  readonly config: Pick<Config, 'devPages' | 'bookingSiteUrl'>;
  readonly content: Pick<LiveContent, 'current'>;
  readonly search: Search;
  readonly routes: readonly SiteRoute[];
}

/** Finds the page of an address and what it selects from content, or the redirect of the address. */
export class PageFinder {
  readonly #content: Pick<LiveContent, 'current'>;
  readonly #matchPage: ReturnType<typeof createPageMatcher>;
  /** The inputs of pages besides content and address. */
  readonly #sources: Pick<PageRequest, 'search' | 'bookingSiteUrl'>;

  constructor({ config, content, search, routes }: FinderOptions) {
    this.#content = content;
    this.#matchPage = createPageMatcher(routes, config.devPages);
    this.#sources = { search, bookingSiteUrl: config.bookingSiteUrl };
  }

  /**
   * What the route table has at an address: a page, the not-found page, or a redirect to the canonical spelling.
   * Throws for a path that cannot be decoded.
   */
  find(address: string, content = this.#content.current()): PageMatch | Redirect {
    const matched = this.#match(address, content);
    if ('match' in matched) return matched.match;
    const { path, search } = splitAddress(matched.redirect);
    const exists = this.#exists(path, content);
    return toSpelling(exists ? path : this.#inLowerCase(path, content), search);
  }

  /** What a page selects from content. */
  select({ page, params, query }: PageMatch, of = this.#content.current()): Selection {
    const { content, reads } = recordReads(of);
    return { content, reads, selected: page.select({ ...this.#sources, content, params, query }) };
  }

  /** What a page selects from content; if the page does not exist, the redirect of its address, if any. */
  resolve(match: PageMatch, content = this.#content.current()): Selection | Redirect {
    const selection = this.select(match, content);
    if (selection.selected.status !== 404) return selection;
    const { path, search } = match;
    const spelling = this.#inLowerCase(path, content);
    if (spelling !== path) return toSpelling(spelling, search);
    const target = redirectOf(content, path, search);
    return target ? toTarget(target) : selection;
  }

  /** The page at an address with this content, or its redirect. Throws for a path that cannot be decoded. */
  inspect(address: string, content: SiteContent): InspectedPage | { readonly redirect: string } {
    const found = this.find(address, content);
    if ('kind' in found) return { redirect: found.location };
    const resolved = this.resolve(found, content);
    if ('kind' in resolved) return { redirect: resolved.location };
    const { title, description } = resolved.selected.describe();
    const status = found.key === null ? 404 : resolved.selected.status;
    return { status, title, description, requiresRow: found.page.requiresRow };
  }

  #match(address: string, content: SiteContent): MatchResult {
    const { path, search } = splitAddress(address);
    return this.#matchPage(path, search, (slug) => mayBeLandingPage(content, slug));
  }

  /** The path in lower case if there is a page, since slugs are nearly always in lower case; else the path itself. */
  #inLowerCase(path: string, content: SiteContent): string {
    const lower = path.toLowerCase();
    return lower !== path && this.#exists(lower, content) ? lower : path;
  }

  #exists(path: string, content: SiteContent): boolean {
    const matched = this.#match(path, content);
    return 'match' in matched && this.select(matched.match, content).selected.status === 200;
  }
}

/** A permanent redirect to another spelling of the same address, which never changes. */
const toSpelling = (path: string, search: string): Redirect => ({
  kind: 'redirect',
  location: path + search,
  status: 301,
  lifetime: ['Cache-Control', 'public, max-age=3600'],
  route: 'redirect',
});

/** An editor's redirect. Browsers do not keep it: after a page is renamed back, a kept one would lead to a loop. */
const toTarget = ({ to, isPermanent }: RedirectTarget): Redirect => ({
  kind: 'redirect',
  location: to,
  status: isPermanent ? 301 : 302,
  lifetime: lifetimeHeaders('absent', ['redirects'], null),
  route: 'redirect',
});
