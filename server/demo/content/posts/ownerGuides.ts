import type { DemoPost } from '../demoContent.ts';

/** Posts for people who own a house here and look after it, often from a distance. */
export const ownerGuidePosts: readonly DemoPost[] = [
  {
    slug: 'questions-before-hiring-a-property-manager',
    title: 'Nine Questions to Ask Before You Hire a Property Manager',
    excerpt:
      'The interview matters more than the fee. Here is what we would ask if we were handing our own front door to somebody else.',
    content: `
<p>Most owners meet a property manager at a bad moment: a tenant has just left, a pipe has just burst, or the drive from Portland has become one drive too many. Decisions made in that mood tend to rest on the monthly percentage alone. Put the percentage aside for half an hour and have a proper conversation first.</p>
<p>We sit on the other side of that table often enough to know which questions separate an organized company from a hopeful one. Borrow the list, and put it to us as well.</p>
<h2>The people and the hours</h2>
<ol>
<li><strong>Who will actually walk through my house?</strong> You want a first name and a frequency, and ideally that person in the room.</li>
<li><strong>How many homes does that person carry?</strong> A coordinator with twenty doors in Bend works differently from one with ninety scattered between Sisters and La Pine.</li>
<li><strong>What happens at nine on a Saturday night in January?</strong> Ask to be taken through the last real call, from the first ring to the invoice.</li>
</ol>
<h2>The money</h2>
<ol>
<li><strong>Do you add a margin to vendor bills?</strong> Either answer can be fair, provided it is written down before work begins.</li>
<li><strong>At what amount do you stop and call me?</strong> A threshold of a few hundred dollars keeps small repairs moving and keeps large ones in your hands.</li>
<li><strong>When do owner statements go out, and may I see one?</strong> A sample with the names blacked out takes two minutes to produce. If it takes two weeks, you have learned how March will feel at tax time.</li>
</ol>
<h2>The house itself</h2>
<ol>
<li><strong>What do you record at an inspection?</strong> Look for dated photographs of the same spots each visit: under the sinks, the water heater pan, the crawl space hatch, the uphill side of the roof.</li>
<li><strong>Which trades are on your own payroll?</strong> In-house handyman, housekeeping, and snow crews answer to one calendar. Outside specialists are normal for electrical panels, septic, and gas.</li>
<li><strong>How would we part ways?</strong> Notice period, return of keys, transfer of reservations and deposits. A calm answer here is a good sign about everything that comes before it.</li>
</ol>
<blockquote>Listen for specifics. Somebody who knows houses will ask you where the main shutoff is before you have finished describing the view.</blockquote>
<h3>Then go and look</h3>
<p>Ask for the address of a managed property you can drive past. Go on an ordinary Tuesday, and notice the cinders on the walk, the bin lids, the porch bulb, the weeds along the irrigation box. None of it is glamorous, and all of it tells you whether anyone has been there this month.</p>
<p>Finally, read the agreement at your own kitchen table instead of on a phone in the parking lot, and mark every sentence you would struggle to explain to your spouse. Send those back with a polite note. If you would like to try the nine on our office, the <a href="/contact">contact page</a> is the place to start, and owners thinking about nightly guests will find that side of our work described under <a href="/str-management">short-term rental management</a>.</p>
`,
    categories: 'Owner Guides',
    tags: 'Bend, Checklists, Pricing',
    status: 'published',
    published_at: '2024-05-14T16:20:00.000Z',
    image: 'cascade-dawn',
    author_name: 'Maren Holt',
  },
  {
    slug: 'arrival-walk-for-second-home-owners',
    title: 'The First Hour Back: An Arrival Walk for Second Homes',
    excerpt:
      'A quiet circuit with a flashlight, before the cooler is unpacked, tells you how the house spent its weeks alone.',
    content: `
<p>Leave the groceries in the car. The best time to learn what happened in an empty house is before anyone turns on a tap, props open a window, or lets the dog run across the carpet. Smells, stains, and sounds are all still where they were left.</p>
<p>The circuit below takes about forty minutes in a three-bedroom cabin at Sunriver or Black Butte. Carry a flashlight, a pad of sticky notes, and shoes you do not mind kneeling in.</p>
<h2>Outside, once around</h2>
<p>Walk clockwise so that you never wonder which wall you skipped. Look up at the roof edge for lifted shingles and at the chimney cap for nests. Look down for fresh gopher mounds against the foundation, for sprinkler heads that have been wetting the siding, and for a damp patch where no line should be running. From June onward a green stripe in dry ground is usually a leak in the irrigation.</p>
<ul>
<li>Vents: dryer, crawl space, and bath fans clear of needles, wasps, and nests</li>
<li>Hose bibs: dry, tight, and free of hairline splits left over from the cold</li>
<li>Propane gauge: written on a note with the date</li>
<li>Firewood: well away from the wall once the burning season is over</li>
</ul>
<h2>Inside, before the water goes on</h2>
<p>Stand in the entry and breathe through your nose. Mustiness points to the crawl space, a sweet odor to mice, and rotten eggs often to nothing worse than a dried-out trap in a guest shower. Any hint of gas means stepping back outside and phoning the supplier from the driveway.</p>
<p>Next, open every cabinet that hides plumbing and lay your palm flat on its floor. Particleboard remembers water: it swells, and the swelling stays long after the puddle has gone. Check behind the refrigerator and around the toilet bases in the same pass.</p>
<h2>Waking up the systems</h2>
<ol>
<li>Open the main a quarter turn, wait, and listen for flow that does not stop.</li>
<li>Fill the water heater fully before its breaker or burner is switched on.</li>
<li>Run each faucet until the sputtering ends, starting at the one lowest in the house.</li>
<li>Set the thermostat five degrees from the room's present temperature and confirm that something responds.</li>
<li>Press the test button on every smoke and carbon monoxide alarm.</li>
</ol>
<p>Pour a quart of water down each floor drain and seldom-used shower while you go. In our dry air a trap can evaporate over the length of a single absence, and it costs nothing to refill.</p>
<h3>Write the notes while you still care</h3>
<p>By dinner the squeaking hinge will have become part of the scenery. Put a sticky note on each thing that needs attention, photograph the notes, and sort the pictures into three piles: this weekend, this season, someday. Our handymen have worked happily from nothing more than such a set of snapshots, and the same habit feeds the archive we describe in <a href="/blog/photograph-your-house-for-insurance">our piece on house photographs</a>.</p>
<p>Now fetch the cooler; the ice will have held.</p>
`,
    categories: 'Owner Guides, Maintenance Tips',
    tags: 'Sunriver, Checklists, Plumbing, Summer',
    status: 'published',
    published_date: '2025-06-06',
    image: null,
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'photograph-your-house-for-insurance',
    title: 'Photograph Your House Before You Need the Pictures',
    excerpt:
      'An afternoon with a phone, a tape measure, and every drawer open makes the record you will wish for after a loss.',
    content: `
<p>A woman near Tumalo once asked us to help her list what had been in a garage that no longer had a roof. She remembered the table saw and the skis at once. The compressor came back to her two days later, the second set of snow tires in the following week, and the box of her father's hand planes not until spring.</p>
<p>Memory works by association and grief interferes with it. A folder of ordinary pictures does the job without either. What your own policy wants to see is a matter for your agent, so ask; what follows is simply how we photograph a house when an owner requests a full record.</p>
<h2>Pick a bright, boring day</h2>
<p>September suits the task. Light comes in low, the worst of the smoke has generally cleared, and nobody has hung holiday garlands over the shelves. Turn on every lamp, open the blinds, and wipe the lens of the phone.</p>
<h2>Four corners, then the details</h2>
<p>In each room stand in one corner and shoot toward the opposite one, then move to the next until you have four overlapping frames. Only after that do you go close. Doors and drawers should be open: a closed wardrobe proves that you owned a wardrobe.</p>
<ul>
<li><strong>Kitchen:</strong> the model plate inside the dishwasher door, the sticker behind the range drawer, the pantry shelves as they stand</li>
<li><strong>Utility space:</strong> furnace label, water heater serial number, electrical panel with its directory legible</li>
<li><strong>Garage and shed:</strong> pegboards from straight on, tool cases opened, bicycles with the number beneath the crank</li>
<li><strong>Finishes:</strong> a corner of flooring, a cabinet hinge, the edge of a countertop with a tape measure for scale</li>
</ul>
<p>Hidden layers deserve attention whenever they happen to be visible. If a contractor has a wall open, take ten minutes with the wiring and plumbing before the drywall returns. Future repairs will be cheaper for knowing where the studs and elbows are.</p>
<h2>Do not forget the ground</h2>
<p>Circle the outside at fence distance and again at arm's length. Record each elevation, the roof from the street, the deck from below as well as above, and the cleared belt around the building where you have limbed junipers and raked needles. A dated picture of that work shows its condition better than a description can.</p>
<h3>Video for rhythm, stills for proof</h3>
<p>One slow walk with narration, say eight minutes, ties the rooms together. Speak the year you bought the sofa. Say aloud what the rug cost if you know it.</p>
<h2>Keeping it where fire cannot reach</h2>
<p>Upload the set to an account that two members of the family can open, and place a second copy on a drive in another town. Name the folder with the year and the street. Every autumn add a dozen frames for whatever changed, so that the record grows instead of going stale. Receipts can be photographed on the dining table in the same session, fanned out like cards, before the thermal ink fades to nothing.</p>
<p>We take a smaller set whenever we begin looking after a home, and owners are welcome to those originals at any time through <a href="/contact">our office</a>.</p>
`,
    categories: 'Owner Guides',
    tags: 'Wildfire, Checklists, Fall',
    status: 'published',
    published_at: '2024-09-24T21:05:00.000Z',
    image: 'window-light',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'first-winter-as-a-central-oregon-owner',
    title: 'Your First Winter as a Central Oregon Owner',
    excerpt:
      'Moved over from the wet side of the mountains? These are the arrangements to make before Thanksgiving.',
    content: `
<p>People who bought in July, when the lupine was up and the evenings smelled of warm pine, sometimes telephone us in the second week of November sounding betrayed. Nothing has gone wrong. It is simply nine degrees outside, the hose is a stick, and the house is making noises.</p>
<p>High desert cold is a dry, bright, swinging sort of cold. A January afternoon may climb to forty-five and the following dawn fall to eight, so materials expand and shrink daily, meltwater refreezes every evening, and a problem that would take years on the coast can show itself in two weeks.</p>
<h2>Make the phone calls in October</h2>
<p>Three agreements should be settled before anyone needs them.</p>
<ol>
<li><em>Snow.</em> Ask what depth triggers a visit, whether that means the driveway only or also the path to the propane tank, and where the pile will go by February when it is taller than your car.</li>
<li><em>Fuel.</em> Keep-full propane delivery depends on a truck reaching the tank. Show the driver the route while the ground is bare, and mark the lid with a tall stake.</li>
<li><em>Eyes.</em> If you will be away for more than a few days, name a person who can stand in the house after a hard night and report what they see.</li>
</ol>
<h2>Learn three places by heart</h2>
<p>Find the main water valve, the furnace or heat pump disconnect, and the attic hatch. Visit each with every adult in the family. A valve nobody has turned since the closing inspection will be stiff, and December at midnight is a poor time to discover it; exercise the handle now and fit a new one if it weeps.</p>
<h3>What to leave running when you go</h3>
<p>Our usual setting for an empty house is 58 degrees, with interior doors open and sink cabinets ajar along the north wall. Lower numbers save less than people expect and leave little margin if power drops for an afternoon. Closing the main and opening a faucet to relieve pressure adds a second layer of comfort, provided no boiler or fire sprinkler in the house depends on that supply.</p>
<h2>The sounds, translated</h2>
<ul>
<li>A rifle-crack from the roof on a clear night is framing timber losing its heat.</li>
<li>Long, soft thunder followed by a thud is snow leaving a metal roof, and nobody should be standing beneath that eave.</li>
<li>Steady ticking at the baseboard is copper expanding.</li>
<li>A hiss with no fixture open deserves a flashlight straight away.</li>
</ul>
<h2>Give yourself a gentler first season</h2>
<p>Buy a roof rake with wheels, a push broom for powder, a bag of crushed lava cinder for the steps, and a headlamp for each coat. Put traction devices by the door in sizes that fit your visitors. Salt we would leave at the store, since it pits young concrete and burns the roots of anything you planted last summer.</p>
<p>Somewhere around late February the light returns, ice lets go of the north eave, and the juniper beside the drive starts to smell of itself again. By then you will own an opinion about shovels, which is how residents recognize one another in line at the hardware store.</p>
`,
    categories: 'Owner Guides, Seasonal Care',
    tags: 'Winter, Snow, Heating, Bend',
    status: 'published',
    published_at: '2025-10-08T17:45:00.000Z',
    image: 'high-desert-road',
    author_name: 'Maren Holt',
  },
  {
    slug: 'who-has-a-key-to-your-house',
    title: 'Who Has a Key? Getting Vendor Access Under Control',
    excerpt:
      'Plumbers, cleaners, neighbors, a cousin in Redmond. A simple ledger and a decent lock sort out the ring of unknown keys.',
    content: `
<p>Try this at breakfast: name everyone who could open your second home today without breaking anything. Most owners reach five and then stall, somewhere between the hot tub technician from two summers ago and the realtor's spare. The stall is the part worth fixing.</p>
<h2>Start again from zero</h2>
<p>Old keys cannot be recalled with any confidence, so do not spend a week trying. Have the cylinders rekeyed, which a locksmith can usually do in one visit without replacing the hardware, and clear every stored code from the garage keypad. From that hour forward you know the count.</p>
<p>While the locksmith is there, ask for front, back, and garage doors to share one key. A ring of six unlabeled brass blanks slows down honest people and inconveniences nobody else.</p>
<h2>Codes for people, keys for emergencies</h2>
<p>A keypad deadbolt suits most homes, whether in Sisters or out at the end of a forest road. Choose one whose motor is rated for low temperatures, and use lithium cells, because alkaline batteries sag badly on a five-degree morning. Then give each vendor an individual code:</p>
<ul>
<li>a standing code for the housekeeping lead, limited to working hours</li>
<li>one for the plumber that expires at the end of the job</li>
<li>a neighbor's code that never changes and is hers alone</li>
<li>a spare kept unissued for the locked-out nephew</li>
</ul>
<p>Shared codes defeat the purpose. When four trades use 2468, the log tells you only that somebody came.</p>
<p>Electronics fail, so a physical key still has its place. Ours live in a numbered cabinet, tagged with a figure that means nothing to a finder. At your own property a lockbox bolted to masonry on a side nobody passes is far better than the fake rock, which every teenager in the county has met.</p>
<h3>The ledger</h3>
<p>It need be no grander than a page in a notebook or a shared sheet. Five columns are enough: who, which door, issued on, expected back, returned. Review it on two dates you will remember, such as the weekends when clocks change.</p>
<h2>Tell vendors what the house expects</h2>
<p>Access is also a matter of manners. A short note sent with the code saves a surprising amount of friction:</p>
<ol>
<li>Where to park so that the neighbor's drive and the septic lid stay clear.</li>
<li>Which entrance has the tile floor, and where boots come off.</li>
<li>Whether an alarm will chirp, and for how long.</li>
<li>Who receives the text message on arrival and again on leaving.</li>
<li>How the thermostat, lights, and blinds should look afterwards.</li>
</ol>
<p>Good tradespeople like such a note. It means that someone has thought about their morning, and they will think about your floors in return.</p>
<h2>When a relationship ends</h2>
<p>Delete the code the same day, kindly and without drama, and write the date in the ledger. If a brass key went out and has not come back after one reminder, rekey that cylinder; the cost is less than the price of wondering. Owners who would rather hand over the whole ring can read <a href="/blog/questions-before-hiring-a-property-manager">our interview questions for managers</a> and add one more to them: how do you store my keys?</p>
`,
    categories: 'Owner Guides',
    tags: 'Checklists, Sisters',
    status: 'published',
    published_at: '2026-02-19T18:10:00.000Z',
    image: 'keys-porch',
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'house-budget-for-high-desert-weather',
    title: 'A House Budget That Expects High Desert Weather',
    excerpt:
      'Divide upkeep into rhythms instead of surprises: a worked example for one imaginary home, with room for a bad February.',
    content: `
<p>Rules of thumb for upkeep usually take a slice of the purchase price, which says a lot about the real estate market and little about the building. A modest ranch house in Redmond with old siding can need more in a given year than a newer lodge three times its value. We prefer to begin with the parts of a place and how quickly each of them ages at this altitude.</p>
<h2>Three envelopes</h2>
<p>Sort every expense by its rhythm before attaching a dollar to it.</p>
<ul>
<li><strong>Every year:</strong> work that returns with the calendar, such as chimney sweeping, irrigation startup and blowout, window washing, furnace service, and clearing the roof valleys.</li>
<li><strong>Every several years:</strong> coatings and seals. Stain on a south deck is ready again sooner than the can suggests, because ultraviolet light is strong here and snow scours whatever is left.</li>
<li><strong>Once in a long while:</strong> roofing, water heater, heat pump, septic pump, the asphalt drive.</li>
</ul>
<p>The first envelope is paid from income. Money for the second and third has to be set aside monthly, or else it arrives disguised as an emergency.</p>
<h2>An invented example</h2>
<p>Picture a three-bedroom house outside Sisters with cedar siding, a 400-square-foot deck, and a composition roof. The figures are ours for the sake of arithmetic; put your own quotes in their place.</p>
<table>
<tr><th>Item</th><th>Cost each time</th><th>Years between</th><th>Per month</th></tr>
<tr><td>Yearly service visits, all trades</td><td>$2,400</td><td>one</td><td>$200</td></tr>
<tr><td>Deck wash and stain</td><td>$1,800</td><td>2</td><td>$75</td></tr>
<tr><td>Exterior repaint</td><td>$12,600</td><td>7</td><td>$150</td></tr>
<tr><td>Water heater</td><td>$2,160</td><td>10</td><td>$18</td></tr>
<tr><td>Roof covering</td><td>$24,000</td><td>20</td><td>$100</td></tr>
<tr><td>Winter reserve</td><td>$720</td><td>each winter</td><td>$60</td></tr>
</table>
<p>Added up, that comes to $603 a month. The number may sting, yet each line of it can be argued with, moved, or improved, and that is the use of writing it down.</p>
<h3>About that winter reserve</h3>
<p>Some Februaries bring three storms in ten days: extra plowing, a crew to shovel the flat section over the porch, perhaps an electrician for a heat cable. Others bring hardly a flake. Let the unused balance roll forward and resist the urge to spend a mild year.</p>
<h2>Where a small sum does the most</h2>
<p>If the full amount is out of reach this season, protect water paths first. Caulk, flashing, gutters, and grading are cheap beside what they prevent. Next comes anything holding up people, meaning stairs, railings, and ledger boards. Color can wait; bare wood cannot, and a touch-up on the weather side by our <a href="/services/painting">painting crew</a> buys time for the whole elevation.</p>
<h2>Keep the record honest</h2>
<p>Each January, sit down with last year's invoices and compare. Did the stain last two seasons or barely one? Was the septic lid under four feet of snow when the truck came? Change the intervals to match what your house did, however tidy the old ones looked. After three such evenings you will have a plan drawn from your own walls, and quotes from people like us will be much easier to judge.</p>
`,
    categories: 'Owner Guides',
    tags: 'Pricing, Sisters, Decks',
    status: 'published',
    published_date: '2026-01-13',
    image: 'basalt-canyon',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'how-to-read-our-paper-inspection-form',
    title: 'How to Read Our Paper Inspection Form',
    excerpt: 'A short key to the marks on the yellow carbon sheet we used to leave on the kitchen counter.',
    content: `
<p>After each visit we leave a yellow carbon copy on the kitchen counter. The left column lists rooms in walking order, the middle one carries a letter, and the right-hand side is for remarks.</p>
<ul>
<li><strong>G</strong> stands for good, with nothing done.</li>
<li><strong>A</strong> marks an adjustment made on the spot, such as a tightened hinge.</li>
<li><strong>Q</strong> means a question for you, and we will ring within two working days.</li>
</ul>
<p>White originals stay in our binder on the shop shelf for as long as we look after the property.</p>
`,
    categories: 'Owner Guides',
    tags: 'Checklists, Bend',
    status: 'archived',
    published_at: '2024-04-23T22:40:00.000Z',
    image: 'workshop-bench',
    author_name: 'Maren Holt',
  },
];
