import type { ComponentType, ReactNode } from 'react';
import type { Sharing } from '../content/collections/fields.ts';
import type { Page } from '../content/collections/pages.ts';
import type { ReviewFilter } from '../content/collections/reviews.ts';
import type { Result, SiteContent } from '../content/siteContent.ts';
import type { Search } from '../search/siteSearch.ts';
import { PageBlocks, questionsOf, selectBlocks } from './blocks/pageBlocks.tsx';
import { isUnset, type PageQuery } from './pageQuery.ts';
import type { PageDescription } from './seo/pageDescription.ts';

/** An address, as a page sees it. */
interface AddressParts {
  /** Decoded path parameters of the route. A page whose route has any exists only if content has a row for it. */
  readonly params: Readonly<Record<string, string>>;
  /** The declared query parameters, normalized; undeclared ones always have their defaults. */
  readonly query: PageQuery;
}

/** The inputs of a page. */
interface PageInput extends AddressParts {
  readonly content: SiteContent;
  readonly search: Search;
  /** The site where homes are booked; null if there is none. */
  readonly bookingSiteUrl: string | null;
}

/** What a page shows, in the terms of its own `describe` and `View`. */
interface Selected<S> {
  readonly selected: S;
  /** The row that the page is about: it has blocks if it is one of `pages`, and an editor's words for search engines. */
  readonly row?: Page | Sharing | null | undefined;
  /** The slug of the service or home that the page is about: reviews of it come first. */
  readonly subject?: string;
}

/** What is shown if there is nothing that `describe` and `View` could show. */
interface Substitute {
  readonly title: string;
  readonly element: ReactNode;
}

/** What a page has found for its address. Status, cache key and listing follow from it, see `outcomeOf`. */
export type Verdict<S> =
  /** What the address asks for. */
  | ({ readonly kind: 'found' } & Selected<S>)
  /** The page, with a built-in text in place of its own content, which nobody has written. */
  | ({ readonly kind: 'fallback' } & Selected<S>)
  /** The page, without anything that the query asks for. */
  | ({ readonly kind: 'noMatches' } & Selected<S>)
  /** There is no such page. */
  | ({ readonly kind: 'absent' } & (Selected<S> | Substitute))
  /**
   * The content service has never delivered the page's own content. `variant`: what the page says of its address all
   * the same, one of few texts.
   */
  | ({ readonly kind: 'unavailable'; readonly variant?: string } & (Selected<S> | Substitute));

interface PageDefinition<S extends object> {
  /** The query parameters that change the page; all others are ignored. */
  readonly query?: readonly (keyof PageQuery)[];
  /** `booking`: the page runs the vendor's search widget and needs its header policy. */
  readonly policy?: 'plain' | 'booking';
  /** The page is made for one request alone: it is never cached, and search engines must not index it. */
  readonly isUncached?: true;
  /** Whether it has the contact form itself; a page shows at most one. */
  readonly hasForm?: true;
  /** Who reads the page: reviews for them are below it. By default owners. */
  readonly readers?: ReviewFilter['readers'];
  /** Decides what there is to show. Pure, and cheap: it runs before anything is rendered, also for cached refusals. */
  select(input: PageInput): Verdict<S>;
  /** The head of the document. Only a page that was found is listed, whatever this says. */
  describe(selected: S, address: AddressParts): PageDescription;
  readonly View: ComponentType<S & AddressParts>;
}

/** What follows from a verdict for the response. */
interface Outcome {
  readonly status: 200 | 404 | 503;
  /** Whether search engines may index it. */
  readonly isIndexed: boolean;
  /**
   * Null: the page is cached by its own address. Otherwise all addresses of a route with this status and text share one
   * page, because there are endlessly many of them: it must not repeat any other part of its address.
   */
  readonly sharedAs: string | null;
}

