import { campaignOf } from '../contactQuery.ts';
import { contactPath } from '../paths.ts';
import { recall, remember } from './tabMemory.ts';

const campaignName = 'campaign';

/** Remembers what brought the visitor, if the link says so, as long as the tab is open: a message carries it. */
export function rememberCampaign(): void {
  const campaign = campaignOf(new URLSearchParams(location.search));
  if (campaign !== null) remember(campaignName, campaign);
}

/** The page of ours that led here, with what the form is asked about and the campaign of the visit. */
export function cameFrom(): string {
  const before = document.referrer === '' ? null : new URL(document.referrer);
  const isOurs = before?.origin === location.origin && !before.pathname.startsWith(contactPath);
  const query = new URLSearchParams(`${recall(campaignName) ?? ''}&${location.search.slice(1)}`);
  return `${isOurs ? before.pathname : location.pathname}?${query}`;
}
