import { campaignOf, longestPath, readContactSlug } from '../contactQuery.ts';
import { contactPath } from '../paths.ts';
import { recall, remember } from './tabMemory.ts';

const campaignName = 'campaign';

/** Remembers the campaign of the link that led here, until the tab is closed, to send it with a message. */
export function rememberCampaign(): void {
  const campaign = campaignOf(new URLSearchParams(location.search));
  if (campaign !== null) remember(campaignName, campaign);
}

/**
 * The page of our site that led to the form, with the campaign of the visit and the home that the form is for: nothing
 * else of an address, which may be longer than a message.
 */
export function referrerPath(): string {
  const before = document.referrer === '' ? null : new URL(document.referrer);
  const isOurs = before?.origin === location.origin && !before.pathname.startsWith(contactPath);
  const own = new URLSearchParams(location.search);
  const query = new URLSearchParams(recall(campaignName) ?? campaignOf(own) ?? '');
  const home = readContactSlug(own, 'home');
  if (home !== null) query.set('home', home);
  return `${(isOurs ? before : location).pathname.slice(0, longestPath)}?${query}`;
}
