import request from 'supertest';
import { expect, it } from 'vitest';
import { siteForTest } from '../support/started.ts';

/** What visitors type, and pages of the demo, one of which must be found. */
const questions: readonly (readonly [question: string, ...answers: readonly string[]])[] = [
  // Owners, naming a trade or a problem.
  ['home watch', '/services/property-management'],
  ['plumber', '/services/handyman'],
  ['airbnb', '/services/str-management-service', '/str-management'],
  ['electrician', '/services/handyman'],
  ['burst pipe', '/services/handyman', '/blog/where-pipes-freeze-in-a-bend-house'],
  ['frozen pipes', '/blog/where-pipes-freeze-in-a-bend-house'],
  ['snow plowing', '/services/snow-removal'],
  ['who shovels the driveway', '/services/snow-removal'],
  ['ice dam on the roof', '/blog/reading-the-snow-on-a-sunriver-roof', '/services/snow-removal'],
  ['house cleaning', '/services/housekeeping'],
  ['window washer', '/services/window-cleaning'],
  ['linen for a rental', '/blog/three-sets-of-sheets'],
  ['house painters', '/services/painting'],
  ['deck staining', '/services/deck-restoration'],
  ['rotten deck boards', '/services/deck-restoration', '/blog/repair-or-replace-deck-boards'],
  ['gutter cleaning', '/services/maintenance', '/blog/pine-needles-gutters-and-the-first-five-feet'],
  ['winterize my house', '/services/maintenance'],
  ['blow out sprinklers', '/blog/when-to-blow-out-the-sprinklers', '/services/maintenance'],
  ['hide the heat pump', '/services/hvac-enclosures', '/blog/designing-an-hvac-enclosure'],
  ['ac cover', '/services/hvac-enclosures'],
  ['furnish my rental', '/services/staging-str'],
  ['rent out my house', '/str-management', '/services/str-management-service'],
  ['caretaker', '/services/property-management'],
  ['fix a leaking faucet', '/services/handyman'],
  // Owners, asking about something.
  ['what does it cost', '/services'],
  ['price list', '/services'],
  ['questions before hiring a property manager', '/blog/questions-before-hiring-a-property-manager'],
  ['who has my keys', '/blog/who-has-a-key-to-your-house'],
  ['crawl space flooding', '/blog/when-the-snow-goes-under-the-house'],
  ['wildfire smoke', '/blog/getting-a-house-ready-for-smoke'],
  ['neighbors complain about guests', '/blog/neighbors-of-a-rental'],
  ['wood stove safety', '/blog/the-woodstove-before-its-first-fire'],
  ['insurance photos', '/blog/photograph-your-house-for-insurance'],
  ['owner statement', '/blog/reading-an-owners-statement'],
  ['budget for a second home', '/blog/house-budget-for-high-desert-weather'],
  ['pollen dust', '/blog/juniper-pollen-and-the-dust-on-every-sill'],
  ['door sticks in winter', '/blog/doors-that-stick-and-doors-that-rattle'],
  ['fence posts', '/blog/setting-fence-posts-in-basalt-and-pumice'],
  ['outdoor lights', '/blog/outdoor-lighting-that-keeps-the-stars'],
  ['ski season staging', '/blog/staging-a-bend-rental-for-ski-season', '/services/staging-str'],
  ['first winter', '/blog/first-winter-as-a-central-oregon-owner'],
  ['spots on windows', '/blog/sprinkler-spots-on-window-glass', '/services/window-cleaning'],
  // Guests.
  ['hot tub', '/rentals/rimrock-house', '/rentals/river-bend-lodge'],
  ['hottub', '/rentals/rimrock-house', '/rentals/river-bend-lodge'],
  ['wifi', '/rentals/rimrock-house', '/rentals/little-deschutes-house'],
  ['dogs welcome', '/rentals/aspen-cottage', '/rentals/meadow-cabin'],
  ['house in Sisters', '/rentals/aspen-cottage'],
  ['sauna', '/rentals/black-butte-hideaway'],
  ['canoe', '/rentals/river-bend-lodge', '/rentals/little-deschutes-house'],
  ['ev charger', '/rentals/rimrock-house'],
  ['cabins', '/rentals', '/rentals/meadow-cabin'],
  ['check dates', '/search-rentals'],
  // Anybody.
  ['phone number', '/contact'],
  ['office hours', '/contact'],
  ['emergency number', '/contact'],
  ['are you insured', '/about'],
  ['who are you', '/about'],
  ['cookies', '/privacy'],
  // With typing errors.
  ['hosekeeping', '/services/housekeeping'],
  ['clening', '/services/housekeeping'],
  ['windwo cleaner', '/services/window-cleaning'],
  ['handy man', '/services/handyman'],
  // In other word forms, and other words, than those of the pages.
  ['washing machine', '/rentals/meadow-cabin'],
  ['can we bring our dog', '/rentals/aspen-cottage', '/rentals/meadow-cabin'],
  ['what time is checkin', '/search-rentals'],
  ['no hot water', '/services/handyman'],
  ['repaint my kitchen', '/services/painting'],
  ['forest fire', '/blog/getting-a-house-ready-for-smoke', '/blog/photograph-your-house-for-insurance'],
  ['house manual', '/blog/a-welcome-guide-people-will-read'],
  ['chimney sweep', '/blog/the-woodstove-before-its-first-fire'],
  ['telephone', '/contact'],
  ['are you hiring', '/about'],
];

it('eleven of twelve questions are answered in the first three results', { timeout: 30_000 }, async () => {
  const site = await siteForTest();
  await site.load();
  const find = (question: string) => request(site.url).get('/api/search').query({ q: question });
  await expect.poll(async () => (await find('snow')).status).toBe(200);
  const missed: string[] = [];
  for (const [question, ...answers] of questions) {
    const { body } = await find(question);
    const first: readonly string[] = body.hits.slice(0, 3).map(({ path }: { readonly path: string }) => path);
    if (!answers.some((answer) => first.includes(answer))) missed.push(`${question}: ${first.join(' ')}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(questions.length / 12);
});
