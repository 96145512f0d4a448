import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react';
import { type BlogFilter, isSameQuery, readBlogQuery } from '../blogFilter.ts';
import { countedPosts, filterOf, titleOf } from '../blogListWords.ts';
import type { PostListing, PostQuery, Term } from '../content.ts';
import { blogListPath } from '../paths.ts';
import { askForPosts } from './askForPosts.ts';
import { keepListHistory, type ListHistory } from './listHistory.ts';
import { keepFocusNear, markCurrentLinks, placeBeside, showServersList, showTopOf } from './listPlace.ts';
import { plainClickAddress } from './plainClick.ts';

/** A list that was drawn in the browser, and where. */
interface Shown {
  readonly query: PostQuery;
  readonly listing: PostListing;
  readonly place: HTMLElement;
}

interface BlogListOptions {
  readonly categories: readonly Term[];
  readonly query: PostQuery;
  readonly active: BlogFilter;
  readonly listId: string;
  readonly apiBase: string;
}

/** How a list came to be shown: by a choice, or because the history moved. */
type Cause = 'choice' | 'travel';

/** A list that is about to be shown. */
interface Arrival {
  readonly cause: Cause;
  readonly address: string;
  /** After a choice, where the page was scrolled; after a travel, where it shall be; null: not known. */
  readonly scroll: number | null;
}

/** The list that the blog shows instead of the server's, if any, and what the filter bar says of it. */
export function useBlogList(options: BlogListOptions, bar: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [pending, startTransition] = useTransition();
  const asking = useRef<AbortController>(null);
  const answers = useRef(new Map<string, PostListing>());
  const past = useRef<ListHistory>(null);
  const arrival = useRef<Arrival>(null);
  const firstTitle = useRef<string>(null);

  const settle = (query: PostQuery, listing: PostListing | null, cause: Cause) => {
    const place = listing && placeBeside(options.listId);
    const address = blogListPath(query);
    // The address changes with the list, so that both always agree.
    const scroll = cause === 'travel' ? (past.current?.scrollOfCurrent() ?? null) : window.scrollY;
    arrival.current = { cause, address, scroll };
    setShown(listing && place && { query, listing, place });
    setAnnouncement(listing ? countedPosts(listing) : titleOf(options.active, 1));
  };

  const show = useEffectEvent((query: PostQuery, cause: Cause) => {
    asking.current?.abort();
    const address = blogListPath(query);
    const held = isSameQuery(query, options.query) ? null : answers.current.get(address);
    // Without waiting for anything, so that Back is as quick as the browser's own.
    if (held !== undefined) return startTransition(() => settle(query, held, cause));
    const mine = new AbortController();
    asking.current = mine;
    startTransition(async () => {
      const listing = await askForPosts(options.apiBase, query, mine.signal);
      if (mine.signal.aborted) return;
      if (listing === null) return leaveFor(address, cause);
      answers.current.set(address, listing);
      startTransition(() => settle(query, listing, cause));
    });
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const history = keepListHistory(signal);
    past.current = history;
    const area = bar.current?.closest('.blog-body') ?? bar.current;
    area?.addEventListener(
      'click',
      (event) => {
        const address = plainClickAddress(event);
        const query = address && readBlogQuery(address);
        if (!query) return;
        event.preventDefault();
        show(query, 'choice');
      },
      { signal },
    );
    const look = () => {
      const query = readBlogQuery(new URL(location.href));
      if (query) show(query, 'travel');
    };
    addEventListener(
      'popstate',
      () => {
        history.moved();
        look();
      },
      { signal },
    );
    // The page may have been reloaded at an entry of its own, and the history moved before this listened.
    const now = readBlogQuery(new URL(location.href));
    if (now && !isSameQuery(now, options.query)) look();
    return () => {
      listening.abort();
      asking.current?.abort();
    };
  }, [bar, options.query]);

  const query = shown?.query ?? options.query;
  const active = shown ? filterOf(shown, options.categories) : options.active;

  const dress = useEffectEvent(() => {
    // Nothing has been chosen yet: the page is as the server drew it.
    if (arrival.current === null || !bar.current) return;
    const { cause, address, scroll } = arrival.current;
    // The address changes with the list, so that both always agree; what is shown already is no new entry.
    if (cause === 'choice' && address !== location.pathname + location.search) {
      past.current?.push(address, scroll ?? 0);
    }
    showServersList(options.listId, shown === null);
    markCurrentLinks(bar.current.closest('.blog-body') ?? bar.current, query);
    firstTitle.current ??= document.title;
    document.title = retitled(
      firstTitle.current,
      titleOf(options.active, options.query.page),
      titleOf(active, query.page),
    );
    if (cause === 'choice') {
      keepFocusNear(bar.current, shown?.place ?? null);
      showTopOf(bar.current);
    } else if (scroll !== null) window.scrollTo({ top: scroll, behavior: 'instant' });
  });
  useLayoutEffect(() => dress(), [shown]);

  return { active, shown, announcement, pending };
}

function leaveFor(address: string, cause: Cause): void {
  // Where the history has moved, the address in the bar is right already.
  if (cause === 'travel') location.reload();
  else location.assign(address);
}

/** The server's title of the document with another title of the list in it; the site's own part stays. */
function retitled(title: string, from: string, to: string): string {
  const site = title.startsWith(from) ? title.slice(from.length) : title.slice(title.lastIndexOf(' - '));
  return to + site;
}
