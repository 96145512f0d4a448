import type { DemoPost } from '../demoContent.ts';

export const maintenancePosts: readonly DemoPost[] = [
  {
    slug: 'why-south-facing-decks-wear-out-first',
    title: 'Why South-Facing Decks Wear Out First',
    excerpt:
      'Altitude, thin dry air and frost all work on the same boards. How to read the damage, pick a finish, and get another ten years from the wood.',
    content: `<p>Stand on the sunny side of almost any house in Bend and look down. The boards are silver, slightly furred, and cupped like shallow gutters, while around the corner on the north side the same lumber, laid in the same week, still shows some of its original brown. Nothing was done wrong. One of the two decks has simply lived a harder life.</p>
<h2>Three things happen on the same board</h2>
<p>At 3,600 feet there is less air overhead to soften ultraviolet light, and our skies are clear for much of the year. Sunlight breaks down lignin, the natural glue that holds wood fibers together, so the surface turns to gray fuzz that rain and brooms carry off. A deck loses a little of itself every summer in this way.</p>
<p>Dryness does the second part. The top of a board can be bone dry while its underside, shaded and near the soil, stays damp, and the difference in shrinkage pulls the edges upward. Checks open along the grain. Each one is a small cup waiting for October.</p>
<p>Frost finishes the job. Meltwater runs into those checks on a mild winter afternoon and expands overnight, prying them wider. South decks see more of these cycles than shaded ones, which may freeze in December and stay politely frozen until March.</p>
<h2>A ten-minute reading</h2>
<p>Before choosing a product, learn what you have. Sprinkle a few drops of water in several spots: if they bead, the finish is alive; if they soak in within a minute, the wood is asking for help. Press a pin-type moisture meter into three boards and note the numbers, because coating anything above 15 percent traps trouble underneath.</p>
<p>Next, kneel and sight across the surface at screw height. Raised fasteners need to be driven back or, if they spin, replaced with a longer size. Lastly go underneath, with a flashlight, and look at the ledger where the deck meets the house, at the joist hangers for rust, and at the bottoms of the posts.</p>
<h2>Clean softly, brighten, then wait</h2>
<p>We use an oxygen bleach cleaner (sodium percarbonate) mixed warm, spread with a brush and left to work for fifteen minutes without drying. A rinse at garden-hose pressure follows. An oxalic acid brightener then brings the color up and neutralizes the surface. Wear gloves and soak the plants nearby first.</p>
<p>Waiting is the hard part. Two or three dry days with some wind are normally enough in July, and a light sanding at 60 to 80 grit knocks down the fuzz. Don't go finer: polished wood will not drink.</p>
<h2>Oil or film?</h2>
<p>For our sun we favor a penetrating oil with real pigment in it, since the pigment is what blocks the light. Clear sealers look lovely for about one season. Solid-color stains last longer on railings and vertical faces, but on a south-facing floor they eventually peel, and peeling takes far more labor to undo than fading does.</p>
<p>Apply it in the evening or on the shaded side of the day, to boards cool enough for a bare foot. One wet coat, brushed along the full length of two or three planks at a time, with every puddle wiped up after twenty minutes. Lay oily rags flat outdoors to dry or drown them in a lidded can of water, because a wadded heap can heat up and ignite all by itself.</p>
<h2>When repair stops being thrift</h2>
<p>If more than a quarter of the boards are soft, or if any framing is, the sums begin to favor rebuilding the surface. Our <a href="/services/deck-restoration">deck restoration</a> crew will often flip sound boards and reuse their fresh undersides, something few owners think of. It costs a pry bar, new screws and a couple of days, and the grain beneath can be as bright as the year it was milled.</p>`,
    categories: 'Maintenance Tips',
    tags: 'Decks, Summer, Bend',
    status: 'published',
    published_at: '2024-06-12T19:00:00.000Z',
    image: 'lake-reflection',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'the-short-season-for-exterior-paint',
    title: 'The Short Season for Exterior Paint',
    excerpt:
      'Cold nights, hot walls and dusty wind leave fewer good painting days than the calendar suggests. Plan the project by temperature, side by side.',
    content: `<p>Paint cares very little about the afternoon high. It cares about the temperature of the wall, about how fast water leaves the film, and about the dew that forms at four in the morning when no one is there to see it. In a town where July can touch 92 by day and 44 by night, that makes the working season narrower than the tourist brochures imply.</p>
<p>Most acrylic exteriors want a surface between 50 and 90 degrees, and they want it to stay above the lower figure for some hours after the brush has gone home. Newer formulas are rated down to 35. Read the back of the can rather than the front, and borrow or buy an infrared thermometer, which settles arguments for the price of a good brush.</p>
<h2>Which months, and which walls</h2>
<table>
<thead>
<tr><th>Period</th><th>What the weather gives</th><th>Where to work</th></tr>
</thead>
<tbody>
<tr><td>Mid-May to mid-June</td><td>Mild days, risky nights, pollen on the breeze</td><td>South and west walls, finished by two o'clock</td></tr>
<tr><td>Mid-June to mid-July</td><td>Steady warmth and the longest evenings</td><td>Any side, following the shade</td></tr>
<tr><td>Late July and August</td><td>Hot siding, possible ash and smoke</td><td>North and east faces, early starts</td></tr>
<tr><td>September</td><td>Soft light, cool mornings, heavy dew</td><td>Sunny walls only, after ten</td></tr>
</tbody>
</table>
<p>Sisters runs a few days behind Bend, and in La Pine we count on two good months and feel lucky with three.</p>
<h2>Preparation is most of the price</h2>
<p>On a tired cedar house, five days of a seven-day job may pass before anyone opens a finish coat. Wash first, with a soft brush and mild detergent, then allow forty-eight hours. Scrape to a firm edge, feather with 80 grit, and spot-prime bare wood the same day, because raw cedar left in our sun begins to degrade within a couple of weeks.</p>
<p>If the house was built before 1978, have the old coating tested for lead before a scraper touches it, and let trained people handle what comes off. That is a point on which we do not improvise.</p>
<p>Caulk deserves attention next. Cut out anything that has pulled loose on one side, since a new bead on top of an old one just inherits its failure. Use a high-stretch urethane or a good siliconized acrylic, tool it once with a damp finger, and leave the lower edges of lap siding open so the wall can dry downward.</p>
<h2>Around the house like a sundial</h2>
<p>Dark siding in full sun can pass 130 degrees. Paint put on there skins over while the layer below is still wet, and the trapped vapor lifts it into blisters by supper. So a good crew keeps moving: west side before coffee, north at midday, east in the afternoon, with the south face saved for a hazy morning.</p>
<p>Wind is the other thing. Above fifteen miles an hour a sprayer paints the neighbor's truck, and dust sticks to whatever is tacky. On such days we shut off the machine and do window sash by hand.</p>
<h2>Color at this altitude</h2>
<p>Organic reds and bright yellows fade fastest in strong ultraviolet light. Earth pigments, the ochers, umbers and iron grays, hold for years, which may be why they look so settled among the junipers. Paint a two-foot sample on the sunniest wall and another beside the front door, then live with both for a week. Morning light will talk you out of at least one of them.</p>`,
    categories: 'Maintenance Tips, Home Projects',
    tags: 'Painting, Summer, Sisters',
    status: 'published',
    published_date: '2024-05-14',
    image: 'high-desert-road',
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'giving-a-heat-pump-room-to-breathe',
    title: 'Giving a Heat Pump Room to Breathe in Winter',
    excerpt:
      'An outdoor unit needs shelter from sliding snow without being smothered. Notes on stands, slats, clearances and the puddle that becomes a rink.',
    content: `<p>Heat pumps have become ordinary in Central Oregon, and so has a certain kind of homemade shed around them. We understand the wish. The machine sits under the eave looking exposed, snow thunders off the roof beside it, and a few cedar boards seem like a kindness. Then in the first cold snap the house will not warm past 62, and the service technician finds the unit breathing its own exhaust.</p>
<h2>What the machine is trying to do</h2>
<p>In heating mode the outdoor coil pulls warmth from the air that the fan draws across it, so the air it throws out is colder than the air around it. Trap that breath in a box and it gets pulled through again, colder still. The compressor runs longer, frost builds faster, and the electric backup strips come on. Owners discover it through the January bill.</p>
<p>Every so often the system reverses itself for a few minutes to melt the frost. Steam rises, water runs out of the base, and a neighbor wonders whether something is on fire. That is normal. The water, however, has to go somewhere, and when it is 10 degrees it won't go far.</p>
<h2>Lift it first</h2>
<p>Before thinking about walls, think about height. A unit on a pad at ground level is buried by the second storm. In Bend we like the bottom of the cabinet at least a foot above grade, and in Sunriver eighteen inches or more, on a galvanized stand bolted to a footing that will not heave. A bed of washed gravel beneath it lets defrost water drain rather than spread across the path to the garbage bins.</p>
<h2>A shelter that behaves</h2>
<p>Begin with the installation manual, which lists the minimum clearance on every side for that exact model, and treat those figures as the floor. The <strong>enclosures we build</strong> share a few habits:</p>
<ul>
<li>slats set on an angle, with more open area than wood on the intake faces;</li>
<li>no lid at all above a fan that blows upward;</li>
<li>a small pitched roof, well clear of the cabinet, for side-blowing models that stand where the eave unloads;</li>
<li>one panel on hinges or lift-off pins, wide enough for a person with a toolbox to kneel down;</li>
<li>feet held off the soil, so the boards do not rot and leaves can blow through.</li>
</ul>
<p>Finish the cedar with the same oil used on the deck and it will look as though it had always belonged to the house. Avoid solid fence panels, lattice with vines growing on it, and those fitted vinyl covers sold in October, which are meant for air conditioners that have stopped for the year.</p>
<h2>Five winter minutes</h2>
<p>After each storm, brush snow from the cabinet with a broom and clear two feet on the intake side. Look underneath. An ice stalagmite growing up toward the pan will sooner or later meet the fan, and lukewarm water poured slowly is the only tool for it; screwdrivers have ended many coils.</p>
<p>Listen, too. A healthy unit hums and whooshes. Rattling means ice on a blade, and a grinding sound is a reason to switch to emergency heat and make a call. If frost covers the whole coil like a white blanket for more than an hour or two, the defrost cycle is not doing its work.</p>
<p>Not sure whether your present enclosure is helping or hurting? Tape a thermometer inside it and hang a second one on the fence, and compare them after an hour of steady running. Should the inside read more than four or five degrees lower, take a panel off and watch what happens to the comfort indoors.</p>`,
    categories: 'Maintenance Tips',
    tags: 'Heating, Snow, Winter',
    status: 'published',
    published_at: '2025-11-18T22:10:00.000Z',
    image: 'cascade-dawn',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'sprinkler-spots-on-window-glass',
    title: 'Sprinkler Spots on Window Glass, and How They Set',
    excerpt:
      'Minerals from irrigation overspray can be wiped off in June and may be permanent by September. What works, what scratches, what to fix first.',
    content: `<p>It begins as a faint constellation in the lower corner of the dining-room window. You notice it in the evening, when the sun comes in low, and decide to deal with it on the weekend. By Labor Day the dots have joined into a milky band, the ordinary spray bottle does nothing, and somebody mentions the price of new glass.</p>
<p>Those dots are minerals, mainly calcium and silica, left behind as droplets dry. Well water out toward Tumalo and Redmond tends to carry a good deal of both. Our dry air makes it worse, as each drop evaporates in a couple of minutes and the next cycle lays another ring upon the first.</p>
<h2>Turn the head before you scrub</h2>
<p>Cleaning comes second. Go out at five in the morning with a cup of something hot, or run the zone by hand, and watch where the water lands. A rotor that has crept ten degrees past its stop is the usual culprit. Adjust the arc with the small key, lower the flow with the screw, or change to a nozzle with a flatter throw.</p>
<p>Pressure is often to blame as well. Above about 50 pounds, spray heads atomize the water into a mist that drifts wherever the wind is going. Pressure-regulating bodies cost a few dollars more apiece and stop this at its source.</p>
<h2>Stage one: fresh spots</h2>
<p>Anything less than a month old normally yields to white vinegar and water, half and half. Lay a soaked paper towel against the pane so that it clings, keep it wet for ten minutes, then rub with a microfiber cloth and rinse with distilled water. Protect stone sills and bare aluminum, since neither of them enjoys acid.</p>
<h2>Stage two: a crust you can feel</h2>
<p>Drag a fingernail across the glass. If it clicks, you need a polish rather than a soak. We use a mild cerium oxide paste on a damp felt pad, small circles, light pressure, one square foot at a time, with plenty of rinsing between. A nylon scrubbing sponge of the white grade is safe; the green one is not.</p>
<p>About razor blades, please be careful. Many modern panes are tempered, and a blade can drag tiny manufacturing fines across the surface, leaving long hairline scratches that catch the light forever. Coated glass is more delicate still, so find out which side the coating is on before you try anything beyond soap.</p>
<h2>Stage three: etched</h2>
<p>When the pane is clean and dry yet looks as though someone breathed on it, the minerals have bitten into the surface itself. A restoration specialist can sometimes polish that away, at a cost near that of replacing the sealed unit. Try a test patch the size of a playing card and decide from that.</p>
<h2>Keeping a good result</h2>
<p>Once a window has been brought back, a simple habit holds it there:</p>
<ol>
<li>Squeegee the lower panes after any day when the wind and the sprinklers ran together.</li>
<li>Apply a silicone-free glass sealant each June, which makes droplets roll off before they dry.</li>
<li>Plant something low between lawn and wall, and water it by drip.</li>
<li>Look again in late August from indoors, at sunset, with the lamps off.</li>
</ol>
<p>On rental houses we add the lower windows to the monthly list, for guests photograph the view and the spots along with it. Twelve minutes with a bucket in July has saved more than one owner from a conversation about an entire wall of glass.</p>`,
    categories: 'Maintenance Tips',
    tags: 'Windows, Cleaning, Summer',
    status: 'published',
    published_at: '2026-06-23T15:45:00.000Z',
    image: 'window-light',
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'doors-that-stick-and-doors-that-rattle',
    title: 'Doors That Stick, Doors That Rattle',
    excerpt:
      'Seasonal movement explains most door complaints. Five tests with a pencil and a screwdriver, before anyone reaches for the plane.',
    content: `<p>The pantry door closed perfectly in August. Now, in the third week of January, it rattles in its frame whenever the furnace starts, and the front door has done the opposite and needs a shoulder. Both belong to the same house, hung by the same carpenter. How can winter shrink one and swell the other?</p>
<p>The answer lies in what is moving. Inside, heated air may fall to 20 percent humidity, so interior doors and their jambs give up moisture and get narrower. At the entry, the slab stands with a warm dry face and a cold damp one and bows a little, while under the threshold the ground may be lifting with frost. You are seeing a thin door in one case and a crooked opening in the other.</p>
<h2>Wait, then measure</h2>
<p>Resist the plane. A door trimmed to clear in the wrong season will show daylight for the rest of the year. Use the time for measuring instead, and write the results on a strip of tape along the top edge, where nobody looks.</p>
<ol>
<li>Slide a nickel, which is close to five sixty-fourths thick, around the gap between slab and jamb. It should pass with a light touch at the top and the latch side.</li>
<li>Rub carpenter's chalk on the edge, shut the door twice, and see where the color transfers.</li>
<li>Hold a four-foot level against the hinge jamb, on the face and then on the edge.</li>
<li>Lift the open door by its knob. Play of more than a hair means loose hinge screws, not a swollen slab.</li>
<li>Color the latch bolt with a pencil and close it, so the mark tells you how far from the strike plate's hole it lands.</li>
</ol>
<h2>The screw that fixes half of them</h2>
<p>Interior hinges commonly hang on three-quarter-inch screws that reach nothing but soft pine jamb. Take out the one nearest the doorstop in the top hinge and drive a three-inch screw in its place, angled slightly toward the stud. As it bites, the whole leaf draws back and the far corner rises. Snug it gradually, checking the gap after each turn, because it is quite possible to go too far.</p>
<p>If an old hole is stripped, pack it with a glued hardwood golf tee, cut flush. Matchsticks are what people remember from their grandfathers, though they crush in time.</p>
<h2>Rattles and strikes</h2>
<p>For a door that chatters, bend the little tang in the strike plate outward a sixteenth with an adjustable wrench. Clear felt bumpers on the stop do the same job in a rental where every tool walks away. When the bolt hits low, file the plate's opening; up to an eighth of an inch is quicker to file than to move.</p>
<h2>Entry doors are about weather</h2>
<p>Look at the sweep, the corner pads and the compression seal before blaming the frame. A seal that has hardened holds the slab away from its seat, and you push harder each month without noticing. Adjustable sills have screws hidden under small caps: raise them until a strip of paper drags but does not tear.</p>
<p>Should the head of the frame be out of level by more than a quarter inch in January and true again in May, frost heave is the likely story. Our remedy starts outdoors with a shovel, leading roof water away from the stoop, so the soil beneath is too dry to lift. The carpentry comes afterward, in early June, when the house has stopped breathing in and is about to breathe out.</p>`,
    categories: 'Maintenance Tips, Home Projects',
    tags: 'Winter, Bend',
    status: 'published',
    published_at: '2026-01-21T23:35:00.000Z',
    image: 'workshop-bench',
    author_name: null,
  },
  {
    slug: 'where-pipes-freeze-in-a-bend-house',
    title: 'Where Pipes Freeze in a Bend House',
    excerpt:
      'Frozen plumbing follows a map, and the map is much the same from house to house. The six cold corners we check before a zero-degree night.',
    content: `<p>A pipe seldom freezes in the middle of anything. It freezes at an edge: the spot where a copper line passes a foundation vent, the last foot behind a dishwasher, the elbow that somebody tucked into the garage wall to gain four inches of pantry. After enough winter service calls you could draw the map from memory, and this is ours.</p>
<h2>Six cold corners</h2>
<h3>The kitchen sink on a north wall</h3>
<p>Everyone wants a window above the sink, so the supply lines run inside the coldest wall with cabinet doors shutting out the room's warmth. Open those doors at bedtime when single digits are forecast. Pull the recycling bin away from the back, too.</p>
<h3>Hose bibs with a hose attached</h3>
<p>A frost-free faucet works by draining itself after it is shut. Leave a hose or a splitter on it and the water stays in the barrel, where ice splits it several inches indoors. You will learn about that in May.</p>
<h3>The garage</h3>
<p>Laundry lines and water softeners often live there, protected by one layer of drywall and good luck. Keep the overhead door down, and seal the gap at its bottom corners, since a draft at ankle height is precisely where the pipe is.</p>
<h3>Crawl-space vents</h3>
<p>Foam blocks pushed into the vents from November to March make a surprising difference in older neighborhoods, provided they come out again in spring. Any line within three feet of an opening should wear foam sleeves with the seams taped.</p>
<h3>Additions over a slab or on posts</h3>
<p>The bathroom that was added in 1994 is fed by pipe running beneath the floor, through air. Look for a plywood skirt, and for daylight through it.</p>
<h3>Rooms nobody heats</h3>
<p>Closing registers in a guest wing saves a few dollars and moves the freezing point of the plumbing into the house. Leave doors ajar and supply a trickle of heat.</p>
<h2>The night before</h2>
<p>When the forecast says zero, we do four things at unoccupied homes: raise the thermostat three degrees, open cabinets, set the farthest faucet to a stream as thick as a pencil lead, and make certain the main shutoff actually turns. That last item is neglected most. A gate valve untouched since 2003 can snap its stem or close only halfway, and midnight is a poor hour to find out.</p>
<p>Self-regulating heat cable is worth installing in a stubborn spot, plugged into an outlet you can see, with its indicator light visible from the hatch. Follow the maker's instructions about overlapping and insulation, which differ between brands.</p>
<h2>If it has already frozen</h2>
<p>One dead faucet with the rest of the house running is a small, local plug. Shut off the supply to that branch if you can, leave the tap open, and warm the pipe from the faucet end backward using a hair dryer or a towel wrung out in hot water. Never use a torch. Soldered joints fail, framing chars, and the steam that forms between two plugs has nowhere to go.</p>
<p>Have somebody stand at the main meanwhile. Ice seals a crack as well as it blocks a line, so the leak appears as the trouble seems to be over. Put towels down and listen for a hiss in the wall. Then let the water back on slowly, as you would when <a href="/blog/opening-the-cabin-in-april">opening a cabin in spring</a>, and check once more after an hour, when the last of the ice has let go.</p>`,
    categories: 'Maintenance Tips',
    tags: 'Plumbing, Winter, Heating, Bend',
    status: 'published',
    published_at: '2024-12-03T17:50:00.000Z',
    image: 'three-peaks-snow',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'dryer-ducts-bath-fans-and-damp-air',
    title: 'Dryer Ducts, Bath Fans and Where the Damp Air Goes',
    excerpt:
      'Tight houses in cold country need their moisture carried outside, all the way. A short tour of the ducts that quietly fail to do it.',
    content: `<p>Hold one square of toilet paper up to the grille of your bathroom fan and turn it on. If the paper clings flat, good. If it flutters and falls, you own a noisy light switch, and the water from every shower since the house was built has been going somewhere else.</p>
<p>People assume damp is a coastal problem. Our air is dry, certainly, yet in winter we seal the windows, cook, bathe and hang ski clothes over the banister, and a family can put a couple of gallons of vapor into the rooms in a day. It finds the coldest surface it can reach. That may be window glass, a closet corner on an outside wall, or the underside of roof sheathing at 12 degrees.</p>
<h2>The fan in the ceiling</h2>
<p>Switch off the breaker, pull the cover down, squeeze the wire springs, and you will see a gray fleece on the blades. A vacuum brush and a paintbrush remove it in five minutes. Now look for the flap in the outlet collar, which ought to swing freely; builders' tape or overspray frequently glues it shut on the day of installation.</p>
<p>Go into the attic after that, with a mask and a board to kneel on. The duct should be insulated, short, fairly straight and attached to a hood on the roof or gable. In perhaps one house out of five that we see for the first time, it simply ends in the insulation, pointing at a soffit with great optimism. Frost on the nails nearby confirms it.</p>
<h2>Behind the dryer</h2>
<p>Clothes that need two cycles are the early sign. Lint is the reason, and lint burns, so this is not a task to push into next year. Unplug the machine, close the gas valve if there is one, and ease it forward to see what connects it to the wall. White vinyl or thin foil hose should be replaced with smooth metal, as short as the space allows.</p>
<ul>
<li>Brush the full run with a flexible rod kit on a cordless drill, always turning clockwise so the sections stay threaded together.</li>
<li>Vacuum the cavity under the drum through the lint-screen slot using a crevice nozzle.</li>
<li>Join pipes with foil tape or clamps, never screws, whose points snag fibers.</li>
<li>Watch the outside hood while it runs: the louvers ought to stand open like a row of salutes.</li>
</ul>
<p>Birds love those hoods in April, and snow buries the low ones by Christmas. A mesh screen seems like the remedy, though it clogs within weeks. Choose a hood with a magnetic damper in its place.</p>
<h2>Range hoods and the rest</h2>
<p>Grease filters go through the dishwasher once a month in a busy kitchen, standing upright. If your hood recirculates, it is doing nothing about steam whatever the dial says, so open a window an inch while pasta boils. Check the crawl-space and heat-recovery fans as well, should you have them, for they are out of sight and easily forgotten.</p>
<h2>A number to aim at</h2>
<p>A ten-dollar hygrometer on the bookshelf tells you whether all this works. We like to see it around 35 percent on a cold day, lower when the thermometer outside is near zero. Water beading along the bottom of the bedroom windows at breakfast means the house is carrying too much, and twenty extra minutes of fan time after showers is generally enough to bring it down.</p>
<p>Put a timer switch in each bathroom, and the matter takes care of itself long after you have stopped thinking about it.</p>`,
    categories: 'Maintenance Tips',
    tags: 'Cleaning, Heating, Checklists',
    status: 'published',
    published_date: '2025-03-11',
    image: null,
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'draft-what-rides-in-the-truck',
    title: 'Draft: What Rides in the Truck',
    excerpt:
      'Working notes for a piece on the tools and spare parts that a handyman carries between Redmond and La Pine.',
    content: `<p>Outline only, to be finished after the autumn walk-throughs. The idea is to empty one of the trucks onto a tarp and explain each thing by the call that put it there.</p>
<ul>
<li>Left door bin: headlamps, wax toilet ring, three sizes of furnace filter, moisture meter.</li>
<li>Roof rack: stand-off ladder, roof rake, two driveway stakes that never seem to leave.</li>
<li>The coffee can of odd screws, with a paragraph on why it earns its space.</li>
</ul>
<p>Ask Dana for the story about the skylight and the barbecue tongs. Photograph the tarp from above, before ten, while the yard is still in shade.</p>`,
    categories: 'Maintenance Tips',
    tags: 'Checklists, Bend',
    status: 'draft',
    image: 'workshop-bench',
    author_name: 'Tomas Echeverri',
  },
];
