import type { IslandComponent, IslandName } from '../shared/islands/islandRegistry.ts';
import { draftName, recall } from '../shared/islands/tabMemory.ts';
import type { HydrateIsland } from './hydration/hydrateIsland.tsx';

/**
 * When an island is hydrated. `interaction`: on the first interaction with it, its code fetched after the first
 * interaction with the page; `pageInteraction`: after the first interaction with the page, because it must be
 * hydrated before it is touched; `visible`: when it is about to be seen; `idle`: when the page is idle.
 */
type Schedule = 'interaction' | 'pageInteraction' | 'visible' | 'idle';

/** An island's code, with the function that hydrates it. */
interface IslandCode<Name extends IslandName> {
  readonly component: IslandComponent<Name>;
  readonly hydrateIsland: HydrateIsland;
}

interface IslandEntry<Name extends IslandName> {
  readonly schedule: Schedule;
  /** Whether it has state to restore that is not in the page: then it is hydrated when the page is idle. */
  readonly restores?: () => boolean;
  /** The part of the page around the island whose links it handles too: a touch there counts as one of it. */
  readonly area?: string;
  /** A key that asks for it wherever the focus is: it is hydrated, and its link pressed. */
  readonly isShortcut?: (event: KeyboardEvent) => boolean;
  readonly load: () => Promise<IslandCode<Name>>;
}

const header = () => import('./islands/header.ts');

/**
 * The browser's table of islands. Each file brings the same way to hydrate, so that the builder puts React and
 * all that they share into one file, fetched once.
 */
export const islands: { readonly [Name in IslandName]: IslandEntry<Name> } = {
  siteMenu: { schedule: 'interaction', load: () => header().then(({ siteMenu }) => siteMenu) },
  siteSearch: {
    schedule: 'interaction',
    isShortcut: isSearchKey,
    load: () => import('./islands/siteSearch.ts'),
  },
  themeSwitcher: { schedule: 'interaction', load: () => header().then(({ themeSwitcher }) => themeSwitcher) },
  blogFilters: {
    schedule: 'interaction',
    area: '.blog-body',
    load: () => import('./islands/blogFilters.ts'),
  },
  bookingSearch: { schedule: 'visible', load: () => import('./islands/bookingSearch.ts') },
  contactForm: {
    schedule: 'pageInteraction',
    restores: () => recall(draftName()) !== null,
    load: () => import('./islands/contactForm.ts'),
  },
  sentMessage: { schedule: 'idle', load: () => import('./islands/sentMessage.ts') },
  errorTests: { schedule: 'interaction', load: () => import('./islands/errorTests.ts') },
};

/** Ctrl+K or ⌘K anywhere; a slash where it is not typed. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return ctrlKey !== metaKey && !altKey;
  const isTyped =
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyped;
}

/** Whether a name from the page's source is one of ours. */
export function isIslandName(name: string | undefined): name is IslandName {
  return name !== undefined && Object.hasOwn(islands, name);
}
