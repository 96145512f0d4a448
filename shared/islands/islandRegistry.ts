import type { ComponentProps, FunctionComponent } from 'react';
import { BlogFilters } from './BlogFilters.tsx';
import { BookingSearch } from './BookingSearch.tsx';
import { ContactForm } from './ContactForm.tsx';
import { ErrorTests } from './ErrorTests.tsx';
import { SentMessage } from './SentMessage.tsx';
import { SiteSearch } from './SiteSearch.tsx';

/**
 * The islands by name: the parts of a page that the browser hydrates. The server imports the components from here. The
 * browser imports only types from here and loads the code of an island on demand, by the table in `client/islands.ts`;
 * the compiler checks that the table has every name.
 */
export const islandComponents = {
  siteSearch: SiteSearch,
  blogFilters: BlogFilters,
  bookingSearch: BookingSearch,
  contactForm: ContactForm,
  sentMessage: SentMessage,
  errorTests: ErrorTests,
} as const;

export type IslandName = keyof typeof islandComponents;

/** The parts of a page to which the browser only adds listeners; their code is in `client/islands/`, too. */
export type EnhancedName = 'siteMenu' | 'themeSwitcher';

/** The props of each island, `unknown & object` for one without. They are sent to the browser as JSON. */
export type IslandProps = {
  readonly [Name in IslandName]: ComponentProps<(typeof islandComponents)[Name]> & object;
};

export type IslandComponent<Name extends IslandName> = FunctionComponent<IslandProps[Name]>;
