import type { ComponentType, ReactNode } from 'react';
import type { ContactQuery } from '../../shared/contactQuery.ts';
import type { PostQuery } from '../../shared/content.ts';
import type { Sharing } from '../content/collections/fields.ts';
import type { Page } from '../content/collections/pages.ts';
import type { ReviewFilter } from '../content/collections/reviews.ts';
import { type Result, type SiteContent, valueIn } from '../content/siteContent.ts';
import type { Search } from '../search/siteSearch.ts';
import { PageBlocks, questionsOf, selectBlocks } from './blocks/pageBlocks.tsx';
import type { HomeQuery } from './homeFilter.ts';
import type { PageDescription } from './seo/pageDescription.ts';

/** The stylesheets of `client/styles`, one for each family of pages, besides `base` which all pages carry. */
type StyleName =
  | 'front'
  | 'about'
  | 'services'
  | 'booking'
  | 'rental'
  | 'contact'
  | 'blog'
  | 'plain'
  | 'search'
  | 'style';

/** All query parameters that pages may declare; null, false or page 1 if the address has no valid value. */
export interface PageQuery extends PostQuery, HomeQuery, ContactQuery {
  /** The visitor's search words. */
  readonly q: string | null;
}

/** An address, as a page sees it. */
interface AddressParts {
  /** Decoded path parameters of the route. */
  readonly params: Readonly<Record<string, string>>;
  /** The declared query parameters, normalized; undeclared ones always have their defaults. */
  readonly query: PageQuery;
}

/** The inputs of a page. */
interface PageRequest extends AddressParts {
  readonly content: SiteContent;
  readonly search: Search;
  /** The site where homes are booked; null if there is none. */
  readonly bookingSiteUrl: string | null;
}

/**
 * What a page selects from content. A property that is named in `primary` or `own` holds a `Result`. From one that is
 * called `page`, a row of `pages`, come the blocks and what the editor wrote for search engines.
 */
type Selection = object;

/** The names of those properties of a selection that hold a `Result`. */
type ResultName<S> = { [Name in keyof S]: S[Name] extends Result<unknown> ? Name : never }[keyof S] & string;

interface PageDefinition<S extends Selection> {
  /** The stylesheet of `client/styles` that the page adds to `base`. */
  readonly styles: StyleName;
  /** The same for a page whose row does not exist or cannot be loaded, if it looks different then. */
  readonly absentStyles?: StyleName;
  /** The query parameters that change the page; all others are ignored. */
  readonly query?: readonly (keyof PageQuery)[];
  /** `booking`: the page runs the vendor's search widget and needs its header policy. */
  readonly policy?: 'plain' | 'booking';
  /** The page is made for one request alone: it is never cached, and search engines must not index it. */
  readonly isUncached?: true;
  /** Whether it has the contact form itself; a page shows at most one. */
  readonly hasForm?: true;
  /** Selects what the page shows. Pure, and cheap: it decides the status before anything is rendered. */
  select(request: PageRequest): S;
  /**
   * The result without which the page does not exist: unreachable is a 503, null (or `isAbsent`) a real 404. Only a
   * page whose address names a row has one.
   */
  readonly primary?: ResultName<S>;
  isAbsent?(selected: S): boolean;
  /** The page's own content: unreachable is a 503; null shows a fallback, which search engines must not index. */
  readonly own?: readonly ResultName<S>[];
  /** Whose reviews are shown below the page, if it exists; those of owners by default; null for none. */
  reviews?(selected: S): ReviewFilter | null;
  /** Whether the address matches nothing, such as a filter without results: there are endlessly many of those. */
  findsNothing?(selected: S, address: AddressParts): boolean;
  /** What such a page or a 503 shows of its address all the same: one of few texts, each cached on its own. */
  variant?(selected: S): string;
  /** The head of the document. A page that finds nothing, or is no 200, is unlisted whatever this says. */
  describe(selected: S, address: AddressParts): PageDescription;
  readonly View: ComponentType<S & AddressParts>;
}

/** A page with what it has selected. */
export interface SelectedPage {
  /** 404: there is no such page; 503: its own content is unavailable. */
  readonly status: 200 | 404 | 503;
  /**
   * Whether the address matches nothing. Such a page, like a 404 or 503, must not repeat any part of its address but
   * the `variant`.
   */
  readonly findsNothing: boolean;
  readonly variant: string;
  /** Whether a built-in text replaces the page's own content. */
  readonly isFallback: boolean;
  describe(): PageDescription;
  /** Whether blocks follow it, whose styles the page then needs. */
  readonly hasBlocks: boolean;
  readonly element: ReactNode;
  /** Whose reviews are shown below it; null for none. */
  readonly reviews: ReviewFilter | null;
}

