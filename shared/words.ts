/** The company's time zone. Not part of `words`, because browsers need only this. */
export const timeZone = 'America/Los_Angeles';

/**
 * Texts about the company, its region, trade and seasons, for pages where content has none. All that has to change for
 * another company besides content: this file, the map of homes (`server/site/components/areaMap.ts`), and the pictures
 * of a mountain country: the icons in `client/icons/`, the drawings in `client/drawings/` with the subjects that they
 * are chosen for (`shared/drawings.ts`), and the scenes at the top of pages (`server/site/components/Scene.tsx`).
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
      text: 'Golden larch and aspen, warm rock, quiet restaurants. Many who live here like it best of all.',
    },
  ],
  /** Below "A year in …" on Home, above an editor's texts for the seasons. */
  seasonsLead: 'Four seasons, sometimes within one week.',
  services: {
    title: 'Services for every season',
    description: 'Property management, maintenance, cleaning, snow removal, painting and more',
  },
  /** On the page for addresses that do not exist. */
  notFound:
    'The track ends here. The address may be mistyped, or the page may have moved since the last snow.',
  /** What `client/icons/social.svg` shows: the picture of links to pages without a picture. */
  socialPicture: 'a snow peak above a lake, drawn in green and sand',
  /** One sentence for each category of the blog, by slug; others get a generic one. */
  categories: {
    'seasonal-care': 'What each turn of the year asks of a house, a few weeks before it asks.',
    'maintenance-tips': 'Small checks and repairs that keep large ones away, with the tools to do them.',
    'home-projects': 'Painting, decks, enclosures and other work worth planning well and doing once.',
    'owner-guides': 'Decisions, costs and paperwork for people who own a home they do not always live in.',
    'vacation-rentals': 'Hosting that guests remember kindly and neighbors hardly notice.',
    'property-management': 'How a house is looked after while its owner is somewhere else.',
    maintenance: 'Small checks and repairs that keep large ones away.',
    housekeeping: 'Cleaning habits for homes that are lived in, lent out or rented.',
    'window-cleaning': 'Clear glass in a place of pollen, dust and hard water.',
    'snow-removal': 'Drives, roofs and decks when the forecast is measured in feet.',
    'local-life': 'Places, seasons and habits of Central Oregon, from people who live here.',
    news: 'What is new with us and with the places that we look after.',
  },
  /** What the blog shows while its posts are unavailable: four subjects that the company writes about. */
  samplePosts: [
    {
      slug: 'sample-winter',
      title: 'Getting an empty house ready for winter',
      excerpt:
        'Water, heat and roof: what to look at before the first hard frost, in the order that matters most.',
      categories: ['Seasonal Care', 'Maintenance Tips'],
      tags: ['Winter', 'Heating', 'Checklists'],
    },
    {
      slug: 'sample-decks',
      title: 'What a mountain summer does to a deck',
      excerpt:
        'Strong sun and cold nights wear boards faster than rain does. How to read the signs, and when to act.',
      categories: ['Home Projects', 'Maintenance Tips'],
      tags: ['Decks', 'Summer'],
    },
    {
      slug: 'sample-guests',
      title: 'Between two stays: a turnover that guests notice',
      excerpt:
        'Fresh linen is expected. The small things that people mention in reviews take ten minutes more.',
      categories: ['Vacation Rentals'],
      tags: ['Guests', 'Cleaning', 'Checklists'],
    },
    {
      slug: 'sample-manager',
      title: 'Questions to ask before you hand over the keys',
      excerpt:
        'Fees, visits, repairs, reports: what a property manager should be able to answer without looking it up.',
      categories: ['Owner Guides'],
      tags: ['Pricing', 'Checklists'],
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
