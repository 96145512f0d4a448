import type { DemoPost } from '../demoContent.ts';

/** Posts about building, finishing and improving things around a house. */
export const homeProjectPosts: readonly DemoPost[] = [
  {
    slug: 'exterior-painting-at-3600-feet',
    title: 'Painting Outdoors at 3,600 Feet',
    excerpt:
      'Short nights of warmth, fierce sun, gusty afternoons: how to plan an exterior repaint that bonds and lasts.',
    content: `
<p>The can says fifty degrees and rising. It does not say that the wall facing Mount Bachelor was thirty-four at breakfast, will touch a hundred and ten by three, and will be back near forty before the crew has rinsed its brushes. Exterior painting in Bend is mostly the craft of working inside that curve.</p>
<h2>A season with two soft edges</h2>
<p>Our painters pencil in late May through the middle of September for the city, and shave a couple of weeks from either end for Sunriver and La Pine, where frost may visit in any month. What matters is the low overnight, because a film that skins over by evening can still be ruined by dew at dawn. We look for three consecutive nights above forty before opening a can, and more for dark colors.</p>
<p>Then there is the pollen. Junipers shed a yellow dust in late winter and early spring, ponderosas follow toward June, and both settle on rough siding like flour on a board. Paint laid over that layer holds the dust splendidly and the wood not at all.</p>
<h2>Preparation, in the order that works</h2>
<ol>
<li>Wash with a soft brush, a mild cleaner, and a garden hose. Pressure washers drive water behind lap siding, and it needs days to come out again.</li>
<li>Let the boards dry until a pin meter reads under fifteen percent in several places, including the shaded bottom courses.</li>
<li>Scrape to a firm edge, feather with 80-grit, and vacuum the dust.</li>
<li>Set popped nails, or better, replace them with screws that will not work loose as the wood moves.</li>
<li>Prime bare spots the same day they are exposed; a single afternoon of mountain sun starts to gray the fibers.</li>
<li>Caulk vertical joints and trim, but leave the underside of each lap open so the wall can breathe.</li>
</ol>
<p>If smoke has drifted in during the job, wash again. Ash is gritty, slightly alkaline, and invisible on beige.</p>
<h2>Chasing the shade</h2>
<p>Start on the west in the morning, move to the north at midday, and finish on the east after lunch. South walls get the early slot on a second day. Paint that lands on hot siding dries before it can level, leaving lap marks that no second coat will hide. Wind does something similar, and it tends to rise after two, so sprayers are put away by then and the rest of the day belongs to brushes.</p>
<blockquote>Touch the wall with the back of your hand. If you want to pull away, so does the paint.</blockquote>
<h3>Choosing a finish for strong light</h3>
<p>Pure acrylic in satin is our default for body color. Reds and deep blues fade fastest on south exposures, while earth pigments, the ochers and umbers that match the rimrock anyway, keep their tone for years. On rough-sawn cedar a solid-color stain is often kinder than paint, because it wears away gradually and seldom peels.</p>
<h2>Two coats, honestly applied</h2>
<p>Film thickness is the best sunscreen a house can have. Buy by the spread rate printed on the label, count the gallons that go onto each elevation, and be suspicious of a bid whose paint quantity would cover the place only once. Questions about your own siding are welcome at <a href="/services/painting">our painting page</a>, preferably with a photo of the worst corner.</p>
`,
    categories: 'Home Projects',
    tags: 'Painting, Bend, Summer',
    status: 'published',
    published_at: '2025-05-20T15:40:00.000Z',
    image: 'painted-siding',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'repair-or-replace-deck-boards',
    title: 'Repair the Boards or Replace Them? Reading an Old Deck',
    excerpt:
      'A screwdriver, a level, and an hour underneath will tell you how much of that gray platform is still good wood.',
    content: `
<p>Gray is a color, and only that. Plenty of decks in our valley look finished and have ten good years in them, while a few that were freshly stained by a hopeful seller are soft enough to push a finger through. Before choosing between sandpaper and a dumpster, spend an hour finding out which kind you own.</p>
<h2>Begin underneath</h2>
<p>Boards are the cheap part. The frame decides whether they deserve saving, so crawl below with a headlamp while the sun is on the surface and look for light between things that ought to touch.</p>
<ul>
<li>At the ledger, where the structure meets the house, check for flashing, bolts, and stains running down the wall.</li>
<li>Probe the top edges of the joists, since water sits beneath every decking board and rot begins along that line.</li>
<li>Examine the feet of the posts for pumice soil piled against them by plows or gophers.</li>
<li>Shake the stairs sideways with both hands.</li>
</ul>
<p>A screwdriver that sinks more than a quarter inch has found decay. One bad joist can be sistered; a ledger pulling loose calls for a contractor before the next barbecue.</p>
<h2>Now the walking surface</h2>
<p>Our climate is hard on the upper face in particular. Sun dries it, snow wets it, a night at fifteen degrees swells it, and by April the grain has opened into long checks. Shallow cracks are cosmetic. These signs are not:</p>
<ol>
<li>Ends that crumble where screws enter.</li>
<li>Cupping deep enough to hold a tablespoon of water.</li>
<li>Fastener heads standing proud again a month after they were driven down.</li>
<li>Splinters that lift in strips when you drag a shoe across.</li>
</ol>
<p>Count the boards with any of the four. Under a quarter of the total, patching makes sense, and above a half you will spend more on labor matching old to new than a full resurfacing would cost. Between those marks, let the frame's condition cast the deciding vote.</p>
<h3>The flip</h3>
<p>Sometimes the underside of a two-by-six is nearly perfect. Turning boards over is slow, honest work: back out the screws, plane any ridges left by the joists, reinstall with new stainless fasteners, and expect to lose perhaps one in eight to splitting. We have done it on 1980s cedar at Black Butte that could not be bought at that quality today.</p>
<h2>If you buy new lumber</h2>
<p>Stack it on stickers in the shade for most of a month first. Material trucked over from the Willamette Valley arrives heavy with moisture and will shrink the better part of a quarter inch across its width in our July air, so kiln-dried stock, or patience, prevents wide gaps. Fit it snugly; the desert will create the spacing for you.</p>
<p>Composite is a reasonable choice where nobody wants to stain again, although dark shades grow uncomfortable under bare feet on an August afternoon, and a metal shovel will scar them all. Ask for a sample, leave it on the south steps for a day, and step on it.</p>
<h2>Timing</h2>
<p>Sanding and coating belong to the warm dry weeks, but structural carpentry goes well in October, when crews have room and the ground is still firm. Our <a href="/services/deck-restoration">deck restoration</a> visits always begin below, with the screwdriver, for the reasons given above.</p>
`,
    categories: 'Home Projects, Maintenance Tips',
    tags: 'Decks, Summer',
    status: 'published',
    published_date: '2024-07-09',
    image: 'deck-evening',
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'designing-an-hvac-enclosure',
    title: 'Hiding the Heat Pump Without Choking It',
    excerpt:
      'Slats, clearances, snow stands, and a door the technician will thank you for: notes from our workshop on screening equipment.',
    content: `
<p>Few objects are as useful and as homely as an outdoor heat pump. It tends to be set beside the patio, at the height of a seated guest's ear, in a shade of putty that matches nothing. The wish to box it in is natural. So is the mistake that usually follows, which is building the box too well.</p>
<h2>What the machine needs</h2>
<p>A unit moves a great deal of air, drawing through the coil on its sides or back and throwing it out from the front or the top. Put a wall where that discharge wants to go and the same air circles round to be used twice; in July it is already hot, in January already cold, and the compressor labors either way.</p>
<p>Read the installation manual for your exact model and write the clearances on the drawing before anything else. As a feel for scale, we commonly end up with a foot or more at the intake sides, two to three feet on the service face, and open sky above any top-discharge fan.</p>
<h3>Counting the holes</h3>
<p>What counts in a screen is free area, the share you could poke a pencil through. Horizontal slats an inch and a half wide, spaced one inch apart, are about forty percent open, which is less than the eye believes. Widen the gaps, thin the boards, or leave one whole side bare toward the fence. Angled louvers hide more from a standing person and pass less air than plain slats at equal spacing.</p>
<h2>Designing for February</h2>
<p>Here the coastal patterns fail. Our enclosures have to live with drifting powder, roof slides, and defrost water that refreezes by sundown.</p>
<ul>
<li><strong>Lift the unit.</strong> A steel stand of twelve to eighteen inches keeps the coil above ordinary snow in Bend, and Sunriver deserves more.</li>
<li><strong>Drain the base.</strong> Crushed rock over fabric lets meltwater sink away, where a closed concrete pad turns into a rink.</li>
<li><strong>Watch the eave.</strong> If a metal roof dumps on the spot, a small sloped cap belongs on brackets high above the fan, never resting on the screen.</li>
<li><strong>Keep a shovel's width.</strong> Somebody will need to dig out the intake after a storm.</li>
</ul>
<h2>Materials that stay handsome</h2>
<p>Western red cedar and juniper both weather to silver and stand up to sun. We cut slats from clear stock, ease the edges, seal the end grain twice, and fasten with stainless screws so that no black streaks appear after the first wet week. Powder-coated aluminum costs more and asks for nothing. Within a few feet of the house, many owners with wildfire in mind choose metal frames and slats, and leave the gravel beneath clear of needles and cottonwood fluff.</p>
<h2>The door test</h2>
<p>Before we call a design finished, one of us plays technician. Can the service panel come off, be set down, and be reached with both arms while kneeling? Is the electrical disconnect in view? Does the whole front lift away on two pins, without tools, when gloves are on? Fan noise should be checked too, since a loose slat will buzz like a trapped wasp; strips of neoprene at the fixings cure it.</p>
<p>A good screen is taken down once a year for rinsing the coil and put back within ten minutes. Sketches, sizes, and wood samples are part of our <a href="/services/hvac-enclosures">HVAC enclosure service</a>, and a photo of the unit with a yardstick leaning against it is all we need to begin.</p>
`,
    categories: 'Home Projects',
    tags: 'Heating, Snow, Bend',
    status: 'published',
    published_at: '2026-04-16T22:15:00.000Z',
    image: 'hvac-enclosure',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'mudroom-for-snow-cinders-and-dogs',
    title: 'A Mudroom for Snow, Cinders, and One Wet Dog',
    excerpt:
      'Even a five-foot stretch of hallway can catch the mess. Dimensions and materials that have earned their place.',
    content: `
<p>Every floor in this county is eventually sanded by red volcanic cinder. It rides in on boot soles from November to April, works under rugs, and leaves a dull path from the garage door to the refrigerator. A mudroom is simply the place where you persuade it to stop.</p>
<p>You do not need an addition. Some of the best we have fitted were a widened landing, half a laundry, and in one La Pine cabin the dead end of a corridor sixty inches long.</p>
<h2>Plan it as a sequence</h2>
<p>Think of a cold person carrying things. They open the door, set something down, sit, pull off boots, hang a coat, and want a light switch at every stage. Build in that order and the room will work even when it is small.</p>
<ol>
<li>A scraper grate or coarse mat outside, under cover.</li>
<li>Four to six feet of absorbent matting within, long enough for two full strides.</li>
<li>A ledge at counter height for groceries, gloves, and the mail.</li>
<li>The bench, eighteen inches high and at least fifteen deep.</li>
<li>Hooks, and only then cupboards.</li>
</ol>
<h2>Floors that forgive</h2>
<p>Porcelain tile with a matte face is the standard answer, laid with a dark epoxy grout. Choose a slip-resistant texture, because melted snow on polished stone is treacherous in socks. Sheet vinyl coved a few inches up the wall is cheaper, warmer, and wonderfully easy to mop. Hardwood next to an exterior entry suffers twice over: grit scratches the finish and puddles creep beneath it.</p>
<p>If the budget allows for one luxury, run electric warming cable under the two square yards in front of the bench. Boots dry overnight and the towel bill goes down.</p>
<h3>Somewhere for water to go</h3>
<p>Boot trays should have a lip of an inch or more and lift out for emptying. We like slatted racks of oiled fir above a galvanized pan, the slats spaced so that cinder drops through. A floor drain sounds ideal, yet its trap dries out in our thin humidity unless someone remembers to top it up.</p>
<h2>Hooks beat closets</h2>
<p>Damp wool in a shut cupboard stays damp. Give each person two stout hooks at shoulder height and each child one at thirty-six inches, spaced ten inches apart so that parkas are not stacked. Screw them through a continuous board into studs; a hanging ski jacket with full pockets weighs more than it looks. Leave six inches of wall between the hook rail and any shelf above so air can move.</p>
<h2>For the dog</h2>
<p>A handheld shower beside the bench, with a tempering valve, pays for itself the first time somebody rolls in lake mud at Wickiup. Where plumbing is too far away, keep a lidded bucket, two old bath towels, and a soft brush on a low peg. Snowballs between toes melt faster in lukewarm water than with any amount of rubbing.</p>
<h2>Light and finish</h2>
<p>Put one bright fixture overhead and a motion-sensing strip beneath the bench, since dropped mittens hide there. Walls take a beating from skis and backpacks; tongue-and-groove boards to four feet, in a scrubbable satin enamel, can be touched up by anyone with a small brush. Pick a color close to dried mud. You will be grateful by March.</p>
`,
    categories: 'Home Projects',
    tags: 'Winter, Snow, Cleaning',
    status: 'published',
    published_at: '2024-11-05T19:30:00.000Z',
    image: 'keys-porch',
    author_name: 'Maren Holt',
  },
  {
    slug: 'gutters-under-ponderosas',
    title: 'Gutters Under Ponderosas: Sizes, Guards, and Outlets',
    excerpt:
      'Long needles, cloudbursts, and sliding snow make odd demands on a simple metal trough. What we install, and why.',
    content: `
<p>It rains so seldom here that a fair number of houses were built with no gutters whatsoever. Then a thunderhead parks over Awbrey Butte in August, an inch comes down before supper, and the owner finds a trench along the foundation with the bark mulch floating in it. Water arrives rarely and all at once, and the hardware should be chosen for that hour.</p>
<h2>Bigger than you think</h2>
<p>Five-inch troughs with two-by-three downspouts are what most suppliers stock. Under pines we step up to six-inch aluminum and three-by-four outlets, less for the volume than for the needles: a ponderosa bundle is up to ten inches long, and it bridges a small opening as neatly as a log jam. Larger outlets pass the clump and the story ends there.</p>
<ul>
<li>Fall of a quarter inch for each ten feet of run, checked with a water level</li>
<li>One outlet for every thirty to thirty-five feet</li>
<li>Seamless lengths, mitered only at corners</li>
<li>Hidden hangers screwed into rafter tails at sixteen inches, instead of the customary twenty-four</li>
</ul>
<p>That closer spacing is for snow. A wet March slab creeping off the shingles levers downward on the front lip, and spikes simply pull straight out.</p>
<h2>Guards, frankly</h2>
<p>No cover makes cleaning unnecessary under conifers. Foam inserts become seedbeds, and hooded designs let needles follow the water round the nose. Stainless micro-mesh on a rigid frame has treated us best, provided it is pitched to match the roof so that wind can sweep it. Plan to brush it off twice a year, early June after the catkins and late October after the old needles turn rust-colored and drop.</p>
<p>Open gutters that are actually emptied beat any guard that is forgotten. Dry litter at the roof edge is also just what a stray ember is looking for, so the brushing serves two purposes.</p>
<h3>Metal roofs are a separate case</h3>
<p>On a slick standing-seam roof, snow leaves in one piece and takes the gutter with it. Either fit rows of snow rails above, laid out by someone who has run the loads, or mount the trough low enough that a straightedge laid along the roof passes over its front lip. Over a doorway we sometimes skip it entirely in favor of a diverter.</p>
<h2>Where does it all go?</h2>
<p>A downspout that ends at the wall has only moved the problem ten feet. Carry the flow at least six feet out on a hinged extension, or bury a smooth four-inch pipe to daylight on the downhill side. Corrugated black line clogs with needles and cannot be snaked. In pumice ground around Sunriver a rock-filled basin drains beautifully, while above solid basalt in west Bend it becomes a birdbath, so dig a test hole and pour in a bucket before deciding.</p>
<h2>Heat cable, used with restraint</h2>
<p>Cable keeps a channel open through ice at a stubborn valley and down the outlet beneath it. It will not make up for warm air leaking into the attic, which is the usual reason an eave freezes. Seal around can lights and the hatch first, add insulation, and see what next winter brings before wiring anything.</p>
<p>Touch up bare fascia while the old gutters are off the house. Our <a href="/services/painting">painters</a> like to prime that board on both faces, an opportunity that comes around once in twenty years.</p>
`,
    categories: 'Home Projects, Seasonal Care',
    tags: 'Fall, Wildfire, Sunriver',
    status: 'published',
    published_at: '2025-09-11T20:50:00.000Z',
    image: null,
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'outdoor-lighting-that-keeps-the-stars',
    title: 'Outdoor Lighting That Leaves the Stars Alone',
    excerpt:
      'Safer steps and a darker sky turn out to be the same project. A room-by-room way to think about the yard at night.',
    content: `
<p>Stand in the driveway on a moonless October night and look toward the house. If the first thing you see is a bulb, the fixture is lighting your eye. Somewhere behind that glare are the steps you are about to climb, and above it, on most evenings of the year, the Milky Way.</p>
<p>Clear air and altitude give Central Oregon one of the finest skies in the country, and visitors from cities talk about it more than about the hot tub. Keeping it costs less than hiding it.</p>
<h2>Shield, aim, dim</h2>
<p>Three decisions do nearly all of the work.</p>
<p><strong>Shield.</strong> Replace clear-glass coach lanterns with fully hooded fixtures whose lamp cannot be seen from the side. A ten-inch hood beside a garage door throws a pool wide enough for two cars.</p>
<p><strong>Aim.</strong> Light falls where feet go: treads, thresholds, keyholes, the latch of the gate. Trees, gables, and the neighbor's bedroom have managed without.</p>
<p><strong>Dim.</strong> Choose warm lamps at 2700 kelvin or lower, and start with fewer lumens than feels sensible in the store. After five minutes outdoors your eyes will do the rest. A 300-lumen sconce is ample at a front door.</p>
<h2>Treat the yard as rooms</h2>
<ul>
<li><em>The approach:</em> low path markers, staggered on alternate sides and set well back from the plow line so they survive until spring.</li>
<li><em>The entry:</em> one downlight in the soffit above the lock, plus illuminated house numbers large enough for a delivery driver.</li>
<li><em>Stairs:</em> strips tucked beneath the nosing, which stay clear of snow and never shine upward.</li>
<li><em>The deck:</em> post-cap lights are pretty but sit at eye level for anyone in a chair; small recessed ones at ankle height are calmer.</li>
<li><em>The grill:</em> a clip-on gooseneck that is switched off with the gas.</li>
</ul>
<h3>Switches matter more than lamps</h3>
<p>Dusk-to-dawn sensors run all night for nobody. We wire approaches to motion sensors with a three-minute delay, aimed so that deer on their usual trail do not trip them, and put everything decorative on an astronomical timer that shuts off at ten. In a rental, label the switch that darkens the whole deck and mention it in the book by the door; stargazers hunt for it.</p>
<h2>Cold, sun, and sprinklers</h2>
<p>Hardware has a harsh life outdoors. Plastic stakes turn brittle after two summers of ultraviolet, and cheap solar lamps fade to nothing through the short days of December, exactly when paths are icy. Cast brass or powder-coated aluminum on a low-voltage transformer costs more once. Bury cable at least six inches deep, in conduit where it crosses irrigation trenches, and leave a loop of slack at each fixture, because frost heave will tug at it.</p>
<p>Line-voltage work belongs to a licensed electrician. Local ordinances and owners' associations often have their own lighting rules as well, so look them up before ordering twelve of anything.</p>
<h2>An evening's experiment</h2>
<p>Before spending money, borrow two flashlights and a roll of kitchen foil. Wrap the heads into hoods, tape them where fixtures might go, and walk the route with a bag of groceries in each arm. Mark the dark spots with a pebble. Then turn everything off, give it ten minutes, and decide how much you would truly miss.</p>
`,
    categories: 'Home Projects',
    tags: 'Bend, Decks, Guests',
    status: 'published',
    published_at: '2026-10-22T16:35:00.000Z',
    image: 'lava-field-stars',
    author_name: 'Maren Holt',
  },
  {
    slug: 'setting-fence-posts-in-basalt-and-pumice',
    title: 'Setting Fence Posts in Basalt and Pumice',
    excerpt:
      'One side of town needs a rock drill, the other a bag of patience. Choosing posts, depth, and spacing for local ground.',
    content: `
<p>Ask two fence builders about digging in Deschutes County and you will hear two different planets described. In Tumalo the bar rings on basalt eight inches down. Out toward La Pine, the auger sinks through pumice like a spoon through sugar, and the hole collapses as fast as it is made.</p>
<p>Both grounds will hold a straight fence for decades, but the methods have little in common, so the first tool to pick up is a steel digging bar. Walk the line, push it in every eight feet, and note the depth at which it stops.</p>
<p>One thing comes even before that: call 811 a few days ahead so that buried utilities can be marked. Irrigation laterals, low-voltage lights, and a previous owner's improvised propane line will not show up in the paint, and deserve a gentle hand dig of their own.</p>
<h2>On rock</h2>
<p>When the bar stops short of two feet, there are three honest ways forward.</p>
<ol>
<li><strong>Move the post.</strong> Lava is full of seams, and shifting a panel by a foot sometimes finds twenty-six inches of soil.</li>
<li><strong>Drill and pin.</strong> A rotary hammer opens a hole for a galvanized rod set in anchoring epoxy, and the post stands on a bracket above. Brush and blow the dust out twice, or the bond will fail.</li>
<li><strong>Build up.</strong> Rock jacks, those wire cribs of stacked stone that old ranchers left all over the sagebrush, stand on any surface and look as if they belong there.</li>
</ol>
<h2>In pumice</h2>
<p>Loose volcanic sand drains so freely that wood lasts well in it. The difficulty is sideways grip. Wet the hole to make the walls stand, go deeper than you would elsewhere, thirty inches for a six-foot privacy fence, and bell the bottom out a little so that frost has nothing to lift. We tamp crushed three-quarter-minus gravel in four-inch layers, and save concrete for gates and corners.</p>
<blockquote>If you do pour, slope the collar away from the wood and finish it above grade. A cup around a post is a cup.</blockquote>
<h3>Which post?</h3>
<p>Local juniper is slow-grown, dense, crooked, and remarkably reluctant to rot. Peeled rounds make superb field fencing when you can forgive the bends. For straight runs near the house, use pressure-treated pine rated for ground contact or steel pipe with brackets, which lets cedar rails and boards be renewed without another hole.</p>
<h2>Wind, snow, and neighbors on four legs</h2>
<p>A solid panel is a sail in spring gusts and a drift maker in January. Leaving half-inch gaps between pickets eases both. Set the lowest rail above the usual snow line, or at least where a plow berm will not lean on it until Easter. Mule deer treat five feet as a suggestion; seven will generally turn them, and so will a double line of lower wire that they cannot judge.</p>
<p>Where the run meets the building, stop the wood short. We end it with a metal gate or a panel of steel mesh over the last five feet, since a burning fence ought not lead to the siding.</p>
<h2>Finishing</h2>
<p>Let new cedar dry for several weeks before coating it, then apply a penetrating stain on a mild, still morning, with extra on the cut tops. The advice on shade and temperature in <a href="/blog/exterior-painting-at-3600-feet">our article about outdoor painting</a> applies plank for plank.</p>
`,
    categories: 'Home Projects',
    tags: 'Spring, Wildfire, Painting',
    status: 'published',
    published_date: '2024-04-30',
    image: 'basalt-canyon',
    author_name: null,
  },
  {
    slug: 'refinishing-a-juniper-mantel',
    title: 'Draft: Refinishing a Juniper Mantel',
    excerpt: 'Working notes on cleaning soot and old varnish from a live-edge slab. Photos still to come.',
    content: `
<p>Notes so far from the job off Skyliners Road. The slab is about seven feet long, live edge, with three coats of amber varnish and a soot shadow above the stove.</p>
<ul>
<li>Card scraper worked better than sanding around the knots.</li>
<li>Test hard wax oil against shellac on the offcut from the woodshed.</li>
<li>To check with Tomas: distance from the stovepipe, and whether a heat shield is planned.</li>
</ul>
<p>Needs pictures of the grain before and after, plus drying times once we have them.</p>
`,
    categories: 'Home Projects',
    tags: 'Heating, Painting',
    status: 'draft',
    image: 'workshop-bench',
    author_name: 'Dana Whitlock',
  },
];
