import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react';
import { type BlogFilter, isSameQuery } from '../blogFilter.ts';
import { countedPosts, filterOf, titleOf } from '../blogListText.ts';
import type { PostListing, PostQuery, Term } from '../content.ts';
import { blogListPath } from '../paths.ts';
import { type Cause, followListChoices, type ListHistory } from './listChoices.ts';
import { keepFocusNear, markCurrentLinks, placeBeside, showServersList } from './listPlace.ts';
import { loadPosts } from './loadPosts.ts';
import { usePageTitle } from './usePageTitle.ts';

/** A list that was drawn in the browser, and where. */
interface Shown {
  readonly query: PostQuery;
  readonly listing: PostListing;
  readonly place: HTMLElement;
}

interface BlogListOptions {
  readonly categories: readonly Term[];
  readonly query: PostQuery | null;
  readonly active: BlogFilter;
  readonly listId: string;
  readonly apiBase: string;
}

/** A list that is about to be shown. */
interface Arrival {
  readonly cause: Cause;
  readonly address: string;
  /** After a choice, where the page was scrolled; after a travel, where it shall be; null: not known. */
  readonly scroll: number | null;
  /** The choice was made below the top of the list. */
  readonly below: boolean;
}

/** The list that the blog shows instead of the server's, if any, and what the filter bar says of it. */
export function useBlogList(options: BlogListOptions, bar: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [pending, startTransition] = useTransition();
  const loading = useRef<AbortController>(null);
  const listings = useRef(new Map<string, PostListing>());
  const past = useRef<ListHistory>(null);
  const arrival = useRef<Arrival>(null);

  const settle = (query: PostQuery, listing: PostListing | null, cause: Cause) => {
    const place = listing && placeBeside(options.listId);
    // Measured while nothing has changed: later it would lay out the page twice.
    arrival.current = {
      cause,
      address: blogListPath(query),
      scroll: cause === 'travel' ? (past.current?.scrollOfCurrent() ?? null) : window.scrollY,
      below: cause === 'choice' && (bar.current?.getBoundingClientRect().top ?? 0) < 0,
    };
    setShown(listing && place && { query, listing, place });
    setAnnouncement(listing ? countedPosts(listing) : titleOf(options.active, 1));
  };

  const show = useEffectEvent((query: PostQuery, cause: Cause) => {
    loading.current?.abort();
    const address = blogListPath(query);
    const own = options.query !== null && isSameQuery(query, options.query);
    const held = own ? null : listings.current.get(address);
    // Without waiting for anything, so that Back is as quick as the browser's own.
    if (held !== undefined) return startTransition(() => settle(query, held, cause));
    const mine = new AbortController();
    loading.current = mine;
    startTransition(async () => {
      const listing = await loadPosts(options.apiBase, query, mine.signal);
      if (mine.signal.aborted) return;
      if (listing === null) return leaveFor(address, cause);
      listings.current.set(address, listing);
      startTransition(() => settle(query, listing, cause));
    });
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const area = areaOf(bar.current);
    const drawn = options.query;
    // A page without a list leaves its links to the browser: there may be posts by now.
    if (area && drawn) past.current = followListChoices({ area, drawn, show, signal });
    return () => {
      listening.abort();
      loading.current?.abort();
    };
  }, [bar, options.query]);

  const query = shown?.query ?? options.query;
  const active = shown ? filterOf(shown, options.categories) : options.active;

  usePageTitle(titleOf(active, query?.page ?? 1));

  const syncDom = useEffectEvent(() => {
    const area = areaOf(bar.current);
    // Nothing has been chosen yet: the page is as the server drew it.
    if (arrival.current === null || !bar.current || !area || !query) return;
    const { cause, address, scroll, below } = arrival.current;
    // The address changes with the list, so that both always agree; what is shown already is no new entry.
    if (cause === 'choice' && address !== location.pathname + location.search) {
      past.current?.push(address, scroll ?? 0);
    }
    showServersList(options.listId, shown === null);
    markCurrentLinks(area, query);
    if (cause === 'choice') keepFocusNear(bar.current, shown?.place ?? null);
    if (below) bar.current.scrollIntoView({ block: 'start', behavior: 'instant' });
    else if (cause === 'travel' && scroll !== null) window.scrollTo({ top: scroll, behavior: 'instant' });
  });
  useLayoutEffect(() => syncDom(), [shown]);

  return { active, shown, announcement, pending };
}

/** The part of the page whose links the filter bar handles: the blog's body. */
function areaOf(bar: HTMLElement | null): Element | null {
  return bar?.closest('.blog-body') ?? bar;
}

function leaveFor(address: string, cause: Cause): void {
  // Where the history has moved, the address in the bar is right already.
  if (cause === 'travel') location.reload();
  else location.assign(address);
}
