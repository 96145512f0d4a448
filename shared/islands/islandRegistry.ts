import type { ComponentProps, FunctionComponent } from 'react';
import type { BlogFilters } from './BlogFilters.tsx';
import type { BookingSearch } from './BookingSearch.tsx';
import type { ContactForm } from './ContactForm.tsx';
import type { ErrorTests } from './ErrorTests.tsx';
import type { SentMessage } from './SentMessage.tsx';
import type { SiteMenu } from './SiteMenu.tsx';
import type { SiteSearch } from './SiteSearch.tsx';
import type { ThemeSwitcher } from './ThemeSwitcher.tsx';

/**
 * The islands by name: the parts of a page that the browser hydrates, with the props that travel there
 * as JSON. The server's table (`server/site/blocks/Island.tsx`) and the browser's (`client/islands.ts`) must
 * both hold every name; the compiler sees to it.
 */
export interface IslandProps {
  readonly siteMenu: ComponentProps<typeof SiteMenu>;
  readonly themeSwitcher: ComponentProps<typeof ThemeSwitcher>;
  readonly siteSearch: ComponentProps<typeof SiteSearch>;
  readonly blogFilters: ComponentProps<typeof BlogFilters>;
  readonly bookingSearch: ComponentProps<typeof BookingSearch>;
  readonly contactForm: ComponentProps<typeof ContactForm>;
  readonly sentMessage: ComponentProps<typeof SentMessage>;
  readonly errorTests: ComponentProps<typeof ErrorTests>;
}

export type IslandName = keyof IslandProps;

export type IslandComponent<Name extends IslandName> = FunctionComponent<IslandProps[Name]>;
