import { words } from '../../../shared/words.ts';

/** One sentence for each category that the company is known to use, by slug. */
const descriptions: ReadonlyMap<string, string> = new Map([
  ['seasonal-care', 'What each turn of the year asks of a house, a few weeks before it asks.'],
  ['maintenance-tips', 'Small checks and repairs that keep large ones away, with the tools to do them.'],
  ['home-projects', 'Painting, decks, enclosures and other work worth planning well and doing once.'],
  ['owner-guides', 'Decisions, costs and paperwork for people who own a home they do not always live in.'],
  ['vacation-rentals', 'Hosting that guests remember kindly and neighbors hardly notice.'],
  ['property-management', 'How a house is looked after while its owner is somewhere else.'],
  ['maintenance', 'Small checks and repairs that keep large ones away.'],
  ['housekeeping', 'Cleaning habits for homes that are lived in, lent out or rented.'],
  ['window-cleaning', 'Clear glass in a place of pollen, dust and hard water.'],
  ['snow-removal', 'Drives, roofs and decks when the forecast is measured in feet.'],
  ['local-life', `Places, seasons and habits of ${words.region}, from people who live here.`],
  ['news', 'What is new with us and with the places that we look after.'],
]);

/**
 * The text of a category in the category index; a generic sentence for a category that has no text of its own here.
 */
export function categoryDescription(slug: string, name: string): string {
  return descriptions.get(slug) ?? `Everything that we have written about ${name}.`;
}
