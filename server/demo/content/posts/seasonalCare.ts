import type { DemoPost } from '../demoContent.ts';

export const seasonalCarePosts: readonly DemoPost[] = [
  {
    slug: 'a-full-year-of-care-for-a-high-desert-house',
    title: 'A Full Year of Care for a High-Desert House',
    excerpt:
      'Our working calendar for homes between Redmond and La Pine: which jobs belong to which month, which can slip, and which never should.',
    content: `<p>A house in Central Oregon lives through more weather in one day than a coastal house sees in two weeks. In early May it can be 28 degrees at the breakfast table and 71 by the time school lets out, with a hard dry wind in between. Wood swells and shrinks, caulk pulls loose, and concrete drinks meltwater all afternoon only to hold ice by midnight. None of this is cause for worry, but it does argue for a plan with dates on it.</p>
<p>What follows is the calendar we keep for the houses in our care, from Redmond at about 3,000 feet to La Pine above 4,200. Shift it a week or two earlier for low ground and a week or two later for high. A patient owner with a ladder, a flashlight and one free Saturday a month can do most of it, and the remainder is worth hiring out.</p>
<h2>January and February: the watching months</h2>
<p>Deep winter is mostly for looking. Walk around the outside after each storm and notice where the snow melts first on the roof, because a bare patch over a heated room means warm air is leaking into the attic below it. Take a photograph from the same spot in the driveway every time. By March you will have a record that tells an insulation contractor more than an hour of crawling would.</p>
<p>Keep three things clear: the furnace and water-heater vents, the gas meter, and the outdoor unit if you heat with a heat pump. A plastic shovel and a soft push broom do this without breaking fittings. Our crews handle driveways and walks through <a href="/services/snow-removal">snow removal</a>, yet we still ask owners to know where their own vents come out, since a drift can cover one at two in the morning.</p>
<p>Indoors, this is the driest the house will be all year. Wood floors open small gaps, drawers that stuck in summer slide easily, and a few trim joints show a dark line. Leave those gaps alone for now. If you fill them in February the filler will be squeezed out in July.</p>
<h2>March: the thaw tells the truth</h2>
<p>Meltwater is the best inspector you will ever have, and it works for nothing. On the first afternoon above 50 degrees, put on boots and follow the water from the roof edge to the ground. It should leave the gutter, run through the downspout and end up at least five feet from the foundation. Where it pools against the wall instead, mark the place with a stake, because by the time the soil is soft enough to regrade you will have forgotten exactly where it was.</p>
<p>Open the crawl-space hatch the same week. You are looking for standing water, fallen insulation and the tracks of anything that wintered there. A torn vapor barrier is a cheap repair in spring and a musty smell by autumn. Bring a headlamp and kneepads, and take your phone for pictures rather than trusting memory.</p>
<blockquote>Write down what you see before you decide what it means.</blockquote>
<p>March is also when juniper pollen begins to drift. It gets its own article, <a href="/blog/juniper-pollen-and-the-dust-on-every-sill">on pollen and dusty sills</a>, so here we will only say: change the furnace filter at the end of the month, even if it looks passable.</p>
<h2>April and May: water comes back on</h2>
<p>The canals usually start running in the middle of April, and neighbors begin turning valves with more hope than caution. Nights in the twenties are still common then. We charge sprinkler lines slowly, a quarter turn at a time, and keep a foam cover or an old towel over the backflow assembly until late May.</p>
<p>Once water is on, give the system one careful lap:</p>
<ul>
<li>Run every zone for two minutes and flag heads that lean, weep or spray the siding.</li>
<li>Feel the hose bibs from inside the garage wall while someone opens them outside, because a split pipe leaks only under flow.</li>
<li>Clear pine needles from around the valve boxes so that the lids seat flat.</li>
<li>Set the controller for short cycles with a rest between them; our sandy volcanic soil sheds water faster than it absorbs it.</li>
</ul>
<p>Between irrigation days, wash the windows and the screens. Doing both together matters, since a clean pane behind a dusty screen is spotted again after the first shower. Tall entry glass and anything above a slope is a job for people with the right ladders.</p>
<h2>June: the best working weather</h2>
<p>If you could choose only one month for outdoor projects here, this is the one. Days run in the seventies, the mornings are dry, and smoke has seldom arrived. Book painters and deck crews in March if you want these weeks, because everyone else has noticed the same thing.</p>
<p>Begin with the deck. Push a screwdriver into the ends of the boards and around the posts, where end grain takes in water all winter. Sound wood resists and gives a bright little sound; tired wood lets the tip sink a quarter inch. Boards on the south and west sides wear roughly twice as fast as the shaded ones in our experience, and the reasons are set out in <a href="/blog/why-south-facing-decks-wear-out-first">our piece on south-facing decks</a>.</p>
<p>Then look up. Check the fascia for peeling, the bird blocks for gaps, and the flashing where the chimney meets the roof. Binoculars from the lawn will show you most of this without a climb. Siding wants a rinse with a garden hose and a car-wash brush, never a pressure washer held close, which drives water behind the laps.</p>
<h3>A note on touch-up paint</h3>
<p>Keep one labeled quart of each exterior color in a closet that stays above freezing. Latex that has been through a winter in the garage turns to something like cottage cheese, and no amount of stirring brings it back. Write the room, the brand, the sheen and the date on the lid with a marker.</p>
<h2>July through September: heat, dust and smoke</h2>
<p>High summer asks less of the hands and more of the habits. Close windows and blinds on the east side by nine, open the house wide after sunset, and let the forty-degree swing between day and night do the cooling. Ceiling fans should turn so that you feel air on your face when you stand below them.</p>
<p>Keep the strip beside the walls bare. Needles, bark mulch, firewood and the doormat made of coconut fiber all belong farther out during fire weather. We rake this zone every second week on the houses near Black Butte and Tumalo, where ponderosas shed without regard for the calendar. A metal trash can and a leaf rake are the whole tool list.</p>
<p>Stock two spare furnace filters before August, because the shelves empty on the first brown morning. When smoke settles in, run the fan continuously, keep the bath fans off except after showers, and wait for a clear day to wash anything outside. Ash mixed with water makes a faintly caustic paste, so sweep or vacuum it dry first.</p>
<p>Late September brings the first hard frosts to Sunriver and the high meadows. Drain hoses, bring in the nozzle timers, and move potted plants off the deck so the boards below them can dry before autumn rain.</p>
<h2>October: putting the water to bed</h2>
<p>Everything with water in it and no heat around it gets attention now. Sprinkler lines are blown out with a compressor, hose bibs are shut off from inside where there is a valve, and outdoor showers are drained from the lowest point. We like to have this finished by the tenth in La Pine and by the twentieth in Bend.</p>
<p>Clean the gutters twice, once when the aspens drop and again after the needles finish. Check that downspout extensions are still attached, since mowers and dogs have a way of removing them. From the ladder, look at the shingles along the eaves and sweep off the moss that likes the north side of Sisters cabins.</p>
<p>Have the heating serviced before the first cold week rather than during it. A technician who is not rushing will clean the burner or coil, check the condensate line, and tell you honestly how many winters are left. Test smoke and carbon monoxide alarms the same day, and replace any unit whose printed date is ten years gone.</p>
<h2>November and December: ready for the long dark</h2>
<p>Set out what you will want at six in the morning with snow to your shins. That means shovels by the door, a bucket of sand or volcanic cinder, driveway stakes along the edges while the ground still accepts them, and fresh batteries in the flashlight. Trim any branch that will sag across the walk under a foot of wet snow.</p>
<p>If you will be away, choose a thermostat setting and leave it there. We suggest no lower than 55 for a well-insulated house and 60 for an old cabin with plumbing in its outside walls. Open the vanity doors, shut the water off at the main, and give a neighbor both the key and the location of that valve. Someone should step inside at least once a week, listen for running water, and look under every sink.</p>
<p>For houses with guests over the holidays, walk the path from car to bed as a stranger would, after dark, with a suitcase. You will find the missing porch bulb and the step nobody can see.</p>
<h2>The notebook that ties it together</h2>
<p>The most useful tool we own is a plain notebook, one for each house. It holds filter sizes, paint colors, valve locations, the age of the water heater, the name of the person who last touched the roof, and the date of every odd noise. Owners who keep one spend less, not because they do more, but because nobody has to discover the same fact twice.</p>
<p>Start yours with today's date and four lines: what is old, what is leaking, what is loose, and what you have been meaning to ask about. If the answers run to more than one page, <a href="/contact">send them to us</a> and we will help you put them in order, with the urgent ones first and the merely ugly ones last.</p>`,
    categories: 'Seasonal Care, Owner Guides',
    tags: 'Bend, Checklists, Winter, Summer',
    status: 'published',
    published_at: '2025-01-08T17:30:00.000Z',
    image: 'juniper-ridge',
    author_name: 'Maren Holt',
  },
  {
    slug: 'when-to-blow-out-the-sprinklers',
    title: 'When to Blow Out the Sprinklers, and How Gently',
    excerpt:
      'Choosing the right autumn week to clear irrigation lines, the pressure that keeps fittings whole, and the one brass part that freezes first.',
    content: `<p>The call comes in the second week of October, usually around eight in the morning. Someone has looked out of the kitchen window and seen a small, handsome ice sculpture where the backflow preventer used to be. Most of the pipe is fine, eight inches down in soil that still holds summer warmth. It was the brass standing in the open air that gave way.</p>
<p>That is the first thing to know about irrigation in this country: the danger starts above the ground. A night at 26 degrees can crack an exposed assembly weeks before the buried lines are at any risk. So the work has two dates, not one.</p>
<h2>Two dates on the calendar</h2>
<p>Early in September we wrap the backflow and any bare riser with an insulated pouch, or in a pinch with an old wool blanket under a contractor bag. It takes ten minutes and buys a month. After that you can go on watering the lawn on warm afternoons without watching the forecast like a sailor.</p>
<p>Clearing the lines is the second date. In La Pine and Sunriver we want it done by the first days of October. Bend, Tumalo and Sisters can generally wait until the middle of the month, and Redmond sometimes a few days more. If your water comes from a canal, the district's shutoff settles the matter for you.</p>
<h2>Air is stronger than it looks</h2>
<p>Compressed air ruins more sprinkler systems than frost does, at least the ones we are asked to repair. The mistake is always pressure in place of volume. A big tow-behind compressor set low moves plenty of air gently, while a garage pancake model at 110 pounds hammers one small slug of water against a plastic elbow.</p>
<ol>
<li>Shut the irrigation valve, normally in a green box near the meter or down in the crawl space.</li>
<li>Open the farthest zone from the controller before any air goes in, so the pressure has somewhere to go.</li>
<li>Bring the regulator up slowly and stay at 50 pounds or less.</li>
<li>Stop each zone when the heads go from water to mist, even if a little fog is still coming.</li>
<li>Make a second short pass after the lines have rested and the leftover water has settled to the low spots.</li>
<li>Leave the test cocks and ball valves on the backflow at a half-turned, 45 degree angle, which lets trapped water out of the ball itself.</li>
</ol>
<p>Wear eye protection, and keep children and dogs indoors while the heads are spitting gravel. Two minutes per zone is plenty. Dry gears inside a rotor heat up quickly once there is no water to cool them.</p>
<h2>The forgotten branches</h2>
<p>Drip lines to the planters, the yard hydrant by the barn, the hose that fills the dog's trough and the mister somebody hung on the pergola all belong to the same job. Walk the yard and name them aloud. At one house outside Tumalo we found a line feeding a birdbath that three owners in a row had never known about.</p>
<p>Afterward, switch the controller to its rain or off setting instead of unplugging it, so the program survives until April. Then put a tag on the valve that reads <em>drained</em>, with the date. Your spring self, standing there with a wrench and cold fingers, will be thankful for those two words.</p>`,
    categories: 'Seasonal Care',
    tags: 'Fall, Plumbing, Bend',
    status: 'published',
    published_at: '2024-09-23T16:15:00.000Z',
    image: 'river-bend',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'reading-the-snow-on-a-sunriver-roof',
    title: 'Reading the Snow on a Sunriver Roof',
    excerpt:
      'Depth alone says little about roof load. Learn to weigh what is up there, spot an ice dam early, and know when to leave the rake in the garage.',
    content: `<p>Two feet of January powder and eight inches of March slush can weigh the same. That is the trouble with judging a roof from the driveway: the eye measures depth and the rafters feel water. After a dozen winters of looking at eaves along the Deschutes, I trust a kitchen scale more than I trust my eyes.</p>
<h2>Weigh it like a baker</h2>
<p>Find a flat, undisturbed place near the house, such as a deck table or the lid of the hot tub. Push a straight-sided pot down in layers until you reach the bottom, slide a dustpan under each potful, weigh it, and add the numbers up. A pot with an eight-inch mouth covers about a third of a square foot, so three times the total is close to the load on each square foot of a roof that has not been scoured by wind.</p>
<p>Your builder or a structural engineer can tell you what the roof was designed to carry; many houses here were built for generous mountain loads, but additions, carports and old A-frames vary widely. What I look for is change. A reading that has doubled since last weekend, with rain in the forecast, gets a telephone call.</p>
<h2>What the house says</h2>
<p>Buildings complain before they fail, and the complaints are worth learning. Take them seriously when they come together:</p>
<ul>
<li>interior doors on the top floor that begin to bind within a day or two;</li>
<li>fresh cracks running from the corners of windows or along a ceiling seam;</li>
<li>creaks or pops at dusk that go on for longer than the usual cooling tick;</li>
<li>a ridge line that dips when you sight along it from the neighbor's drive.</li>
</ul>
<p>Any two of those at once mean people should come out of the rooms below, and a professional should look before anyone goes back to bed.</p>
<h2>Icicles are a message about the attic</h2>
<p>A row of small icicles on a sunny south eave is ordinary. Thick ones on the north side, with a gray lump of ice behind them in the gutter, mean heat from the house is melting the underside of the pack and the water is freezing again at the cold edge. Water then backs up beneath the shingles and shows itself as a tea-colored stain on the bedroom ceiling.</p>
<p>The cure lives indoors, with air sealing around light fixtures, a gasket on the attic hatch and insulation that does not block the soffit vents. Heat cable is a bandage, and sometimes a sensible one over a problem valley. Chopping at the dam with a hatchet is the most expensive thing you can do, because shingles at 15 degrees snap like crackers.</p>
<h2>Raking, and when to stop</h2>
<p>From the ground, with a long-handled roof rake on rollers, pull down the lowest three or four feet of snow. Stand to the side. Work both slopes a little at a time so one half of the roof is never bare while the other stays loaded. Leave an inch or so on the shingles as padding for the blade.</p>
<p>On metal roofs I do not rake at all. They let go in one sheet, without warning, and the heap that lands can bury a walkway or a propane regulator. Rope off the drop zone, move the cars, and let our <a href="/services/snow-removal">snow crew</a> clear what comes down, preferably before it sets overnight into something nearer to concrete.</p>`,
    categories: 'Seasonal Care',
    tags: 'Sunriver, Snow, Winter',
    status: 'published',
    published_date: '2025-02-05',
    image: 'roofline-snow',
    author_name: 'Tomas Echeverri',
  },
  {
    slug: 'juniper-pollen-and-the-dust-on-every-sill',
    title: 'Juniper Pollen and the Dust on Every Sill',
    excerpt:
      'A cleaning plan for the rusty haze of March and the yellow one of June, including the order of work that keeps you from doing it twice.',
    content: `<p>Shake a juniper branch on a still morning in late March and it smokes. The male trees go the color of weak tea, and a breath of wind lifts a cloud that ends up on cars, barbecue covers, window tracks and the dog. Newcomers to Bend often think a neighbor is burning brush.</p>
<p>By June the ponderosas take their turn with a heavier powder, bright as mustard, that floats in rings on puddles. Between the two you have about ten weeks in which outdoor cleaning seems pointless. It isn't, provided you do it in the right order and do not expect the result to last.</p>
<h2>Dry before wet</h2>
<p>Pollen on a dry surface is a dust. Add water and it becomes a thin glue that settles into wood grain, stucco and the weave of a screen. So the first tool out of the van is a vacuum with a soft brush head, followed by a horsehair duster for the ledges, and only after that a bucket.</p>
<p>For windows, we begin with the tracks. Vacuum the channel, loosen the corners with an old toothbrush, and check that the little weep holes on the outside are open, because a plugged one sends rain toward the drywall. Screens come out and lie flat on a tarp to be brushed on both faces. The glass is last, with a strip washer, a few drops of dish soap to the gallon, and a squeegee wiped after every stroke.</p>
<h2>A rhythm for ten weeks</h2>
<p>Nobody needs spotless panes every day from March to June. Instead we suggest a light pass and a proper one:</p>
<ul>
<li><strong>Weekly:</strong> vacuum the front step, shake out mats away from the door, and wipe the inside sill of any window you actually open.</li>
<li><strong>Every third week:</strong> brush the screens in place and rinse the patio furniture on a calm morning.</li>
<li><strong>Once, after the pines finish:</strong> wash all of the glass, inside and outside, along with frames and light fixtures.</li>
</ul>
<p>If you can pay for professional window cleaning only one time in a year, the last week of June is when it does the most good. The views hold until smoke season, and often past it.</p>
<h2>Keeping it on the far side of the door</h2>
<p>Watch the flag on the school or the tops of the trees before you open up. Pollen travels on dry, gusty afternoons and hardly moves before breakfast, so air the bedrooms from six to eight and then close them. Take off shoes at the entry. A bench with a boot tray costs little and saves more vacuuming than any machine.</p>
<p>Inside, look at the furnace filter by holding it up to a lamp. When you cannot see the glow through the pleats, it is done, whatever the package promises about ninety days. Return-air grilles catch a felt of fine dust along their lower slats, which lifts off with a barely damp microfiber cloth.</p>
<h2>Two surfaces to treat kindly</h2>
<p>Fresh stain on a deck stays slightly tacky for some days, and anything airborne becomes part of it. We plan coating work around the juniper flush for exactly that reason. Outdoor cushions are the other case: beat them like a rug, let them stand in the sun for an hour, and spot-clean with cool water, since hot water fixes the color in the cloth.</p>
<p>Then forgive the rest. There is a week in May when the whole town wears the same fine coat, and even our own office windows are no exception.</p>`,
    categories: 'Seasonal Care',
    tags: 'Spring, Cleaning, Windows',
    status: 'published',
    published_at: '2024-03-27T20:40:00.000Z',
    image: 'bedroom-linen',
    author_name: 'Dana Whitlock',
  },
  {
    slug: 'getting-a-house-ready-for-smoke',
    title: 'Getting a House Ready for Smoke Before It Arrives',
    excerpt:
      'Weatherstrip, filters, one well-chosen room and a plan for the ash afterward: a July weekend that pays off on the first brown morning.',
    content: `<p>You can usually smell it before you see it. The light goes copper around five in the afternoon, Mount Bachelor fades from the skyline, and by bedtime the house has a campfire in it. Whatever you can do on that evening is small compared with what could have been done on a clear Saturday three weeks earlier.</p>
<p>This is about the building rather than about anyone's lungs; for advice on health, ask a doctor and follow the county's air notices. What we can speak to is where smoke gets in, and how to slow it down with ordinary materials.</p>
<h2>Find the leaks with a stick of incense</h2>
<p>Pick a breezy day, shut every window, and turn on the range hood and the bath fans so that the house is pulling air. Carry a lit incense stick slowly along door edges, electrical outlets on outside walls, the attic hatch, the fireplace damper and the place where pipes pass below the sink. Where the thread of smoke bends inward, air is coming through.</p>
<p>Mark each spot with painter's tape and then make a single trip to the hardware store. Most houses need the same handful of things: a new door sweep, a roll of silicone bulb weatherstrip, foam gaskets for outlets, one can of low-expansion foam and a tube of paintable caulk. The worst offender, nine times in ten, is the door from the garage.</p>
<h2>Filters, sizes and a fan that runs</h2>
<p>Read the size printed on the edge of the furnace filter and buy three. A MERV 13 catches far finer particles than the bargain fiberglass sort, although some older blowers struggle to pull air through it. Ask your heating technician about that during a spring visit, because a starved fan may ice an air-conditioning coil.</p>
<p>Set the thermostat's fan to <em>on</em> while it is smoky, so air passes the filter all day and not merely when the system calls for cooling. If you own an evaporative cooler, remember that it works by drawing outdoor air straight into the rooms. It has to be off and covered until the sky clears.</p>
<h2>Choose one room to defend</h2>
<p>Sealing a whole 1970s ranch house is a project. Sealing a bedroom takes an hour. Take the one with the fewest outside walls and the tightest window, put a portable air cleaner in it sized for the floor area, lay a rolled towel along the bottom of the door and keep it closed. A family or a set of guests can gather there for a film and sleep well enough.</p>
<h2>When the wind changes</h2>
<p>Clean-up goes from top to bottom and from dry to damp. Replace the filter first, so that the blower is not sending old soot back around. Dust shelves with microfiber, vacuum upholstery and curtains using a machine with a sealed HEPA filter, then mop hard floors. Open opposite windows for a full morning.</p>
<p>Outside, sweep ash off the deck before dew reaches it, as wet ash can etch a finish and leave gray blooms on bare metal. Hose the roof valleys only if the gutters are clear. Vehicles, grills and window glass follow, and by then somebody ought to be making lemonade.</p>
<p>For homes standing empty through August, we keep the spare filters on a labeled shelf and visit as soon as conditions improve. An owner in Portland should not need to wonder what color the curtains are.</p>`,
    categories: 'Seasonal Care',
    tags: 'Wildfire, Summer, Cleaning',
    status: 'published',
    published_at: '2025-07-29T18:05:00.000Z',
    image: 'cascade-dawn',
    author_name: 'Maren Holt',
  },
  {
    slug: 'opening-the-cabin-in-april',
    title: 'Opening the Cabin in April, One System at a Time',
    excerpt:
      'Hurrying the main valve is how a quiet weekend turns into a wet one. A calm sequence for waking up a house that slept through winter.',
    content: `<p>The key turns stiffly, the air inside is colder than the air outside, and there is a mouse nest in the oven mitt. Opening a cabin has its own small ceremony. The temptation is to turn everything on at once and start a pot of coffee, yet the owners who have done it longest tend to leave the coffee in a thermos and begin with a slow walk.</p>
<h2>Before any valve moves</h2>
<p>Leave the water and power off for the first twenty minutes. Circle the outside looking for missing shingles, a bent flue cap, limbs on the service line and siding the woodpeckers have been at. Then go in with a flashlight and look at ceilings, because a winter leak writes its history there in rings.</p>
<p>Sniff each room. Propane, wet carpet, and something dead in a wall are all easier to detect before a heater has been running. If you smell gas, go back out, leave the door open, touch no switches and phone the supplier from the road.</p>
<h2>Power, then heat, then patience</h2>
<p>Turn on the main breaker with the individual circuits off, and bring those up one by one. Keep the water heater's breaker off, since an electric element burns out within a minute in a dry tank. Light the stove or set the thermostat at 60 and let the framing warm through. In a shaded lot near Camp Sherman or Black Butte that may be the whole afternoon.</p>
<p>Why wait? An ice plug in a pipe holds back water very neatly. Open the main while the wall cavity is still at 30 degrees, and everything looks perfect until Sunday, when the plug lets go and you are halfway home over the pass.</p>
<h2>Water, a quarter turn at a time</h2>
<ol>
<li>Close every faucet except the highest one in the house, which stays open to let air escape.</li>
<li>Reconnect traps, hoses and filter housings that were taken apart in October, and hand-check each union.</li>
<li>Crack the main valve until you hear a hiss, and stop there.</li>
<li>Send someone to listen at the bathroom wall, the crawl space and the water heater while the lines fill.</li>
<li>Open fully once the top faucet runs without spitting, then do the others, cold side before hot.</li>
<li>Flush the pink antifreeze out of the traps and toilets until the water is clear.</li>
<li>Fill the heater, see a steady stream from a hot tap, and only then restore its power or flame.</li>
</ol>
<p>Take the aerators off for this. A spring's worth of grit collects behind those little screens, and people blame the well pump for what a toothpick could solve.</p>
<h2>The evening inspection</h2>
<p>After supper, with no water running, read the meter or watch the pressure gauge for half an hour. A needle that drifts down means a slow leak somewhere, often at a toilet flapper that dried and curled. Run a hand along the underside of each trap, too, for cold fingers are better than a flashlight at finding a bead of water.</p>
<p>Test the alarms, put fresh batteries in them, and sweep the hearth. Wash the bedding even if it was put away clean. By Saturday morning the place will smell of pine soap and toast in place of winter, and you can think about the deck furniture. Should you prefer to arrive when all of that is behind you, <a href="/contact">tell us your date</a> two weeks ahead.</p>`,
    categories: 'Seasonal Care, Owner Guides',
    tags: 'Spring, Plumbing, Checklists',
    status: 'published',
    published_date: '2026-04-02',
    image: 'cabin-snow',
    author_name: 'Maren Holt',
  },
  {
    slug: 'pine-needles-gutters-and-the-first-five-feet',
    title: 'Pine Needles, Gutters and the First Five Feet',
    excerpt:
      'Ponderosas around Sisters drop their old needles just as gutters matter most. Here is how to clear them, and what belongs beside the wall.',
    content: `<p>A mature ponderosa lets go of its third-year needles in a rush, generally from the last week of September to the end of October. In Sisters you can hear it on a windy night, a dry sifting on the metal roofs. They come in bundles of three, seven inches long, and they weave themselves into mats that no downspout was ever designed to swallow.</p>
<p>Owners often ask whether to clean once, late, or to keep at it. We go twice: early October to take the load off, and again around the second week of November when the trees have finished. One visit timed between the two leaves you with needles before and after.</p>
<h2>A ladder, a scoop and a dry day</h2>
<p>Needles lift out easily when they are dry and cling like wet hair when they are not. Wait for two rainless days. Set the ladder on firm ground with a stand-off bracket, so that it leans on the roof edge and not on the gutter itself, and keep your belt buckle between the rails.</p>
<p>Scoop toward the downspout but stop a foot short, lift that last handful out, and drop it into a bucket on a hook. Now run a hose from the far end. If water stands still, the elbow at the top of the downspout is packed; tap it upward with your palm, then try a plumber's hand snake from below. Check the slope as the water leaves, because a gutter that holds a half inch at one end has a loose hanger.</p>
<h3>About guards</h3>
<p>Fine stainless mesh does the best job with pine. Foam inserts and brush types give needles a place to stand upright, so by the second autumn they resemble a hedge. No guard removes the need to sweep; it moves the sweeping to the top where you can see it, which is still a fair trade.</p>
<h2>Roof valleys and dead corners</h2>
<p>Look for drifts behind the chimney, at the foot of dormers, and in the notch where a porch roof meets a wall. Those piles hold moisture against flashing in winter, and in summer they are precisely the sort of tinder that a wandering ember is looking for. A soft push broom clears them, moving downhill with the shingles.</p>
<h2>The strip beside the wall</h2>
<p>Measure five feet out from the siding, all around, and treat that as part of the house. The principle is simple enough to remember on a ladder: nothing there should be able to carry a small flame to the wall.</p>
<ul>
<li>Replace bark mulch with gravel, pavers or the red cinder we all have too much of.</li>
<li>Shift the woodpile uphill or off to the side, at least thirty feet away if the lot allows it.</li>
<li>Rake needles from beneath the deck, and consider eighth-inch metal mesh around the skirt so they cannot blow back.</li>
<li>Swap the fiber doormat for rubber while conditions are dry.</li>
<li>Prune shrubs under windows, or better, move them to where they can grow without a haircut.</li>
</ul>
<p>Fire agencies publish their own guidance for our area, and your insurer may have a list as well; read both, because local conditions differ from one ridge to the next.</p>
<h2>Where it all goes</h2>
<p>Expect more than you think. A half-acre lot with six big trees fills forty or fifty contractor bags in a heavy year. Bring a tarp, rake onto it, and drag rather than carry. Clean needles make decent path cover well away from buildings, and blueberry growers are sometimes pleased to have a trailer load, but the rest should leave the property before the wind redistributes your afternoon's work.</p>`,
    categories: 'Seasonal Care, Maintenance Tips',
    tags: 'Sisters, Fall, Wildfire',
    status: 'published',
    published_at: '2026-10-06T21:20:00.000Z',
    image: 'ponderosa-trail',
    author_name: 'Tomas Echeverri',
  },
];
