import type { ComponentProps, FunctionComponent } from 'react';
import type { BlogFilters } from './islands/BlogFilters.tsx';
import type { BookingSearch } from './islands/BookingSearch.tsx';
import type { ContactForm } from './islands/ContactForm.tsx';
import type { ErrorTests } from './islands/ErrorTests.tsx';
import type { SentMessage } from './islands/SentMessage.tsx';
import type { SiteMenu } from './islands/SiteMenu.tsx';

/**
 * The islands by name: the parts of a page that come alive in the browser, with the props that travel there
 * as JSON. The server's table (`server/site/blocks/Island.tsx`) and the browser's (`client/islands.ts`) must
 * both hold every name; the compiler sees to it.
 */
export interface IslandProps {
  readonly siteMenu: ComponentProps<typeof SiteMenu>;
  readonly themeSwitcher: Readonly<Record<string, never>>;
  readonly blogFilters: ComponentProps<typeof BlogFilters>;
  readonly bookingSearch: ComponentProps<typeof BookingSearch>;
  readonly contactForm: ComponentProps<typeof ContactForm>;
  readonly sentMessage: ComponentProps<typeof SentMessage>;
  readonly errorTests: ComponentProps<typeof ErrorTests>;
}

export type IslandName = keyof IslandProps;

export type IslandComponent<Name extends IslandName> = FunctionComponent<IslandProps[Name]>;