/** A page as the route table holds it. */
export interface SitePage {
  readonly styles: StyleName;
  readonly absentStyles: StyleName;
  readonly query: readonly (keyof PageQuery)[];
  readonly policy: 'plain' | 'booking';
  /** Whether the page exists only if content has a row for its address. */
  readonly requiresRow: boolean;
  readonly isUncached: boolean;
  select(request: PageRequest): SelectedPage;
}

/** Whose reviews are shown below a page that says nothing else. */
export const defaultReviews: ReviewFilter = { readers: 'owners' };

/** Makes a page out of its selection, its description and its component; ties their types together. */
export function definePage<S extends Selection>(definition: PageDefinition<S>): SitePage {
  const { View, primary, own = [], hasForm = false, reviews: reviewsOf = () => defaultReviews } = definition;
  const decisive = primary === undefined ? own : [...own, primary];
  return {
    styles: definition.styles,
    absentStyles: definition.absentStyles ?? definition.styles,
    query: definition.query ?? [],
    policy: definition.policy ?? 'plain',
    requiresRow: primary !== undefined,
    isUncached: definition.isUncached ?? false,
    select(request) {
      const { content, params, query } = request;
      const address = { params, query };
      const selected = definition.select(request);
      const isNull = (name: string) => valueIn(resultIn(selected, name)) === null;
      const isUnavailable = decisive.some((name) => 'unreachable' in resultIn(selected, name));
      const isAbsent = definition.isAbsent?.(selected) ?? (primary !== undefined && isNull(primary));
      const findsNothing = definition.findsNothing?.(selected, address) ?? false;
      const page = isUnavailable || isAbsent ? null : rowOf(selected, 'page');
      const blocks = page && isPage(page) ? selectBlocks(page.blocks, content, hasForm) : [];
      return {
        status: isUnavailable ? 503 : isAbsent ? 404 : 200,
        findsNothing,
        variant: definition.variant?.(selected) ?? '',
        isFallback: own.some(isNull),
        element: (
          <>
            <View {...selected} {...address} />
            <PageBlocks blocks={blocks} />
          </>
        ),
        reviews: isAbsent ? null : reviewsOf(selected),
        hasBlocks: blocks.length > 0,
        describe() {
          const described = definition.describe(selected, address);
          const questions = [...(described.questions ?? []), ...questionsOf(blocks)];
          // The title and picture for a whole list are not those of a filtered or later page of it.
          const isWhole =
            primary !== undefined || (definition.query ?? []).every((name) => isUnset(query, name));
          const description = withSharing({ ...described, questions }, rowOf(selected, primary), isWhole);
          const isListed = !isUnavailable && !isAbsent && !findsNothing;
          return isListed ? description : { ...description, path: null, unlisted: true };
        },
      };
    },
  };
}

/** The result under this name; throws if the selection has none there. */
function resultIn(selected: object, name: string): Result<unknown> {
  const result: unknown = Reflect.get(selected, name);
  if (!isResult(result)) throw new Error(`${name} is no result.`);
  return result;
}

function isResult(value: unknown): value is Result<unknown> {
  return typeof value === 'object' && value !== null && ('ok' in value || 'unreachable' in value);
}

/** The row of a page: its primary one, else its row of `pages`. */
function rowOf(selected: object, primary: string | undefined = 'page'): Sharing | null {
  const result: unknown = Reflect.get(selected, primary);
  const row = isResult(result) ? valueIn(result) : null;
  return typeof row === 'object' && row !== null && hasSharing(row) ? row : null;
}

function isPage(row: object): row is Page {
  return 'blocks' in row;
}

function hasSharing(row: object): row is Sharing {
  return 'noindex' in row;
}

/** Whether this parameter selects nothing: it is absent, or the first page. */
function isUnset(query: PageQuery, name: keyof PageQuery): boolean {
  return name === 'page' ? query.page === 1 : !query[name];
}

/** The editor's SEO fields override the page's own description; on a part of a list, only `noindex` counts. */
function withSharing(description: PageDescription, row: Sharing | null, isWhole: boolean): PageDescription {
  if (row === null) return description;
  const unlisted = row.noindex || (description.unlisted ?? false);
  if (!isWhole) return { ...description, unlisted };
  return {
    ...description,
    title: row.seoTitle ?? description.title,
    description: row.seoDescription ?? description.description,
    picture: row.seoPicture ?? description.picture ?? null,
    unlisted,
  };
}
