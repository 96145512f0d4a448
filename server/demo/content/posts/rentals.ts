import type { DemoPost } from '../demoContent.ts';

export const rentalPosts: readonly DemoPost[] = [
  {
    slug: 'staging-a-bend-rental-for-ski-season',
    title: 'Staging a Bend Rental for Ski Season',
    excerpt:
      'Wet boots, early alarms and tired legs shape a winter stay. How we arrange a three-bedroom house so it works for skiers and wears well.',
    content: `<p>Ten pairs of gloves, all wet. Keep that picture in mind while you furnish a house for winter guests in Bend, because it explains more about a successful stay than any mood board. People come back from Mount Bachelor at half past three with snow in their cuffs, and the first ninety seconds decide whether it ends up on hooks or on your hardwood.</p>
<h2>Begin at the door</h2>
<p>We stage the entry before we think about a single cushion. A sturdy bench, two rubber boot trays, a double row of hooks with the lower one at a child's reach, and a washable runner that extends farther inside than seems necessary. If there is an outlet nearby, an electric boot dryer will be mentioned in reviews more often than the television.</p>
<p>Skis need a place that is not the sofa. A wall rack in the garage is ideal, while in a townhouse a simple two-by-four rail on the covered porch, with a cable lock, does very well. Put a hand brush beside it and guests will use it without being told.</p>
<h2>Warm light, fewer objects</h2>
<p>By five o'clock in December it is dark. Overhead fixtures make a living room feel like a waiting room, so we add three lamps with warm bulbs at about 2700 kelvin and put one on a timer to greet arrivals. A wool throw on each seat is useful; a basket of ornamental pine cones is merely something to move.</p>
<p>Edit hard. Every decorative item must be dusted, counted and eventually replaced, and a shelf with seven good things on it looks richer than one with thirty. Local touches carry weight when they are honest: a topographic map of the Three Sisters with the trails marked, a bowl of basalt pebbles, two or three books that somebody might actually read in an evening.</p>
<h2>Bedrooms for people who are tired</h2>
<p>Skiers sleep hard and rise early. Give each bed two firm pillows and two soft ones, a mid-weight duvet plus a folded quilt, blackout curtains, and an outlet within reach on both sides. In bunk rooms, fix a reading light and a small shelf to every berth, then check that the top mattress does not rise above the rail.</p>
<p>White linen remains the practical choice. It can be bleached, it matches itself when one sheet dies, and it photographs cleanly in the flat light of a snowy morning. Keep dark washcloths in the bathroom, labeled for makeup and ski-tan lotion.</p>
<h2>The kitchen at six thirty</h2>
<p>Breakfast is the busy meal in winter, and dinner comes a close second. Stock accordingly:</p>
<ul>
<li>two ways of making coffee, with filters for both and a decent grinder;</li>
<li>a large pot for chili, a sheet pan that fits the oven, and sharp knives in a block;</li>
<li>six insulated travel mugs with lids that still seal;</li>
<li>a slow cooker, so that supper can wait at home while everyone is on the hill.</li>
</ul>
<h2>What to put away</h2>
<p>Remove glass-topped side tables, white rugs, candles and any chair that you would be sorry to see used as a step stool. Patio umbrellas go into the shed, and the grill gets a spot near the door with a shoveled path. Walk through one last time at dusk wearing snow boots, sit down in each seat, and ask what you would reach for. Whatever is missing then is the real shopping list.</p>`,
    categories: 'Vacation Rentals',
    tags: 'Guests, Winter, Bend',
    status: 'published',
    published_at: '2024-10-22T16:30:00.000Z',
    image: 'cabin-snow',
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'two-housekeepers-and-a-house-for-eight',
    title: 'Two Housekeepers and a House That Sleeps Eight',
    excerpt:
      'Checkout at eleven, check-in at four. A minute-by-minute look at what two housekeepers do in between, and what owners can do to help.',
    content: `<p>At 11:04 the first guests are still searching for a phone charger under the bed. At 3:40 the next family will be sitting in the driveway, early, with a dog and a melting bag of groceries. Everything that makes a rental feel cared for has to happen between those two moments, and it takes place in a fixed order for good reasons.</p>
<p>The house in this example sleeps eight near the river trail. Two people do the work, and neither of them runs.</p>
<table>
<thead>
<tr><th>Clock</th><th>First housekeeper</th><th>Second housekeeper</th></tr>
</thead>
<tbody>
<tr><td>11:10</td><td>Walk-through with photographs, windows opened</td><td>Beds stripped, first load started</td></tr>
<tr><td>11:40</td><td>Refrigerator, oven and dishes</td><td>Bathrooms sprayed and left to soak</td></tr>
<tr><td>12:30</td><td>Kitchen surfaces, then dusting from high to low</td><td>Bathrooms scrubbed, dried and restocked</td></tr>
<tr><td>1:45</td><td>Deck, grill and entry swept</td><td>Beds made with linen from the closet</td></tr>
<tr><td>2:40</td><td>Floors, far bedroom to front door</td><td>Second load folded, supplies counted</td></tr>
<tr><td>3:15</td><td>Lamps, thermostat, lock code</td><td>Final check by the one who did not clean that room</td></tr>
</tbody>
</table>
<h2>Look before touching</h2>
<p>The opening walk matters more than any scrubbing. A chipped burner, a wobbly stool or a wine ring on the table gets photographed in place, with a note of the time, and reported before lunch. If a plumber is needed, there are still four hours in which to find one. We also sniff the closets and lift the sofa cushions, which is where the lost chargers live.</p>
<h2>Let chemistry do the waiting</h2>
<p>Cleaners need time on the surface, and a label that says ten minutes means it. So the bathrooms are sprayed early and left alone while somebody strips pillows. Scrubbing at once only moves soap scum from one tile to the next. Cloths are sorted by color: blue for glass, green for kitchens, red for toilets, and never the three in one bucket.</p>
<h2>Why linen never races the clock</h2>
<p>Washing and drying eight beds' worth of sheets takes longer than cleaning the house around them. The answer is to own three sets per bed, one in use, another in the closet and the third in the wash. Owners sometimes wince at the purchase. Over two seasons it costs less than the overtime, and nobody has to sleep on a pillowcase that is still slightly warm and damp.</p>
<h2>The last half hour</h2>
<p>Swapping rooms for the final check is the habit I would defend above all others. Fresh eyes see the hair in the tub and the crooked lampshade. The person checking lies down on one bed, looks up for cobwebs, and turns on the shower to make sure the hot side is hot.</p>
<p>Then come the small signs of welcome. In June we leave the kitchen window open an inch, fill the water pitcher, put the fly swatter where it can be found, and set the shades on the west side halfway. Porch light on, music off.</p>
<h2>How an owner can help</h2>
<p>Give the crew a locked closet with labeled shelves, because hunting for bulbs is what makes days run late. Choose one brand of dish, one style of glass and one white towel. And resist selling an early check-in on a Saturday in July, however politely they ask; those forty minutes come out of the floors.</p>`,
    categories: 'Vacation Rentals',
    tags: 'Cleaning, Guests, Checklists, Summer',
    status: 'published',
    published_at: '2025-06-03T15:05:00.000Z',
    image: null,
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'what-an-empty-night-costs',
    title: 'What an Empty Night Costs: Rates for the Slow Months',
    excerpt:
      'Shoulder season rewards owners who know their costs, write an honest listing and resist the race to the bottom. A way to think it through.',
    content: `<p>There is a stretch after the leaves have dropped and before the lifts turn when the phone goes still. It comes again in April, once the snow is mush and the trails are mud. Owners see the empty squares on the calendar and reach for the only lever in sight, which is the nightly rate, and pull it down as far as it will go.</p>
<p>Sometimes that is right. More often it fills the house with stays that cost almost as much as they bring in, wears out the towels, and teaches the booking sites that your place is a bargain. Before you touch the number, work out what an occupied night costs you.</p>
<h2>Find your floor</h2>
<p>Take a sheet of paper and list only the expenses that happen because someone is there. Turnover cleaning divided by the average length of stay. Laundry, firewood, coffee, soap, the hot tub's chemicals. Power and propane, which in November may be double their September level. Platform and payment fees. A few dollars toward the stool that will break in the spring.</p>
<p>Add those up and you have the floor. Mortgage, insurance and taxes are not on it, since you owe them whether the beds are full or empty. A rate that clears the floor by a comfortable margin is worth accepting; one that hovers just above it is a hobby.</p>
<blockquote>An empty night costs nothing to clean.</blockquote>
<h2>Sell longer before you sell cheaper</h2>
<p>Suppose cleaning comes to 180 dollars. On a two-night booking that is 90 a night, while spread over six nights it falls to 30. A weekly discount of fifteen percent may therefore leave more in your pocket than a full-price weekend does. Traveling nurses, families between houses, and people who can work from anywhere like the slow months precisely because they are slow.</p>
<p>Set minimum stays by the season, and loosen them as the date approaches. We often begin November with four nights, drop to three at twenty days out, and accept two in the final week to close an awkward gap.</p>
<h2>Say what the weather is</h2>
<p>Guests forgive mud. What they don't forgive is arriving in April, having seen a July photograph, to find the pool covered and the meadow brown. Change the pictures: the stove lit, fog along the river, a table set for a long lunch. Mention that Smith Rock is often dry and sunny at 55 degrees while the high lakes are still under snow, and that a table downtown needs no reservation on a Tuesday.</p>
<p>A candid line does good work as well. Something such as <em>the road may be icy before nine, so bring slippers and a slow plan for the morning</em> will put off the wrong visitor and charm the right one.</p>
<h2>Use part of the quiet on purpose</h2>
<p>Not every vacant week should be for sale. Block four or five days in each lull for the work that cannot happen between two Saturdays, such as refinishing a floor, swapping mattresses or painting the hall. Schedule it in August, or the tradespeople will be gone elk hunting. The deep clean fits here too.</p>
<h2>Review once, then leave it</h2>
<p>Look at the numbers on the first of the month and compare each stay with the floor, line by line. Adjust in steps of five percent and give a change at least ten days before judging it. Owners who fiddle nightly learn nothing, as they never hold still long enough to see an effect. If you would like a second pair of eyes on the sheet, bring it along and we will <a href="/contact">go through it together</a> over coffee.</p>`,
    categories: 'Vacation Rentals, Owner Guides',
    tags: 'Pricing, Guests, Fall, Spring',
    status: 'published',
    published_date: '2025-10-09',
    image: null,
    author_name: 'Maren Holt',
  },
  {
    slug: 'rethinking-the-house-manual',
    title: 'Forty-One Laminated Pages: Rethinking the House Manual',
    excerpt:
      'Forty laminated pages help nobody find the fuse box. How to say less, put it where it is needed, and still cover fire season and frost.',
    content: `<p>Somewhere in a Sunriver rental there is a white binder with forty-one laminated pages. It covers recycling, the history of the resort, three kinds of remote control and a warning about chipmunks. In six years, so far as we can tell from the stiffness of the rings, it has been opened twice.</p>
<p>The owners who wrote it were generous and thorough. They had merely forgotten how people arrive: hungry, a bit lost, carrying a sleeping toddler, and needing precisely one fact at a time.</p>
<h2>Three layers</h2>
<p>Think of the manual as three documents with different readers. The <strong>arrival card</strong> fits on a phone screen and answers how to get in, where to park, and what the wireless password is. The <strong>kitchen sheet</strong> is one printed page on the inside of a cupboard door. Finally, <strong>small labels</strong> live on the things themselves, where a question occurs.</p>
<p>Anything that cannot find a home in one of the three is probably for you and not for them. Move it to the housekeeper's notes.</p>
<h2>What goes on the page</h2>
<p>Our kitchen sheet has six headings, printed in fourteen-point type because reading glasses get left at home:</p>
<ul>
<li>Heat and cooling, in two sentences, with the temperature at which the system is happiest.</li>
<li>Hot water: where it takes a minute to arrive, and how long it lasts with four showers in a row.</li>
<li>Garbage, including which evening the cans go out and why the lids must latch against raccoons.</li>
<li>Hot tub or fireplace, whichever applies, limited to the steps a stranger could get wrong.</li>
<li>Emergencies: street address in large figures, shutoff for the water, extinguisher, nearest hospital.</li>
<li>A person's name and number, with the hours during which a text will be answered.</li>
</ul>
<p>Notice that there is no list of prohibitions. Rules belong in the listing, before the booking, when somebody can still choose another house.</p>
<h2>Say it kindly and give the reason</h2>
<p>Compare two labels for the same deck door. The first says <em>DO NOT LEAVE OPEN</em>. The second reads <em>please close me at dusk - the bats are charming outside</em>. Both are true, though only one will be obeyed by a ten-year-old. A reason makes an instruction easy to remember, and a touch of humor makes it easy to forgive.</p>
<h2>The dry months and the cold ones</h2>
<p>Keep a seasonal half page that is swapped in June and again in November. The summer side explains the current campfire rules in plain words with a link to the official notice, asks that cigarettes and charcoal stay off the property, and shows two roads out of the neighborhood on a hand-drawn map. It also tells guests what we will do if an evacuation level changes, which is to text every one of them, at any hour.</p>
<p>The winter side is about shoes, shovels and the slope of the drive. It says where to find the cinder bucket, how early the plow normally comes, and which faucet to leave dripping if we ask. A photo of the correct parking spot, taken with snow on the ground, prevents more trouble than two paragraphs of directions.</p>
<h2>Test it on a friend</h2>
<p>Hand the finished sheet to somebody who has never been in the house. Ask her to make coffee, warm the living room, start a film and put out the trash while you sit on your hands and say nothing. Wherever she stops to think, rewrite a line or add a label. Then print a spare copy, since the first will leave with a guest who liked it.</p>`,
    categories: 'Vacation Rentals',
    tags: 'Guests, Wildfire, Sunriver',
    status: 'published',
    published_at: '2026-08-19T20:20:00.000Z',
    image: 'kitchen-morning',
    author_name: 'Maren Holt',
  },
  {
    slug: 'the-hot-tub-between-guests',
    title: 'The Hot Tub Between Guests',
    excerpt:
      'Water care for a rental spa in freezing weather: what is tested at each changeover, when to drain, and how to keep the deck from icing.',
    content: `<p>Nothing sells a snowy weekend like a photograph of steam against the pines, and nothing sours one as quickly as lifting the cover on cloudy water. In a private house a tub is used by two people who know its moods. A rental tub may see six adults and a bottle of sunscreen on Friday, nobody until Tuesday, then four teenagers for three hours.</p>
<p>Looking after one is a routine rather than an art. Here is how ours goes at homes around Sunriver, where a January night of minus five is no great surprise.</p>
<h2>At every changeover</h2>
<p>The cover comes off first and stays off for ten minutes while the jets run, so that any built-up gas can blow away. After that, the housekeeper takes a sample from elbow depth, away from the returns, and tests with drops or a fresh strip. Alkalinity is corrected before pH, and pH before sanitizer, because each of them leans on the one ahead of it.</p>
<ul>
<li>Skim, wipe the waterline with a melamine sponge, and rinse the filter cartridge with a hose between every pleat.</li>
<li>Shock the water, leave the pump circulating, and keep the tub closed to arrivals until the reading is back within the range on the product label.</li>
<li>Log the numbers, the hour and a name on a waterproof card in the equipment bay.</li>
<li>Set the temperature to 100 degrees and lock the panel, leaving the jets and lights free.</li>
</ul>
<p>If a reading refuses to settle, the tub is marked closed and the incoming party hears about it by text before they leave home. An honest message on Friday noon is received far better than a surprise at nine in the evening.</p>
<h2>Drain more often than the book says</h2>
<p>Dissolved lotion, detergent from swimsuits and the chemicals themselves build up until nothing balances. For a busy rental we change the water about once a month, and after any stay that leaves foam higher than a knuckle. Pick a day above 25 degrees. Drain with a submersible pump into a place where it will not make a skating rink, refill through the filter well so air is not trapped in the plumbing, and restart heat right away.</p>
<p>Rushing matters here: an empty tub with wet lines can be damaged by frost in the time it takes to eat lunch. Have the hose, the pump and a full set of chemicals on the deck before the plug is pulled.</p>
<h2>Power cuts and cold snaps</h2>
<p>A full, covered spa holds its warmth for roughly a day in ordinary winter weather. When the electricity fails, leave the lid on and strapped. Past twelve hours, someone should visit with a thermometer and, if it is really bitter, a small lamp or a ceramic heater on low for the equipment compartment, watched the entire time.</p>
<h2>The walk from door to water</h2>
<p>More mishaps happen on the deck than in the tub. Lay a rubber-backed runner from the house to the steps, light it from below the rail, and put hooks for robes where they can be reached without stepping on snow. Sand beats salt for traction, as salt gnaws at fasteners and ends up in the water on the soles of feet. We clear the path with plastic blades, keeping the <a href="/services/deck-restoration">finish on the boards</a> intact.</p>
<p>A sign by the steps, no bigger than a postcard, asks for a quick rinse first and the cover back on last. Laminate two.</p>`,
    categories: 'Vacation Rentals, Maintenance Tips',
    tags: 'Guests, Winter, Sunriver, Cleaning',
    status: 'published',
    published_at: '2031-05-01T16:00:00.000Z',
    image: 'three-peaks-snow',
    author_name: 'Tomas Echeverri',
  },
];
