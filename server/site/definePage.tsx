import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { ContactQuery } from '../../shared/contactQuery.ts';
import type { ContentSource, HomeQuery, PostQuery } from '../../shared/content.ts';
import type { Query } from '../../shared/query.ts';
import type { PageDescription } from './seo/pageDescription.ts';

/** The stylesheets of `client/styles`, one for each family of pages, besides `base` which all pages carry. */
export type StyleName = 'home' | 'about' | 'services' | 'booking' | 'contact' | 'blog' | 'plain' | 'style';

/** The query parameters that any page may declare; null or page 1 where the address has none that makes sense. */
export interface PageQuery extends PostQuery, HomeQuery, ContactQuery {}

/** A request for a page, as the page sees it. */
export interface PageRequest {
  readonly content: ContentSource;
  /** Decoded path parameters of the route. */
  readonly params: Readonly<Record<string, string>>;
  /** The declared query parameters, normalised; undeclared ones never get here. */
  readonly query: PageQuery;
}

type Queries = Readonly<Record<string, Query<unknown>>>;

/** What a page's component is given. */
interface PageProps<Q extends Queries> extends PageRequest {
  readonly queries: Q;
}

interface PageDefinition<Q extends Queries> {
  /** The stylesheet of `client/styles` that the page adds to `base`. */
  readonly styles: StyleName;
  /** Query parameters that make another page; all others are ignored. */
  readonly query?: readonly (keyof PageQuery)[];
  /** `booking`: the page runs the vendor's search widget and needs its header policy. */
  readonly policy?: 'plain' | 'booking';
  /** Starts every query of the page, in parallel. */
  load(request: PageRequest): Q;
  /**
   * The query that decides status, title or description: the first byte waits for it. When its value is null (or
   * `isAbsent` is true for it) the page is a real 404, and its component shows what is missing.
   */
  readonly primary?: keyof Q & string;
  isAbsent?(queries: Q): boolean;
  /** The page's own content: when it has failed before the first byte, the status is 503. */
  readonly own?: readonly (keyof Q & string)[];
  /** The head of the document, from the values that are loaded (`loadedValue`) when it is written. */
  describe(queries: Q, request: PageRequest): PageDescription;
  readonly View: ComponentType<PageProps<Q>>;
}

/** A page whose queries have been started. */
export interface LoadedPage {
  readonly queries: readonly Query<unknown>[];
  readonly primary: Query<unknown> | null;
  /** Whether the content service has said that there is no such page. */
  isAbsent(): boolean;
  /** Whether the page's own content is known to be unreachable. */
  hasFailed(): boolean;
  /** Whether the content service has none of the page's own content, so that fallbacks are shown. */
  isFallback(): boolean;
  describe(): PageDescription;
  /** Gives the page's element, somewhere inside of `children`, its queries. */
  provide(children: ReactNode): ReactNode;
}

/** A page as the route table holds it. */
export interface SitePage {
  readonly styles: StyleName;
  readonly query: readonly (keyof PageQuery)[];
  readonly policy: 'plain' | 'booking';
  /** Whether the status waits for one of its queries. */
  readonly isDecided: boolean;
  /** What the route table renders: the page's component, with the queries that `LoadedPage.provide` gives it. */
  readonly element: ReactNode;
  load(request: PageRequest): LoadedPage;
}

/** Makes a page out of its queries, its description and its component; ties their types together. */
export function definePage<Q extends Queries>(definition: PageDefinition<Q>): SitePage {
  const { View } = definition;
  const PropsContext = createContext<PageProps<Q> | null>(null);
  function PageElement() {
    const props = useContext(PropsContext);
    if (!props) throw new Error('A page is rendered only after it was loaded.');
    return <View {...props} />;
  }
  return {
    styles: definition.styles,
    query: definition.query ?? [],
    policy: definition.policy ?? 'plain',
    isDecided: definition.primary !== undefined,
    element: <PageElement />,
    load(request) {
      const queries = definition.load(request);
      const primary = definition.primary === undefined ? null : (queries[definition.primary] ?? null);
      const own = [
        ...(definition.own ?? []),
        ...(definition.primary === undefined ? [] : [definition.primary]),
      ];
      return {
        queries: Object.values(queries),
        primary,
        isAbsent: () => definition.isAbsent?.(queries) ?? (primary !== null && loadedValue(primary) === null),
        hasFailed: () => own.some((name) => isUnreachable(queries[name])),
        isFallback: () => own.some((name) => queries[name] && loadedValue(queries[name]) === null),
        describe: () => definition.describe(queries, request),
        provide: (children) => <PropsContext value={{ ...request, queries }}>{children}</PropsContext>,
      };
    },
  };
}

/** The value of a loaded query; undefined while it is pending and when it has failed. */
export function loadedValue<T>(query: Query<T>): T | undefined {
  return query.value !== undefined && 'ok' in query.value ? query.value.ok : undefined;
}

/** Whether a query has failed: no value can be had, because the content service fails and nothing is stored. */
export function isUnreachable(query: Query<unknown> | undefined): boolean {
  return query?.value !== undefined && 'unreachable' in query.value;
}
