import { campaignOf } from '../contactQuery.ts';
import { contactPath } from '../paths.ts';
import { recall, remember } from './tabMemory.ts';

const campaignName = 'campaign';

/** Remembers the campaign of the link that led here, until the tab is closed, to send it with a message. */
export function rememberCampaign(): void {
  const campaign = campaignOf(new URLSearchParams(location.search));
  if (campaign !== null) remember(campaignName, campaign);
}

/** The page of our site that led to the form, with the campaign of the visit and the form's query. */
export function referrerPath(): string {
  const before = document.referrer === '' ? null : new URL(document.referrer);
  const isOurs = before?.origin === location.origin && !before.pathname.startsWith(contactPath);
  const query = new URLSearchParams(`${recall(campaignName) ?? ''}&${location.search.slice(1)}`);
  return `${isOurs ? before.pathname : location.pathname}?${query}`;
}
