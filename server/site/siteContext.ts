import { createContext, useContext } from 'react';
import type { MenuNode } from '../content/collections/menuTree.ts';
import type { Notice } from '../content/collections/notices.ts';
import type { Review } from '../content/collections/reviews.ts';
import type { SiteSettings } from '../content/collections/siteSettings.ts';
import { type Result, valueIn } from '../content/siteContent.ts';
import type { PreviewMark } from '../editors/previewContent.ts';

/** What a page of a preview says beside its content. */
export interface SitePreview {
  readonly mark: PreviewMark | null;
  /** The content service as browsers reach it; null: they cannot. */
  readonly backendUrl: string | null;
  /** The form of the previewed row. */
  readonly formAddress: string | null;
}

/** What every page of the site may need beside its own content. */
export interface Site {
  /** The site's own name, where settings do not name it. */
  readonly productName: string;
  readonly menu: Result<readonly MenuNode[]>;
  readonly settings: Result<SiteSettings>;
  readonly reviews: Result<readonly Review[]>;
  readonly notices: Result<readonly Notice[]>;
  /** The first load of the process is not over: what is missing is still awaited, and no notice says that it is lost. */
  readonly isLoading: boolean;
  /** The content service's admin area. */
  readonly adminUrl: string | null;
  /** Where visitors may write to when the settings name no address; null: nowhere that a mail would reach. */
  readonly contactEmail: string | null;
  /** Whether the contact form can be sent. */
  readonly takesEnquiries: boolean;
  /** For how many days messages are kept; null: they are not. */
  readonly keepsEnquiriesDays: number | null;
  /** Where the booking search leads; null when none is configured. */
  readonly bookingSiteUrl: string | null;
  /** Where browsers find our JSON endpoints; empty: where the page came from. */
  readonly apiBase: string;
  /** The address of the styles of the search's dialog. */
  readonly searchStyles: string;
  readonly requestId: string;
  /** Null: this is the site as visitors see it. */
  readonly preview: SitePreview | null;
}

/** Where visitors may write to: the address of the settings, else of the configuration; null where there is none. */
export function mailAddressOf({
  settings,
  contactEmail,
}: Pick<Site, 'settings' | 'contactEmail'>): string | null {
  return valueIn(settings)?.email ?? contactEmail;
}

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

/** The site of this render; throws outside of one. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it.');
  return site;
}
