import { createContext, useContext } from 'react';
import type { MenuEntry, SiteSettings } from '../../shared/content.ts';
import type { Query } from '../../shared/query.ts';

/** What every page of the site may need beside its own content. */
export interface Site {
  /** The site's own name, where settings do not name it. */
  readonly productName: string;
  readonly menu: Query<readonly MenuEntry[]>;
  readonly settings: Query<SiteSettings>;
  /** The content service's admin area. */
  readonly adminUrl: string | null;
  /** Where visitors may write to. */
  readonly contactEmail: string;
  /** Whether the contact form can be sent. */
  readonly takesEnquiries: boolean;
  /** Where the booking search leads; null when none is configured. */
  readonly bookingSiteUrl: string | null;
  /** Where browsers find our JSON endpoints; empty: where the page came from. */
  readonly apiBase: string;
  readonly requestId: string;
}

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

/** The site of this render; throws outside of one. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it.');
  return site;
}
