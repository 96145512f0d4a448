import type { IslandComponent, IslandName } from '../shared/islands/islandRegistry.ts';
import { draftName, recall } from '../shared/islands/tabMemory.ts';
import type { HydrateIsland } from './hydration/hydrateIsland.tsx';

/**
 * When an island is hydrated. `interaction`: on the first interaction with it (its code is fetched after the first
 * interaction with the page); `pageInteraction`: after the first interaction with the page, because it must be
 * hydrated before it is used; `visible`: when it is about to scroll into view; `idle`: when the page is idle.
 */
type Schedule = 'interaction' | 'pageInteraction' | 'visible' | 'idle';

/** An island's code, with the function that hydrates it. */
interface IslandCode<Name extends IslandName> {
  readonly component: IslandComponent<Name>;
  readonly hydrateIsland: HydrateIsland;
}

interface IslandEntry<Name extends IslandName> {
  readonly schedule: Schedule;
  /** Whether it has stored state to restore; then it is hydrated when the page is idle. */
  readonly restores?: () => boolean;
  /** Selector of the ancestor whose links the island handles; an interaction there counts as one with the island. */
  readonly area?: string;
  readonly load: () => Promise<IslandCode<Name>>;
}

const header = () => import('./islands/header.ts');

/**
 * The browser's table of islands. Each file exports the same `hydrateIsland`, so that the bundler puts React and
 * everything else that they share into one chunk, fetched once.
 */
export const islands: { readonly [Name in IslandName]: IslandEntry<Name> } = {
  siteMenu: { schedule: 'interaction', load: () => header().then(({ siteMenu }) => siteMenu) },
  siteSearch: { schedule: 'interaction', load: () => import('./islands/siteSearch.ts') },
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

/** Whether a name from the markup is that of an island. */
export function isIslandName(name: string | undefined): name is IslandName {
  return name !== undefined && Object.hasOwn(islands, name);
}
