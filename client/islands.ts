import type { EnhancedName, IslandComponent, IslandName } from '../shared/islands/islandRegistry.ts';
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

/** When the code of a part of the page is loaded. */
export interface Timing {
  readonly schedule: Schedule;
  /** Whether it has stored state to restore; then it is hydrated when the page is idle. */
  readonly restores?: () => boolean;
  /** Selector of the ancestor whose links the island handles; an interaction there counts as one with the island. */
  readonly area?: string;
}

interface IslandEntry<Name extends IslandName> extends Timing {
  readonly load: () => Promise<IslandCode<Name>>;
}

interface EnhancedEntry extends Timing {
  readonly load: () => Promise<(root: HTMLElement) => void>;
}

const header = () => import('./islands/header.ts');

/** The parts of the header that work by themselves: their code adds listeners, without React. It is one small chunk. */
export const enhanced: { readonly [Name in EnhancedName]: EnhancedEntry } = {
  siteMenu: { schedule: 'interaction', load: async () => (await header()).enhanceMenu },
  themeSwitcher: { schedule: 'interaction', load: async () => (await header()).enhanceThemes },
};

/**
 * The browser's table of islands. Each file exports the same `hydrateIsland`, so that the bundler puts React and
 * everything else that they share into one chunk, fetched once.
 */
export const islands: { readonly [Name in IslandName]: IslandEntry<Name> } = {
  siteSearch: { schedule: 'interaction', load: () => import('./islands/siteSearch.ts') },
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

/** Whether a name from the markup is that of an enhanced part. */
export function isEnhancedName(name: string | undefined): name is EnhancedName {
  return name !== undefined && Object.hasOwn(enhanced, name);
}
