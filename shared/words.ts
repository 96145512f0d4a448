/** The company's time zone. Not part of `words`, because browsers need only this. */
export const timeZone = 'America/Los_Angeles';

/**
 * Texts about the company and its region, for pages where content has none. With
 * `server/site/blocks/areaMap.ts` all that has to change for another company or region.
 */
export const words = {
  company: 'Juniper Ridge Property Services',
  region: 'Central Oregon',
  tagline: 'Pacific Northwest',
  land: 'the high desert',
  rentalTowns: 'Bend, Sunriver, Sisters and La Pine',
  rentalsSubtitle: 'Wake to frost on the juniper, and spend the day on rock, snow or river.',
  areasLead: 'Sixty miles of road hold very different vacations.',
  /** Shown on Vacation rentals. */
  areas: [
    {
      name: 'Bend',
      text: 'Breweries, river parks and a short drive to the lifts. Choose the west side for walking to dinner, the north for quiet streets and room to park.',
    },
    {
      name: 'Sunriver',
      text: 'Bicycle paths under tall pines, pools, and a village at the end of most of them. The easy choice with children and grandparents together.',
    },
    {
      name: 'Sisters and Black Butte',
      text: 'A small western town, wide meadows and the volcanoes close enough to fill a window. Evenings are cool, even in August.',
    },
    {
      name: 'Tumalo and Redmond',
      text: 'Juniper, horse fences and long views back to the mountains. Close to the climbing at Smith Rock and to the airport.',
    },
    {
      name: 'La Pine',
      text: 'Cabins near the Deschutes and the high lakes, with the darkest skies of all. Bring a coat in any month and stay up for the stars.',
    },
  ],
  /** Shown on Search rentals. */
  seasons: [
    {
      name: 'December to March',
      text: 'Snow on the mountain and short, bright days in town. Holiday weeks fill first, midweek in January last.',
    },
    {
      name: 'April to mid-June',
      text: 'Skiing in the morning and a bicycle in the afternoon. Nights still freeze; the crowds have gone home.',
    },
    {
      name: 'Mid-June to August',
      text: 'Rivers, lakes and long evenings. Families plan these weeks early, so search wide and stay flexible by a day.',
    },
    {
      name: 'September to November',
      text: 'Golden larch and aspen, warm rock, quiet restaurants. For many who live here it is the best of the year.',
    },
  ],
  /** The three reviews of the specification, shown if the content service has none. */
  reviews: [
    {
      id: '1',
      name: 'Margaret Ellison',
      location: 'Sunriver, OR',
      rating: 5,
      date: { machine: '2024-02-18', text: 'February 18, 2024' },
      text: 'We live in Portland and used to lie awake over every cold snap. Now a note with three photographs arrives after each storm, and the drive is clear when we turn in on Friday night.',
      service: 'Property Management',
    },
    {
      id: '2',
      name: 'Daniel and Priya Rao',
      location: 'Bend, OR',
      rating: 5,
      date: { machine: '2023-10-06', text: 'October 6, 2023' },
      text: 'Our deck had turned gray and soft at one corner. They told us plainly what could be saved and what could not, finished when they said, and swept up every last splinter.',
      service: 'Deck Restoration',
    },
    {
      id: '3',
      name: 'Tom Whitcomb',
      location: 'Sisters, OR',
      rating: 4,
      date: { machine: '2023-07-21', text: 'July 21, 2023' },
      text: 'Our first guests came two hours early, and the house was ready all the same. A towel count was off once, and they had called to put it right before I noticed.',
      service: 'Short-Term Rental Management',
    },
  ],
} as const;
