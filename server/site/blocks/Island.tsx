import { BlogFilters } from '../../../shared/islands/BlogFilters.tsx';
import { BookingSearch } from '../../../shared/islands/BookingSearch.tsx';
import { ContactForm } from '../../../shared/islands/ContactForm.tsx';
import { drawIsland } from '../../../shared/islands/drawIsland.tsx';
import { ErrorTests } from '../../../shared/islands/ErrorTests.tsx';
import type { IslandComponent, IslandName, IslandProps } from '../../../shared/islands/islandRegistry.ts';
import { SentMessage } from '../../../shared/islands/SentMessage.tsx';
import { SiteMenu } from '../../../shared/islands/SiteMenu.tsx';
import { SiteSearch } from '../../../shared/islands/SiteSearch.tsx';
import { ThemeSwitcher } from '../../../shared/islands/ThemeSwitcher.tsx';

const components: { readonly [Name in IslandName]: IslandComponent<Name> } = {
  siteMenu: SiteMenu,
  siteSearch: SiteSearch,
  themeSwitcher: ThemeSwitcher,
  blogFilters: BlogFilters,
  bookingSearch: BookingSearch,
  contactForm: ContactForm,
  sentMessage: SentMessage,
  errorTests: ErrorTests,
};

interface IslandElementProps<Name extends IslandName> {
  readonly name: Name;
  /** Plain JSON, small, and nothing that the visitor may not see: it stands in the page's source. */
  readonly props: IslandProps[Name];
}

/** A part of the page that the browser hydrates on its own; complete and usable before that. */
export function Island<Name extends IslandName>({ name, props }: IslandElementProps<Name>) {
  return (
    <div className="island" data-island={name} data-props={JSON.stringify(props)}>
      {drawIsland<IslandProps[Name]>(components[name], props)}
    </div>
  );
}