/** A page with its verdict on one address, as it is rendered. */
export interface JudgedPage extends Outcome {
  readonly reviews: ReviewFilter;
  describe(): PageDescription;
  readonly element: ReactNode;
}

/** A page as the route table holds it. */
export interface SitePage {
  readonly query: readonly (keyof PageQuery)[];
  readonly policy: 'plain' | 'booking';
  readonly isUncached: boolean;
  /** Throws what the page's `select` throws. */
  judge(input: PageInput): JudgedPage;
}

/** Makes a page out of its selection, its description and its component; ties their types together. */
export function definePage<S extends object>(definition: PageDefinition<S>): SitePage {
  const { query = [], policy = 'plain', readers = 'owners' } = definition;
  return {
    query,
    policy,
    isUncached: definition.isUncached ?? false,
    judge(input) {
      const verdict = definition.select(input);
      const outcome = outcomeOf(verdict);
      if ('selected' in verdict) {
        const { subject } = verdict;
        const reviews = subject === undefined ? { readers } : { slug: subject, readers };
        return { ...outcome, reviews, ...show(definition, verdict, input, outcome) };
      }
      const { title, element } = verdict;
      const describe = () => ({ title, description: null, path: null, unlisted: true });
      return { ...outcome, reviews: { readers }, element, describe };
    },
  };
}

/** The verdict on a page that is made from content of its own: null is a fallback, unreachable a 503. */
export function judgeOwn<S>(own: Result<unknown>, shown: Selected<S>): Verdict<S> {
  if (!('ok' in own)) return { kind: 'unavailable', ...shown };
  return { kind: own.ok === null ? 'fallback' : 'found', ...shown };
}

/** The verdict on an address that names a row: without it there is no page. */
export function judgeRow<R, S>(
  row: Result<R | null>,
  show: (row: R) => Selected<S>,
  instead: Readonly<Record<'absent' | 'unavailable', Substitute>>,
): Verdict<S> {
  if (!('ok' in row)) return { kind: 'unavailable', ...instead.unavailable };
  return row.ok === null ? { kind: 'absent', ...instead.absent } : { kind: 'found', ...show(row.ok) };
}

function outcomeOf(verdict: Verdict<unknown>): Outcome {
  switch (verdict.kind) {
    case 'found':
      return { status: 200, isIndexed: true, sharedAs: null };
    case 'fallback':
      return { status: 200, isIndexed: false, sharedAs: null };
    case 'noMatches':
      return { status: 200, isIndexed: false, sharedAs: '' };
    case 'absent':
      return { status: 404, isIndexed: false, sharedAs: '' };
    case 'unavailable':
      return { status: 503, isIndexed: false, sharedAs: verdict.variant ?? '' };
  }
}

/** The head and the body of a page that has selected something. */
function show<S extends object>(
  definition: PageDefinition<S>,
  { selected, row = null }: Selected<S>,
  { content, params, query }: PageInput,
  { status, sharedAs }: Outcome,
) {
  const { View, query: declared = [] } = definition;
  const address = { params, query };
  const isPage = status === 200 && row !== null && 'blocks' in row;
  const blocks = isPage ? selectBlocks(row.blocks, content, definition.hasForm ?? false) : [];
  return {
    element: (
      <>
        <View {...selected} {...address} />
        <PageBlocks blocks={blocks} />
      </>
    ),
    describe() {
      const described = definition.describe(selected, address);
      const questions = [...(described.questions ?? []), ...questionsOf(blocks)];
      // The title and picture for a whole list are not those of a filtered or later page of it.
      const isWhole = namesRow(address) || declared.every((name) => isUnset(name, query[name]));
      const description = withSharing({ ...described, questions }, row, isWhole);
      return sharedAs === null ? description : { ...description, path: null, unlisted: true };
    },
  };
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

/** Whether an address names a row of content, without which it has no page. */
export const namesRow = ({ params }: Pick<AddressParts, 'params'>): boolean => Object.keys(params).length > 0;
