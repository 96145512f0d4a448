import type { DemoPost } from '../demoContent.ts';

/** Posts for owners who welcome paying guests. */
export const hostingPosts: readonly DemoPost[] = [
  {
    slug: 'staging-a-guest-bedroom',
    title: 'The Bedroom Guests Remember Is the Plain One',
    excerpt:
      'Fewer pillows, better lamps, and a chair for the suitcase: staging a sleeping room for rest and for the camera.',
    content: `
<p>When we take over a rental, the first thing to leave the bedroom is usually a wooden sign telling people to relax. Next go the antlers, eleven of the fourteen pillows, and a bench nobody could walk around. What remains is often a handsome room that had been talking too loudly.</p>
<p>Travelers arrive tired and a little dry from the altitude. They want darkness, quiet, somewhere to put things, and a bed that looks as if no one has ever been in it. Staging means arranging those four and then stopping.</p>
<h2>The bed</h2>
<p>White cotton percale, washed and properly tucked, photographs better than any pattern and can be bleached after a child's nosebleed. Layer for a climate that drops forty degrees overnight:</p>
<ul>
<li>a fitted sheet over a zipped, quilted protector</li>
<li>one flat sheet, generous enough to fold back a foot</li>
<li>a midweight duvet, useful even in July when windows stand open</li>
<li>a wool or heavy cotton blanket across the lower third</li>
<li>four sleeping pillows per queen, two soft and two firm, and a single cushion if you must</li>
</ul>
<p>Set the frame so that both sides can be reached. Couples who have to climb over one another at night do mention it afterwards.</p>
<h2>Light at three heights</h2>
<p>A ceiling fixture alone makes a room look like a clinic. Add a lamp on either side of the bed with a switch that can be found by touch, and something low, such as a plug-in night light along the route to the bathroom. Warm bulbs throughout, all of the same brand, because mismatched white shows up in every picture.</p>
<h3>Dark when it should be</h3>
<p>June dawn reaches an east window in Sunriver before five. Lined curtains that overlap in the middle and return to the wall at the ends cost less than the complaints. Test them yourself by lying down at noon and looking for stripes.</p>
<h2>Surfaces, empty and otherwise</h2>
<p>Each sleeper needs a clear space the size of a paperback, an outlet within arm's reach, and a hook. Two luggage racks are worth more than a dresser full of drawers that no weekend visitor will open. Leave a dozen matching hangers; wire ones from the cleaner's look like an afterthought, and sound like one.</p>
<p>Art should be local, large, and single. A framed survey map of the Three Sisters or a good print of rabbitbrush in September says where you are without a slogan.</p>
<h2>Photograph it at ten in the morning</h2>
<p>Open the curtains, switch the lamps on anyway, and stand in the doorway with the camera at chest height. Straighten the verticals. Take away the wastebasket, the router, and the folded towel swan. Show the view in one frame and the bed in another, since a phone can rarely expose for both.</p>
<p>Then sleep there. Spend a January night with the heat set as a guest would find it, and notice what hums, what rattles, which pillow you push to the floor. Owners who do this once a year bring us better lists than any inspection produces. If you would like company for that exercise, staging belongs to what we offer under <a href="/str-management">rental management</a>.</p>
`,
    categories: 'Vacation Rentals',
    tags: 'Guests, Sunriver',
    status: 'published',
    published_at: '2025-03-04T18:55:00.000Z',
    image: 'bedroom-linen',
    author_name: 'Maren Holt',
  },
  {
    slug: 'a-welcome-guide-people-will-read',
    title: 'A Welcome Guide People Will Actually Read',
    excerpt:
      'Eight pages at most, answers in the order questions arise, and no capital letters shouting about the hot tub.',
    content: `
<p>"How do we turn on the fireplace?" The message came at 9:40 on a Friday, from a family sitting three feet from a binder in which the answer occupied page thirty-one. They had opened it, seen the rules about parking, and closed it again.</p>
<p>Long binders are written for the owner's peace of mind. Short ones get used. Ours run to eight pages, printed on heavy stock, with a spiral that lies flat beside the coffee maker.</p>
<h2>Follow the clock of an arrival</h2>
<p>Questions come up in a predictable order, so let the pages do the same.</p>
<ol>
<li><strong>First ten minutes:</strong> network name and password in large type, heat, lights, where shoes go.</li>
<li><strong>The same evening:</strong> stove quirks, grill ignition, television remote, hot tub cover, trash day, and the raccoons who look forward to it.</li>
<li><strong>Next morning:</strong> coffee, the good breakfast in town, which towels are for the river.</li>
<li><strong>During the stay:</strong> our number, the nearest urgent care, what to do if the power blinks.</li>
<li><strong>Last hour:</strong> a departure list of five lines at most.</li>
</ol>
<p>Anything that fits nowhere in this sequence probably belongs on a label stuck to the appliance itself.</p>
<h2>Write like a person leaving a note</h2>
<p>Compare "GUESTS MUST NOT ADJUST THERMOSTAT ABOVE 72" with "The heat pump is slow and steady; set it at 68 an hour before bed and it will keep up, even near zero." The second one is longer and gets obeyed. Give a reason whenever there is one. Septic tanks, pine pitch on bare feet, elk on the road at dusk: people are happy to help once they know.</p>
<h3>Pages that earn their paper</h3>
<ul>
<li>A hand-drawn plan with the breaker panel, water valve, and extinguisher marked</li>
<li>What dry air at this elevation does, with a suggestion to keep a full glass by the bed and another layer in the car</li>
<li>Three walks sorted by length, including one that leaves from the front door and suits a stroller</li>
<li>A paragraph for smoky days: windows shut, fan on recirculate, indoor things to do, where to check local air readings</li>
<li>In the cold months, how the plowing works and where cars must not stand before seven</li>
</ul>
<p>Restaurants change hands, so list only a handful and put the date at the foot of the page. A guide that recommends a bakery which closed two years ago casts doubt on everything it says about the furnace.</p>
<h2>Paper and phone together</h2>
<p>Send the same text as a link three days before check-in, when travelers are packing and curious. On the counter, place a single card with the four facts needed at once, and a square code that opens the rest. Some visitors never scan anything; a grandparent with the spiral booklet on her lap tends to become the expert of the house.</p>
<h2>Let questions edit it</h2>
<p>Keep a tally of what guests ask by message. Two identical queries in a month mean that the wording has failed, and we rewrite the passage that afternoon. Reprint each spring and again in November, with the seasonal page swapped. For owners starting from a blank sheet, our office can share the outline we use; write to us by way of the <a href="/contact">contact form</a> and say how many bedrooms you have.</p>
`,
    categories: 'Vacation Rentals, Owner Guides',
    tags: 'Guests, Checklists, Wildfire',
    status: 'published',
    published_date: '2026-06-30',
    image: 'lake-reflection',
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'anatomy-of-a-turnover-day',
    title: 'Eleven to Four: Anatomy of a Turnover Day',
    excerpt:
      'Five hours between one family and the next. How our housekeeping crew spends them, minute by minute, in a lodge that sleeps ten.',
    content: `
<p>At 10:52 the white van is already at the corner, waiting for a station wagon with paddleboards on its roof to back out of the drive. Rosters were set on Tuesday, linen was packed last night, and a family of nine from Boise is somewhere on the far side of Burns and making good time.</p>
<p>Housekeeping in a rental has little to do with cleaning one's own home. It is closer to resetting a stage, with a fixed curtain and no rehearsal. Below is a summer Saturday at a five-bedroom place near the Deschutes, with a crew of three.</p>
<h2>The schedule on the clipboard</h2>
<table>
<tr><th>Time</th><th>Lead</th><th>Second</th><th>Third</th></tr>
<tr><td>11:00</td><td>Photo walk, damage notes</td><td>Strip beds</td><td>Start dishwasher, empty fridge</td></tr>
<tr><td>11:30</td><td>Hot tub test and wipe-down</td><td>Bathrooms, top floor</td><td>Kitchen, dry work</td></tr>
<tr><td>12:45</td><td>Make beds</td><td>Bathrooms, ground floor</td><td>Kitchen, wet work</td></tr>
<tr><td>2:00</td><td>Glass and mirrors</td><td>Dust, high to low</td><td>Deck, grill, bins</td></tr>
<tr><td>2:45</td><td>Stock and set out</td><td>Vacuum backwards to the door</td><td>Mop hard floors</td></tr>
<tr><td>3:20</td><td>Final photos</td><td>Load van</td><td>Porch and entry mat</td></tr>
</table>
<p>Those last photos leave twenty minutes of slack. We defend them fiercely, because once or twice a month they vanish into a clogged disposal or a mattress that has to be swapped.</p>
<h2>Look before you lift</h2>
<p>Nobody touches anything during the first ten minutes. The lead walks every room with a camera, opening the oven, the closets, and the drawer under the bed. Forgotten chargers go into a bag marked with the date. A chipped tile recorded at eleven can be discussed sensibly with the right party; found at two, it is merely a mystery.</p>
<h2>Clean sheets arrive clean</h2>
<p>Washing on site sounds thrifty and ruins the timetable, since a home dryer needs most of an hour for a single king set. Keep three full sets for each bed: one on the mattress, another in the laundry, a third on the shelf. Ours travel in zipped totes labeled by room, packed in the order in which hands will want them.</p>
<h3>Details we check twice</h3>
<ul>
<li>Hair in the shower drain and on the bathroom door's lower hinge</li>
<li>Remote controls, wiped and paired with the right screen</li>
<li>Pine pitch on patio cushions, lifted with a little vegetable oil and then dish soap</li>
<li>Red cinder dust in slider tracks, which a stiff paintbrush and narrow nozzle will move</li>
<li>Thermostat, clocks, and the code for the next arrival</li>
</ul>
<h2>What owners can do to help</h2>
<p>Reduce the number of objects. Every ornament is lifted about a hundred times a year, and a shelf of river stones adds four minutes to each visit. Lock the owner's closet and keep duplicates inside of whatever breaks: wineglasses, a coffee carafe, bulbs, the kettle. Choose washable covers in place of dry-clean ones. A guidebook in good order spares us calls too, and <a href="/blog/a-welcome-guide-people-will-read">this article</a> explains how we write ours.</p>
<p>By 3:55 the porch light is on, the mat is straight, and the van has turned the corner again. The Boise family will see only a quiet house with the blinds at half.</p>
`,
    categories: 'Vacation Rentals, Maintenance Tips',
    tags: 'Cleaning, Guests, Summer, Checklists',
    status: 'published',
    published_at: '2024-08-13T23:10:00.000Z',
    image: 'lodge-dusk',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'filling-the-quiet-weeks',
    title: 'Filling the Quiet Weeks of April and November',
    excerpt:
      'Shoulder season guests exist; they just travel for other reasons. How to meet them without giving the house away.',
    content: `
<p>Two gaps open in the calendar of nearly every rental between Sisters and Sunriver. One begins when the ski hill turns to slush, and the other when the larches have dropped their gold and the snow has yet to stick. Owners tend to meet both by cutting the nightly rate until somebody bites.</p>
<p>Price has its place, and we will come to it. Ask first who is free to travel in those weeks, and what would bring them over the pass.</p>
<h2>Who comes when the crowds do not</h2>
<ul>
<li><strong>Remote workers</strong> looking for two or three weeks with strong internet and a proper desk.</li>
<li><strong>Retired couples</strong> who prefer an empty trail at Smith Rock to a full one.</li>
<li><strong>Families with toddlers,</strong> not yet tied to a school calendar.</li>
<li><strong>Visiting relatives</strong> of people who live here, in town for a birth, a move, or a long Thanksgiving.</li>
<li><strong>Crews and traveling nurses</strong> needing a month of ordinary comfort.</li>
</ul>
<p>Each group reads a listing for different words. None is much stirred by the phrase "close to the slopes" in the third week of April.</p>
<h2>Rewrite the listing twice a year</h2>
<p>Swap the lead photo. In autumn show the woodstove lit, a lamp on, and a chair with a blanket; in spring, the deck in thin sunshine with a mug on the rail. Mention the desk by its dimensions and the internet by a speed measured at that very desk. State plainly what the weather does: mornings below freezing, afternoons in the fifties, mud on some trails and dry dust on others. Travelers forgive cold readily and resent surprise.</p>
<h3>Things worth adding</h3>
<p>An office chair, a second monitor, boot dryers, board games with every piece present, blackout shades, and a slow cooker will go further in these months than new kayaks. A gas fireplace with a remote earns its keep on the first evening.</p>
<h2>Prices with a shape</h2>
<ol>
<li>Decide on the floor before you need it. Add housekeeping, supplies, power, and the wear of a stay, and never go beneath the sum.</li>
<li>Offer weekly and monthly steps in preference to a low nightly figure, since long visits mean fewer turnovers.</li>
<li>Drop the minimum to two nights on orphan gaps, but only within two weeks.</li>
<li>Hold Veterans Day, Thanksgiving, and the spring school holidays at normal rates; they fill by themselves.</li>
</ol>
<p>If a week still sits empty, let it. An unbooked house can be useful to its owner.</p>
<h2>Put the silence to work</h2>
<p>We reserve six to eight days in each slack period for the jobs that cannot share a roof with guests: carpet cleaning with windows open, grout, mattress rotation, the noisy end of carpentry. April is also when our crew looks over outdoor timber ahead of <a href="/services/deck-restoration">deck restoration</a> season, and bedrooms get the fresh eye described in <a href="/blog/staging-a-guest-bedroom">our staging notes</a>.</p>
<p>Write to last year's visitors while the place is calm. A plain message to people who left kind words, naming the open dates and what the river looks like this week, has filled more Novembers for our owners than discounts ever did. Sign it with your own name.</p>
`,
    categories: 'Vacation Rentals, Seasonal Care',
    tags: 'Pricing, Guests, Spring, Fall',
    status: 'published',
    published_at: '2026-11-03T18:25:00.000Z',
    image: 'three-peaks-snow',
    author_name: 'Maren Holt',
  },
  {
    slug: 'a-rental-kitchen-for-eight',
    title: 'Equipping a Rental Kitchen for Eight Hungry Skiers',
    excerpt:
      'What to buy, what to leave out, and how to arrange the drawers so that strangers can cook dinner without a search party.',
    content: `
<p>Open the second drawer from the left in any neglected rental and you will find the same still life: three vegetable peelers, a melted spatula, one chopstick, a corkscrew missing its worm. Nobody chose these things. They settled there over many winters, the way sediment does.</p>
<p>The kitchen of a house that sleeps eight will be used by people who do not know one another's habits, cooking at altitude on a stove they met an hour ago. Generosity helps less than order.</p>
<h2>Buy in one go, and buy extra</h2>
<p>Select a single pattern of plain white restaurant plates and order sixteen of everything. Twice the headcount means that breakfast dishes can wait in the machine while lunch is served. Hide a sealed box of eight more wherever your own skis are locked away, and write the maker's code on its lid. Glassware should be stout, stackable, and cheap enough that a breakage earns a smile.</p>
<h2>The pans that matter</h2>
<ul>
<li>Two twelve-inch skillets, one of carbon steel and one nonstick that is replaced every year</li>
<li>A stockpot of at least ten quarts, for chili and for pasta</li>
<li>An enameled Dutch oven, since long braises suit snowy Sundays</li>
<li>Three rimmed sheet pans of the half size, plus racks</li>
<li>A lidded kettle that whistles, because water takes its time up here</li>
</ul>
<p>Add five sharp knives on a wall magnet and four cutting boards. We sharpen at every deep clean; a dull blade slips.</p>
<h3>A card about altitude</h3>
<p>Water boils near 205 degrees in Bend, several degrees lower than at sea level. Beans need longer, rice wants a splash more liquid, and cakes rise fast and then sag. Printed on an index card inside the cupboard door, those three remarks rescue many a birthday.</p>
<h2>Arrange by task</h2>
<p>Imagine four stations and store each item within one step of where it is needed. Mugs, filters, and sugar go beside the coffee maker. Boards, bowls, and knives live at the longest stretch of counter. Oil, salt, and spatulas keep near the burners, while foil, bags, and containers belong by the refrigerator. A small typed label on each drawer edge looks fussy in a private home and feels like kindness in a rented one.</p>
<ol>
<li>Empty the room completely onto the dining table.</li>
<li>Wash and count.</li>
<li>Return only what a stranger could use without instructions.</li>
<li>Donate the rest before lunch, or it will creep back.</li>
</ol>
<h2>What to stock, what to skip</h2>
<p>Leave olive oil in a fresh sealed bottle, salt, pepper, sugar, coffee for two mornings, tea, dish soap, three new sponges, and enough dishwasher tablets for the stay. Skip half-used spices, the bread machine, and anything with a missing lid. Our housekeepers discard opened food at each departure, so a well-meant shelf of leftover condiments only makes work.</p>
<h2>Wear and tear, anticipated</h2>
<p>Wet gloves end up on the range hood and ski boots on the bar stools. Choose stools with metal footrests, hang a drying rail elsewhere, and give the counter by the door a tray for keys. Run a level along the dishwasher once a season, since a tilted one leaks at the corner and quietly swells the cabinet beside it. If equipping a whole place from scratch sounds like a long weekend, it is about that, and our <a href="/str-management">management team</a> will gladly carry boxes.</p>
`,
    categories: 'Vacation Rentals',
    tags: 'Guests, Winter, Checklists',
    status: 'published',
    published_at: '2032-01-15T17:00:00.000Z',
    image: 'kitchen-morning',
    author_name: 'Tomas Echeverri',
  },
];
