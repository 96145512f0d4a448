import { termOf } from '../../shared/terms.ts';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import type { SitePage } from '../site/definePage.tsx';
import type { PageMatch } from './matchPage.ts';

/**
 * A screen that refuses: a page that is not there, an address that cannot be read, too many requests. Random
 * addresses get it again and again, so it is rendered once for each content version, with a
 * placeholder for the one word of the request that it repeats.
 */
export interface Screen {
  /** What is the same screen but for the word. */
  readonly key: string;
  /** Empty: it repeats none. */
  readonly word: string;
}

/** A screen that belongs to no route. */
export interface StatusScreen extends Screen {
  readonly page: (word: string) => SitePage;
}

/** Stands for the word while the screen is rendered. No content has it. */
export const placeholder = 'qzplaceholderzq';

/** Words that look the same in text, attributes, JSON and addresses. */
const plainWord = /^[\w-]{1,64}$/;

/**
 * The screen of a route at an address that has nothing to show; null: this address needs a render of its own. A
 * screen of a route repeats nothing of the address but a category, tag or town that content does not know.
 */
export function screenOf({ route, params, query }: PageMatch, status: number): Screen | null {
  // Which page of a list is missing is said in words, a known category is named as content writes it, and with a
  // number of guests a town without a home may be a known one, which the filter marks.
  if (query.page > 1 || query.guests !== null) return null;
  const word = params.category ?? params.tag ?? query.category ?? query.tag ?? query.town ?? '';
  const isPlain = word === '' || (plainWord.test(word) && word === word.toLowerCase());
  return isPlain ? { key: `${route} ${status}${query.tag === null ? '' : ' tag'}`, word } : null;
}

/** The match of the same screen with the placeholder in the place of the word. */
export function withPlaceholder(match: PageMatch, { word }: Screen): PageMatch {
  const put = <T>(value: T) => (value === word ? placeholder : value);
  const { params, query, path } = match;
  return {
    ...match,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, put(value)])),
    query: { ...query, category: put(query.category), tag: put(query.tag), town: put(query.town) },
    path: path.endsWith(`/${word}`) ? path.slice(0, -word.length) + placeholder : path,
  };
}

/** The screen with the word in the place of the placeholder: as an address has it, and as a name. */
export function filled(template: BufferedResponse, { word }: Screen): BufferedResponse {
  if (word === '') return template;
  return template.replaced([
    [placeholder, word],
    [termOf(placeholder).name, termOf(word).name],
  ]);
}
