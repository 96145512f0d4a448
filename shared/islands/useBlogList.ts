import { type RefObject, useEffect, useEffectEvent, useRef, useState, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { type BlogFilter, isSameQuery } from '../blogFilter.ts';
import { filterOf, listAnnouncement, titleOf } from '../blogListText.ts';
import type { PostListing, PostQuery, Term } from '../content.ts';
import { blogListPath } from '../paths.ts';
import { type Cause, followListChoices } from './listChoices.ts';
import { clientListContainer, keepFocusNear, markCurrentLinks, showServersList } from './listPlace.ts';
import { loadPosts } from './loadPosts.ts';
import { usePageTitle } from './usePageTitle.ts';
import { pause } from './withDeadline.ts';

/** A list that is rendered in the browser, and its container. */
interface Shown {
  readonly query: PostQuery;
  readonly listing: PostListing;
  readonly container: HTMLElement;
}

/** A list that takes longer is announced as being loaded. */
const quietMs = 500;
const loadingText = 'Loading posts';

/**
 * Events of a page that is left, by Back too. Firefox and Safari then end what it loads, Safari a moment before the event;
 * only the second one comes on iOS. Firefox does not keep a page with a listener for the first.
 */
const leavings = ['beforeunload', 'pagehide'] as const;
const leavingMs = 200;

interface BlogListOptions {
  readonly categories: readonly Term[];
  readonly query: PostQuery | null;
  readonly active: BlogFilter;
  readonly announcement: string;
  readonly listId: string;
  readonly apiBase: string;
}

/**
 * The list that the blog shows instead of the server-rendered one, if any, and its state for the filter bar. Scroll
 * restoration is left to the browser: it saves the position when the address changes and scrolls after `popstate`.
 */
export function useBlogList(options: BlogListOptions, bar: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [pending, startTransition] = useTransition();
  const loading = useRef<AbortController>(null);
  const listings = useRef(new Map<string, PostListing>());
  /** The address of the list that the address bar shows. */
  const named = useRef(options.query && blogListPath(options.query));

  /** Shows a list, or the server-rendered one (null), updates the address, and scrolls up to the list's start. */
  const showList = (query: PostQuery, listing: PostListing | null, cause: Cause) => {
    const area = areaOf(bar.current);
    if (!bar.current || !area) return;
    const isBelow = cause === 'choice' && bar.current.getBoundingClientRect().top < 0;
    const address = blogListPath(query);
    // No new entry for the address that is already shown. Pushed before the list changes, which may scroll the page.
    if (cause === 'choice' && address !== location.pathname + location.search) {
      history.pushState(null, '', address);
    }
    named.current = address;
    const container = listing && clientListContainer(options.listId);
    flushSync(() => {
      setShown(listing && container && { query, listing, container });
      setAnnouncement(listing ? listAnnouncement(listing) : options.announcement);
    });
    showServersList(options.listId, listing === null);
    markCurrentLinks(area, query);
    if (cause === 'choice') keepFocusNear(bar.current, container);
    if (isBelow) bar.current.scrollIntoView({ block: 'start', behavior: 'instant' });
  };

  const show = useEffectEvent((query: PostQuery, cause: Cause) => {
    const address = blogListPath(query);
    // Navigation to a fragment of the list that is shown, or back from it.
    if (cause === 'travel' && address === named.current) return;
    loading.current?.abort();
    const own = options.query !== null && isSameQuery(query, options.query);
    const held = own ? null : listings.current.get(address);
    if (held !== undefined) return showList(query, held, cause);
    if (cause === 'travel') named.current = address;
    const mine = new AbortController();
    loading.current = mine;
    const leave = () => mine.abort();
    startTransition(async () => {
      const late = setTimeout(() => setAnnouncement(loadingText), quietMs);
      for (const type of leavings) addEventListener(type, leave);
      const listing = await loadPosts(options.apiBase, query, mine.signal);
      if (listing === null) await pause(leavingMs, mine.signal);
      for (const type of leavings) removeEventListener(type, leave);
      clearTimeout(late);
      // Also where the visitor stays: a link to a phone number looks like leaving. A list chosen since says its own.
      if (mine.signal.aborted) return setAnnouncement((text) => (text === loadingText ? '' : text));
      if (listing === null) return leaveFor(address, cause);
      listings.current.set(address, listing);
      showList(query, listing, cause);
    });
  });

  useEffect(() => {
    const listening = new AbortController();
    const area = areaOf(bar.current);
    const rendered = options.query;
    // A page without a list leaves the choice of one to the browser.
    if (area && rendered) {
      // A list that cannot be loaded is opened as a page, which would overtake the one that was chosen since.
      const leave = () => loading.current?.abort();
      followListChoices({ area, rendered, show, leave, signal: listening.signal });
    }
    return () => {
      listening.abort();
      loading.current?.abort();
    };
  }, [bar, options.query]);

  const query = shown?.query ?? options.query;
  const active = shown ? filterOf(shown, options.categories) : options.active;
  usePageTitle(titleOf(active, query?.page ?? 1));
  return { active, shown, announcement, pending };
}

/** The part of the page whose links the filter bar handles. */
function areaOf(bar: HTMLElement | null): Element | null {
  return bar?.closest('.blog-body') ?? bar;
}

function leaveFor(address: string, cause: Cause): void {
  // After a history navigation the address bar already shows the address.
  if (cause === 'travel') location.reload();
  else location.assign(address);
}
