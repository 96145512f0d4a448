import type { ComponentType, ReactNode } from 'react';
import type { PostQuery } from '../../shared/content.ts';
import type { ContentSource, Question } from '../../shared/contentSource.ts';
import type { PageDescription } from './seo/pageDescription.ts';
import type { StyleName } from './styleNames.ts';

/** What an address asks for, as a page sees it. */
export interface PageRequest {
  readonly content: ContentSource;
  /** Decoded path parameters of the route. */
  readonly params: Readonly<Record<string, string>>;
  /** The declared query parameters, normalised; undeclared ones never get here. */
  readonly query: PostQuery;
}

type Questions = Readonly<Record<string, Question<unknown>>>;

/** What a page's component is given. */
export interface PageProps<Q extends Questions> extends PageRequest {
  readonly questions: Q;
}

interface PageDefinition<Q extends Questions> {
  /** The stylesheet of `client/styles` that the page adds to `base`. */
  readonly styles: StyleName;
  /** Query parameters that make another page; all others are ignored. */
  readonly query?: readonly (keyof PostQuery)[];
  /** `booking`: the page runs the vendor's search widget and needs its header policy. */
  readonly policy?: 'plain' | 'booking';
  /** Starts every question of the page, in parallel. */
  ask(request: PageRequest): Q;
  /**
   * The question that decides status, title or description: the first byte waits for it. Answered with
   * null (or as `isAbsent` says) the page is a real 404, and its component draws what is missing.
   */
  readonly primary?: keyof Q & string;
  isAbsent?(questions: Q): boolean;
  /** The page's own content: when it has failed before the first byte, the status is 503. */
  readonly own?: readonly (keyof Q & string)[];
  /** The head of the document, from the answers that are there (`known`) when it is written. */
  describe(questions: Q, request: PageRequest): PageDescription;
  readonly View: ComponentType<PageProps<Q>>;
}

/** A page whose questions have been asked. */
export interface OpenedPage {
  readonly questions: readonly Question<unknown>[];
  readonly primary: Question<unknown> | null;
  /** Whether the content service has answered that there is no such page. */
  isAbsent(): boolean;
  /** Whether the page's own content is known to be unreachable. */
  hasFailed(): boolean;
  describe(): PageDescription;
  readonly view: ReactNode;
}

/** A page as the route table holds it. */
export interface SitePage {
  readonly styles: StyleName;
  readonly query: readonly (keyof PostQuery)[];
  readonly policy: 'plain' | 'booking';
  /** Whether the status waits for one of its questions. */
  readonly isDecided: boolean;
  open(request: PageRequest): OpenedPage;
}

/** Makes a page out of its questions, its description and its component; keeps their types together. */
export function definePage<Q extends Questions>(definition: PageDefinition<Q>): SitePage {
  const { View } = definition;
  return {
    styles: definition.styles,
    query: definition.query ?? [],
    policy: definition.policy ?? 'plain',
    isDecided: definition.primary !== undefined,
    open(request) {
      const questions = definition.ask(request);
      const primary = definition.primary === undefined ? null : (questions[definition.primary] ?? null);
      const own = [
        ...(definition.own ?? []),
        ...(definition.primary === undefined ? [] : [definition.primary]),
      ];
      return {
        questions: Object.values(questions),
        primary,
        isAbsent: () => definition.isAbsent?.(questions) ?? (primary !== null && known(primary) === null),
        hasFailed: () => own.some((name) => isUnreachable(questions[name])),
        describe: () => definition.describe(questions, request),
        view: <View {...request} questions={questions} />,
      };
    },
  };
}

/** The value of a question that has been answered; undefined while it is open and when it has failed. */
export function known<T>(question: Question<T>): T | undefined {
  return question.value !== undefined && 'ok' in question.value ? question.value.ok : undefined;
}

/** Whether a question has been answered by the content service's absence. */
export function isUnreachable(question: Question<unknown> | undefined): boolean {
  return question?.value !== undefined && 'unreachable' in question.value;
}
