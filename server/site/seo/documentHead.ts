import type { SiteSettings } from '../../../shared/content.ts';
import type { DocumentHead } from '../../render/Document.tsx';
import type { PageDescription } from './pageDescription.ts';

interface HeadSources {
  readonly description: PageDescription;
  /** Undefined while settings are unknown. */
  readonly settings: SiteSettings | undefined;
  readonly productName: string;
  /** Our origin, without a trailing slash. */
  readonly frontendUrl: string;
  /** 404 and failures: without a canonical address, kept out of search results. */
  readonly found: boolean;
}

/**
 * The head of a document: `page - site title`, or `{product} - site title` where the page has no title of
 * its own, and never the same words twice.
 */
export function documentHead({
  description,
  settings,
  productName,
  frontendUrl,
  found,
}: HeadSources): DocumentHead {
  const siteTitle = settings?.siteTitle ?? settings?.siteName ?? productName;
  const pageTitle = description.title ?? productName;
  const listed = found && !description.unlisted;
  return {
    title: pageTitle === siteTitle ? siteTitle : `${pageTitle} - ${siteTitle}`,
    description: description.description,
    canonicalUrl: listed && description.path !== null ? frontendUrl + description.path : null,
    robots: listed ? null : 'noindex',
    siteTitle,
    reloadSeconds: description.reloadSeconds ?? null,
  };
}
