import { createContext, useContext } from 'react';
import type { MenuNode } from '../content/collections/menuTree.ts';
import type { Notice } from '../content/collections/notices.ts';
import type { Review } from '../content/collections/reviews.ts';
import type { SiteSettings } from '../content/collections/siteSettings.ts';
import { type Result, valueIn } from '../content/siteContent.ts';
import type { PreviewMark } from '../editors/previewContent.ts';

/** What a page of a preview says besides its content. */
export interface SitePreview {
  readonly mark: PreviewMark | null;
  /** The content service's address for browsers; null if they cannot reach it. */
  readonly backendUrl: string | null;
  /** The address of the previewed row's form. */
  readonly formAddress: string | null;
}

/** What every page of the site may need besides its own content. */
export interface Site {
  /** The site's name if the settings have none. */
  readonly productName: string;
  readonly menu: Result<readonly MenuNode[]>;
  readonly settings: Result<SiteSettings>;
  readonly reviews: Result<readonly Review[]>;
  readonly notices: Result<readonly Notice[]>;
  /** Whether the first load is still running: missing content is still awaited, and no notice says that it is lost. */
  readonly isLoading: boolean;
  /** The content service's admin area. */
  readonly adminUrl: string | null;
  /** Where visitors may write to if the settings have no address; null: the configuration has no usable one either. */
  readonly contactEmail: string | null;
  /** Whether the contact form can be sent. */
  readonly takesEnquiries: boolean;
  /** For how many days messages are kept; null: they are not. */
  readonly keepsEnquiriesDays: number | null;
  /** Where the booking search leads; null when none is configured. */
  readonly bookingSiteUrl: string | null;
  /** The base URL of our JSON endpoints; empty: the origin of the page. */
  readonly apiBase: string;
  readonly requestId: string;
  /** Null: this is the site as visitors see it. */
  readonly preview: SitePreview | null;
}

/** The email address for visitors: that of the settings, else of the configuration; null if there is none. */
export function mailAddressOf({
  settings,
  contactEmail,
}: Pick<Site, 'settings' | 'contactEmail'>): string | null {
  return valueIn(settings)?.email ?? contactEmail;
}

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

/** The `Site` of the current render; throws outside of one. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it.');
  return site;
}
