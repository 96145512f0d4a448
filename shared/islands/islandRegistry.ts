import type { ComponentProps, FunctionComponent } from 'react';
import { BlogFilters } from './BlogFilters.tsx';
import { BookingSearch } from './BookingSearch.tsx';
import { ContactForm } from './ContactForm.tsx';
import { ErrorTests } from './ErrorTests.tsx';
import { SentMessage } from './SentMessage.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { SiteSearch } from './SiteSearch.tsx';
import { ThemeSwitcher } from './ThemeSwitcher.tsx';

/**
 * The islands by name: the parts of a page that the browser hydrates. The server renders them from here. The browser
 * takes only types from here, and fetches the code of an island when it needs it: the table in `client/islands.ts`
 * must hold every name, the compiler sees to it.
 */
export const islandComponents = {
  siteMenu: SiteMenu,
  themeSwitcher: ThemeSwitcher,
  siteSearch: SiteSearch,
  blogFilters: BlogFilters,
  bookingSearch: BookingSearch,
  contactForm: ContactForm,
  sentMessage: SentMessage,
  errorTests: ErrorTests,
} as const;

export type IslandName = keyof typeof islandComponents;

/** The props of each island. They travel to the browser as JSON. */
export type IslandProps = {
  readonly [Name in IslandName]: ComponentProps<(typeof islandComponents)[Name]>;
};

export type IslandComponent<Name extends IslandName> = FunctionComponent<IslandProps[Name]>;
