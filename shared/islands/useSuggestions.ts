import { useEffect, useState } from 'react';
import { isObject } from '../field.ts';
import { searchApiPath } from '../paths.ts';
import type { SearchHit } from '../search.ts';
import type { CallChoice } from '../ui/CallChoices.tsx';
import { withDeadline } from './withDeadline.ts';

/** The suggestions for a query. While a new list loads, the last one stays. */
export interface Suggestions {
  readonly state: 'loading' | 'found' | 'failed';
  readonly hits: readonly SearchHit[];
  /** The phone number for urgent matters, if nothing was found or the query is urgent. */
  readonly urgent: CallChoice | null;
}

const none: Suggestions = { state: 'found', hits: [], urgent: null };

/** Debounce: fast typing must not cause a request for each key. */
const pauseMs = 150;
const deadlineMs = 4_000;

/** The suggestions for the text in the input; none for an empty one. */
export function useSuggestions(apiBase: string, query: string): Suggestions {
  const [suggestions, setSuggestions] = useState(none);
  const text = query.trim();
  useEffect(() => {
    if (text === '') {
      setSuggestions(none);
      return undefined;
    }
    setSuggestions(({ hits }) => ({ ...none, state: 'loading', hits }));
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      const found = await loadSuggestions(apiBase, text, ending.signal);
      if (!ending.signal.aborted) setSuggestions(found);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [apiBase, text]);
  return suggestions;
}

async function loadSuggestions(apiBase: string, query: string, signal: AbortSignal): Promise<Suggestions> {
  try {
    const response = await fetch(`${apiBase}${searchApiPath}?q=${encodeURIComponent(query)}`, {
      headers: { Accept: 'application/json' },
      signal: withDeadline(signal, deadlineMs),
    });
    const found: unknown = response.ok ? await response.json() : null;
    if (isObject(found) && Array.isArray(found.hits) && found.hits.every(isHit))
      return { ...none, hits: found.hits, urgent: isChoice(found.urgent) ? found.urgent : null };
  } catch {
    // Same result as for an invalid response.
  }
  return { ...none, state: 'failed' };
}

const isText = (parts: unknown): boolean =>
  Array.isArray(parts) && parts.every((part) => isObject(part) && typeof part.text === 'string');

/** Validates a hit of our search API; its path must begin with exactly one slash. */
function isHit(hit: unknown): hit is SearchHit {
  if (!isObject(hit)) return false;
  const { kind, path, title, excerpt } = hit;
  return (
    typeof kind === 'string' &&
    typeof path === 'string' &&
    /^\/(?!\/)/.test(path) &&
    isText(title) &&
    isText(excerpt)
  );
}

const isChoice = (choice: unknown): choice is CallChoice =>
  isObject(choice) &&
  typeof choice.reason === 'string' &&
  typeof choice.phone === 'string' &&
  typeof choice.href === 'string' &&
  /^tel:/.test(choice.href);
