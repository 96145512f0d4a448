import type { IslandComponent, IslandName } from '../shared/islandRegistry.ts';

/**
 * When an island comes alive. `interaction`: on the first touch of it, its code fetched while the page is
 * idle; `visible`: when it is about to be seen; `idle`: when the page has nothing better to do.
 */
export type Schedule = 'interaction' | 'visible' | 'idle';

interface IslandEntry<Name extends IslandName> {
  readonly schedule: Schedule;
  readonly load: () => Promise<IslandComponent<Name>>;
}

/** The browser's table of islands: each in a file of its own, fetched only by pages that have it. */
export const islands: { readonly [Name in IslandName]: IslandEntry<Name> } = {
  siteMenu: {
    schedule: 'interaction',
    load: async () => (await import('../shared/islands/SiteMenu.tsx')).SiteMenu,
  },
  themeSwitcher: {
    schedule: 'interaction',
    load: async () => (await import('../shared/islands/ThemeSwitcher.tsx')).ThemeSwitcher,
  },
  blogFilters: {
    schedule: 'interaction',
    load: async () => (await import('../shared/islands/BlogFilters.tsx')).BlogFilters,
  },
  bookingSearch: {
    schedule: 'visible',
    load: async () => (await import('../shared/islands/BookingSearch.tsx')).BookingSearch,
  },
  contactForm: {
    schedule: 'visible',
    load: async () => (await import('../shared/islands/ContactForm.tsx')).ContactForm,
  },
  deliveryTimeline: {
    schedule: 'idle',
    load: async () => (await import('../shared/islands/DeliveryTimeline.tsx')).DeliveryTimeline,
  },
};

/** Whether a name from the page's source is one of ours. */
export function isIslandName(name: string | undefined): name is IslandName {
  return name !== undefined && Object.hasOwn(islands, name);
}
