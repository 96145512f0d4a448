import type { DemoService } from './demoContent.ts';

/**
 * The services of the demo company. The array is deliberately not in display order: the site has to
 * sort by `display_order`, and must not show the draft.
 */
export const demoServices: readonly DemoService[] = [
  {
    slug: 'window-cleaning',
    title: 'Window Cleaning',
    short_description: 'Clear glass inside and out, with frames, tracks and screens cared for along the way.',
    description:
      'Careful window cleaning for homes in the high desert, from ground-floor sliders to tall gable glass. We clean frames, tracks and screens as part of the same visit.',
    content: `<p>Glass in Central Oregon collects its own local mix: juniper pollen in spring, fine pumice dust in July, road cinder in winter and, in some years, a film of wildfire smoke. None of it is dramatic on any one day. After a few months, though, the mountain you bought the house for looks slightly out of focus.</p>
<h2>Both faces of the glass, and everything around it</h2>
<p>A full cleaning covers the inside and outside of each pane together with its frame, sill and track. Screens come out, are rinsed and dried, and go back into the opening they came from. We lay towels beneath the inside windows, move light furniture a step or two, and return it when the glass is dry.</p>
<ul>
<li>Tall gables and stairwell windows are washed with a pole and purified water, so nobody leans a ladder on your siding.</li>
<li>Wood sashes are wiped by hand rather than soaked.</li>
<li>Hard-water spots left by sprinklers get a separate treatment, tested on one corner first.</li>
</ul>
<h2>Marks that are not dirt</h2>
<p>A cloud between two panes means that the seal has failed, and scratches from an old construction cleaning will not polish out. We point these out on the first walk around the house, so you know which windows will come up clear and which need a glazier. A torn screen or a stiff latch can go to our <a href="/services/handyman">handyman crew</a> the same week.</p>
<h2>Late spring, then October</h2>
<p>Most owners choose a visit once the pollen has settled and another before the first storms. Homes with guests often add one in midsummer, <em>timed between two stays</em>. We do not wash outside glass in a hard freeze or while ash is falling; when the forecast turns, we call you and move the date.</p>
<h3>Towns on the window route</h3>
<p>Bend, Tumalo, Redmond and Sisters are on our route most weeks. Visits to Sunriver, Black Butte and La Pine are grouped by neighborhood, which usually means a day or two of flexibility on your side.</p>
<p><strong>To get started,</strong> <a href="/contact">tell us about your windows</a>: how many floors, roughly how many panes, and a photo of the highest one if you have it. You receive a written quote with two dates to choose from, and you need not be home for the outside work.</p>`,
    hero_title: null,
    hero_subtitle: null,
    features_title: 'In Every Full Cleaning',
    status: 'published',
    display_order: 5,
    thumbnail: 'window-light',
    hero: null,
    features: [
      'Inside and outside of every pane',
      'Frames and sills wiped down',
      'Tracks vacuumed and washed',
      'Screens removed, rinsed and refitted',
      'Purified water for high glass',
      'A note on failed seals or worn latches',
    ],
  },
  {
    slug: 'property-management',
    title: 'Property Management',
    short_description:
      'One steady point of contact for your home, whether you live across town or across the country.',
    description:
      'We look after the whole property on your behalf: regular walk-throughs, trusted trades, clear records and a person who knows the house by heart.',
    content: `<p>A house that stands empty for part of the year still has a life of its own. Pipes age, gutters fill with ponderosa needles, a door is left unlatched after a windy afternoon. Property management means that somebody notices, decides sensibly, and lets you know.</p>
<h2>What we take off your hands</h2>
<p>You are given one named manager who holds the keys, the alarm details and the history of the house. That person arranges <a href="/services/maintenance">maintenance</a>, lets trades in, checks their work before they leave, and keeps each invoice with a photo of what was done. Small decisions are made within a limit you set; anything above it waits for your word.</p>
<h2>A year in the care of a home</h2>
<ul>
<li><strong>Spring:</strong> irrigation is started, roof and gutters are looked over after the thaw, and winter damage is listed.</li>
<li><strong>Summer:</strong> dry needles are cleared from around the house, decks are inspected, and air filters are changed during smoke season.</li>
<li><strong>Fall:</strong> sprinklers are blown out, hoses come off the bibs, and the heating is tested while there is still time to repair it.</li>
<li><strong>Winter:</strong> indoor temperature, snow load and ice at the eaves are checked after each larger storm.</li>
</ul>
<h2>How you hear from us</h2>
<p>After every walk-through you get a short report with photographs, written in plain words and sorted by what matters. If something cannot wait, we telephone. At the end of the year we sit down with you, in person or on a call, and go through what the house will want next.</p>
<blockquote>We would rather send you a dull report every month than an exciting one every winter.</blockquote>
<h2>Homes we look after</h2>
<p>Our managers work in Bend, Tumalo, Redmond, Sisters and Black Butte, and south through Sunriver to La Pine. For owners with a second property elsewhere in the Pacific Northwest, we can often coordinate the work with local trades; ask us, and we will say honestly whether we are the right people.</p>
<h3>The first month</h3>
<p>It begins with a walk through the house together, from crawl space to attic hatch. We record shut-off valves, appliance ages and paint colors, agree on the schedule and the spending limit, and put it all in writing. To arrange that visit, <a href="/contact">write to us</a> with the address and the months you are usually there.</p>`,
    hero_title: 'Your home, in steady hands',
    hero_subtitle: 'A named manager, regular walk-throughs and records you can read in five minutes.',
    features_title: "What's Included",
    status: 'published',
    display_order: 1,
    thumbnail: 'keys-porch',
    hero: 'juniper-ridge',
    features: [
      'A named manager for your property',
      'Scheduled walk-throughs with photos',
      'Key holding and access for trades',
      'Spending limit set by you',
      'Seasonal opening and closing of the home',
      'Storm checks in winter',
      'Invoices and records in one place',
      'A yearly planning conversation',
    ],
  },
  {
    slug: 'str-management-service',
    title: 'Short-Term Rental Management',
    short_description:
      'Listing, guests, turnovers and upkeep for your rental, handled by people who live nearby.',
    description:
      'Full care of a short-term rental: the listing, the calendar, the guests and the house itself. You keep the say over your own home and see every booking and every cost.',
    content: `<p>Hosting well is several jobs at once. Someone writes the listing, someone answers the message at ten in the evening, someone makes the beds, and someone goes out when the hot tub will not heat. Our short-term rental management puts all of those people on one team.</p>
<h2>Before the first guest</h2>
<p>We start with the house rather than the listing. A walk-through tells us what guests will love, what will break first and what is missing from the kitchen. If the rooms need attention, our <a href="/services/staging-str">staging team</a> prepares them for photographs.</p>
<ol>
<li>We agree on your house rules, your own dates and the number of guests the home can hold in comfort.</li>
<li>Photographs are taken in good light, and the listing is written to describe the house as it is.</li>
<li>Locks, supplies and a printed house guide are set up and tested by a person spending time in the home.</li>
<li>The calendar opens, and you can see it whenever you like.</li>
</ol>
<h2>While guests are staying</h2>
<p>Inquiries, arrival details and questions go to our office, not to your phone. After each departure the home is cleaned, restocked and checked against a list, with damage photographed the same day. <em>Neighbors receive a number that is answered,</em> which keeps small matters small.</p>
<h2>Seasons, rules and rates</h2>
<p>Demand here follows the snow at Mt. Bachelor, school holidays, summer on the river and the quieter weeks between. We adjust nightly rates to that rhythm, within a floor that you choose. Permit and occupancy rules differ between cities, counties and resort communities, so we go through the ones for your address with you before anything is listed. Keeping the permit in your name remains your responsibility; keeping the house within its terms is ours.</p>
<h3>What you see each month</h3>
<p>The owner statement lists each stay, each cleaning and each repair on its own line. Questions about it are answered by the same person who prepared it.</p>
<h2>Next steps</h2>
<p>We manage rentals in Bend, Sunriver, Sisters, Black Butte, Redmond and La Pine. Read more about <a href="/str-management">how we work with hosts</a>, or <a href="/contact">ask for a walk-through</a> of your home. If we think renting would not suit the property, we will tell you that as well.</p>`,
    hero_title: 'Hosting, without the second job',
    hero_subtitle:
      'Guests are welcomed, the house is cared for, and you can see all of it from wherever you are.',
    features_title: 'What We Handle for You',
    status: 'published',
    display_order: 11,
    thumbnail: 'lodge-dusk',
    hero: 'lodge-dusk',
    features: [
      'Listing text and photographs',
      'Guest messages, day and evening',
      'Cleaning and restocking after each stay',
      'Rates adjusted to the season',
      'Damage checks with dated photos',
      'A contact number for neighbors',
      'Line-by-line owner statement',
    ],
  },
  {
    slug: 'handyman',
    title: 'Handyman Services',
    short_description:
      'The list on your refrigerator, worked through neatly by someone who brings the right tools.',
    description:
      'Small repairs, fittings and improvements, done in one tidy visit. Send us the list, and we bring the parts.',
    content: `<p>Every house keeps a list. The closet door that jumps its track, the dripping tap in the guest bath, the towel bar that came away from the wall with a piece of the wall attached. Each job is too small for a contractor, and together they take up more weekends than you have.</p>
<h2>Jobs we are glad to do</h2>
<h3>Indoors</h3>
<p>We adjust doors and drawers, patch drywall, replace faucets and shower heads, swap light fixtures on existing wiring, mount shelves and televisions, renew caulk around tubs and fit grab bars that are anchored to framing. Flat furniture arrives in boxes and leaves as furniture.</p>
<h3>Outdoors</h3>
<p>Gates are rehung, loose fence boards fastened, screens replaced, dryer vents cleared and hose bibs repaired. In a dry climate wood shrinks and fasteners work loose, so <strong>steps and handrails are tested on every visit</strong>, whether or not they were on the list.</p>
<h2>Jobs we pass on</h2>
<p>New circuits, gas lines, structural changes and roofing belong with a licensed specialist. We say so at the start, suggest whom to call, and can meet them at the house for you. Larger wood repairs outside may fit better with our <a href="/services/deck-restoration">deck restoration</a> crew.</p>
<h2>How a visit works</h2>
<ol>
<li>Send the list, with a photo next to anything hard to describe.</li>
<li>We group the tasks, ask about finishes and sizes, and tell you how long the work should take.</li>
<li>One person arrives with the parts, covers the floor, and works from the top of the list down.</li>
<li>You get the list back with notes, including anything that turned out to be more than it seemed.</li>
</ol>
<p>There is no wrong season for this work. Many owners book a half day in May when they open the house and another in late September, when weatherstripping and door sweeps earn their keep. Homes with short-term guests tend to prefer a standing visit between busy stretches.</p>
<h2>From Tumalo to La Pine</h2>
<p>Our handymen are based in Bend and are out in Redmond, Sisters and Sunriver each week, with regular days in Black Butte and La Pine. When you are ready, <a href="/contact">send us your list</a>; a list of two items is perfectly fine.</p>`,
    hero_title: 'Small jobs, finished properly',
    hero_subtitle: 'One visit, one person, one list with every line accounted for.',
    features_title: null,
    status: 'published',
    display_order: 3,
    thumbnail: 'workshop-bench',
    hero: null,
    features: [
      'Door, drawer and lock adjustments',
      'Drywall patches ready for paint',
      'Faucet and fixture replacement',
      'Shelves, mirrors and televisions mounted',
      'Fence, gate and step repairs',
      'Caulk and weatherstripping renewed',
      'Your list returned with notes',
    ],
  },
  {
    slug: 'painting',
    title: 'Painting',
    short_description:
      'Interior and exterior painting, prepared with patience for strong sun and dry winters.',
    description:
      'Interior rooms, siding, trim and doors, painted after thorough preparation. We plan exterior work around the short season that Central Oregon gives us.',
    content: `<p>Paint fails early in the high desert for reasons that have little to do with the paint. The sun is strong at this elevation, nights are cold even in July, and the air is dry enough to pull moisture out of wood faster than most coatings can follow. Preparation is the part you do not see afterward, and it is where most of our hours go.</p>
<h2>Exterior work</h2>
<p>We wash the surface and let it dry fully, scrape and sand what is loose, set nails, replace failed caulk and prime bare wood. South and west walls are examined board by board, because they age years ahead of the shaded side. Only then do two finish coats go on, by brush and roller where the siding asks for it.</p>
<h3>The outdoor season</h3>
<p>Exterior painting runs from about <strong>mid-May to early October</strong>. We watch the overnight low as closely as the afternoon high, start on the side that is in shade, and stop when wind lifts dust or smoke settles in the valley. Requests made in late winter get the widest choice of dates.</p>
<h2>Interior work</h2>
<p>Rooms can be painted all year. Furniture is moved to the center and covered, floors are protected to the edge, outlet covers come off rather than being cut around, and the room is put back the same way it was found. For rentals we work between stays and use low-odor products, <em>so the next guest notices the color and nothing else</em>.</p>
<h2>Choosing a color</h2>
<p>Light here is bright and slightly cool, and a shade that looked warm in the store can turn gray on a wall. We brush samples on the actual surface and ask you to look at them morning and evening. Several communities, including Sunriver and Black Butte, review exterior colors, and we can prepare the sample boards for your application.</p>
<ul>
<li>A written scope names each surface, product and number of coats.</li>
<li>Leftover paint stays with you, labeled by room.</li>
<li>Damaged boards are shown to you before they are replaced.</li>
</ul>
<h2>Arranging an estimate</h2>
<p>We paint in Bend, Tumalo, Redmond, Sisters and the communities south to La Pine. Someone comes to look, measures, and talks through what can wait and what should not. <a href="/contact">Request a painting visit</a>, and mention if the <a href="/services/deck-restoration">deck needs attention too</a>, since both share the same dry months.</p>`,
    hero_title: 'Color that stands up to the sun',
    hero_subtitle: 'Patient preparation, two honest coats and a house put back in order.',
    features_title: null,
    status: 'published',
    display_order: 9,
    thumbnail: 'painted-siding',
    hero: 'painted-siding',
    features: [
      'Washing, scraping and sanding',
      'Bare wood primed before finish coats',
      'Color samples on your own walls',
      'Floors and furniture fully covered',
      'Sample boards for design review',
      'Leftover paint labeled by room',
    ],
  },
  {
    slug: 'snow-removal',
    title: 'Snow Removal',
    short_description: 'Driveways, walks and roofs cleared through the winter, before you have to ask.',
    description:
      'Seasonal snow care for homes in Central Oregon, from driveways and steps to roof edges. We agree on the details in fall, so nothing needs arranging in the middle of a storm.',
    content: `<p>A Central Oregon winter rarely arrives all at once. There is a dusting in October, a thaw, then a night in January when the forecast says four inches and fourteen come down. Snow care works when it was planned while the ground was still bare.</p>
<h2>Agreed in the fall</h2>
<p>In September and October we walk the property with you or with photographs you send. Stakes go in along the driveway, we note where the snow may be piled, and we mark the things that a plow should never meet: irrigation boxes, boulders, the low wall beside the garage. Together we choose the depth of new snow at which we come <em>without being called</em>.</p>
<h2>After each snowfall</h2>
<ul>
<li>Driveways are plowed or blown clear, and the ridge left by the road plow is opened.</li>
<li>Walks, steps and the path to the front door are shoveled down to the surface.</li>
<li>Cinder or a surface-safe de-icer is spread where meltwater will freeze overnight.</li>
<li>Hydrants, gas meters and heat pump vents on the property are uncovered.</li>
</ul>
<h3>Roofs and eaves</h3>
<p>Most roofs here are built for snow, but drifts, valleys and flat sections deserve watching. We rake the lower edge from the ground where that is enough, and send a roped crew where it is not. Long icicles are a sign that heat is escaping; once the weather settles we look for the cause, and our <a href="/services/maintenance">maintenance team</a> can seal it. If outdoor units sit beneath a roof edge, a sturdy <a href="/services/hvac-enclosures">enclosure</a> spares them the slide.</p>
<blockquote>Clear the way a fire truck would need first, and the way to the hot tub second.</blockquote>
<h2>Homes that stand empty</h2>
<p>An unplowed driveway tells the whole street that nobody is in. For second homes we keep the access open, look at the doors while we are there and send a photo after each larger storm. Rentals are cleared ahead of arrival time, since a guest from the coast may never have driven on packed snow.</p>
<h2>Routes and dates</h2>
<p>Our routes run from November to April in Bend, Tumalo, Sunriver, Sisters, Black Butte, Redmond and La Pine. Each truck carries a limited number of addresses so that it can finish its round by morning. Please <a href="/contact">reserve a place for the winter</a> before Thanksgiving if you can; later requests are welcome, and we will say which routes still have room.</p>`,
    hero_title: 'Wake up to a clear driveway',
    hero_subtitle: 'Planned in the fall, staked before the first storm, done by morning.',
    features_title: 'What a Winter Covers',
    status: 'published',
    display_order: 6,
    thumbnail: 'roofline-snow',
    hero: 'cabin-snow',
    features: [
      'Fall walk-through and driveway stakes',
      'Plowing at the depth you choose',
      'Walks and steps shoveled by hand',
      'Cinder or surface-safe de-icer',
      'Roof edges raked when needed',
      'Vents, meters and hydrants uncovered',
      'Photos after larger storms',
    ],
  },
  {
    slug: 'vacation-rentals',
    title: 'Vacation Rentals',
    short_description:
      'Homes in Central Oregon for your stay, and a careful place to list a home of your own.',
    description:
      'A small collection of privately owned homes for guests, each one looked after by our own crews. Owners are welcome to ask how a house joins it.',
    content: `<p>The homes we rent to guests are the same homes we clean, repair and shovel out. That is the whole idea. When a guest asks whether the driveway is steep or which bedroom gets the morning sun, the person answering has been in the room.</p>
<h2>For guests</h2>
<p>You can <a href="/search-rentals">search by dates and number of guests</a> and see what is open. Listings describe the stairs, the parking and the distance to a grocery store as plainly as the view. Before you arrive you receive directions that work without a signal, which matters on the roads around La Pine and out past Tumalo.</p>
<ul>
<li>Sunriver suits families with bicycles, and its paths reach the river without crossing a highway.</li>
<li>Sisters and Black Butte are quieter, with long mornings and trails that begin near the door.</li>
<li>Bend puts you close to restaurants, the Deschutes and the road up to Mt. Bachelor.</li>
<li>Redmond is handy for the airport and for climbing days at Smith Rock.</li>
</ul>
<h2>For owners</h2>
<p>A house joins the collection after a visit, not after a form. We look at safety first: railings, smoke alarms, a working lock on each outside door, room for the cars that will come. Then we talk about how you use the place yourself, because <strong>your own weeks go on the calendar before anybody else's</strong>.</p>
<h3>What a home needs</h3>
<p>Beds that invite sleep, a kitchen in which a real dinner can be cooked, heat that can be relied on and a porch light that works. Style is a matter of taste, and we like houses with some character. Where rooms feel unfinished, a day or two of staging often does more than new furniture would.</p>
<h2>The rental year</h2>
<p>Summer fills first, then the winter holidays and spring break. May and late October are the quiet weeks, and we use them for deep cleaning, <a href="/services/painting">touch-up painting</a> and anything noisy. An owner who plans to list for June does best to call by February.</p>
<h2>Where to go from here</h2>
<p>Travelers will find the booking search on the <a href="/rentals">rentals page</a>. Owners can read about daily management under <a href="/str-management">STR Management</a> or <a href="/contact">invite us to see the house</a>. Expect a reply from a person, along with a few questions about the home.</p>`,
    hero_title: 'Stay where someone knows the house',
    hero_subtitle:
      'Privately owned homes between the Cascades and the high desert, kept by the people who answer the phone.',
    features_title: null,
    status: 'published',
    display_order: 12,
    thumbnail: 'lake-reflection',
    hero: 'cascade-dawn',
    features: [
      'Homes visited before they are listed',
      'Plain descriptions and current photos',
      'Local help throughout a stay',
      'Fresh linens and a stocked kitchen',
      'Directions that work without a signal',
      "Owners' own weeks reserved first",
    ],
  },
  {
    slug: 'maintenance',
    title: 'Maintenance',
    short_description:
      'Seasonal care that finds small faults early and keeps the whole house working quietly.',
    description:
      'A planned program of inspections and upkeep, set to the Central Oregon seasons. The aim is a house with few surprises.',
    content: `<p>Good maintenance is mostly unremarkable. A filter is changed, a valve is turned and turned back, a strip of flashing is pressed down again before the wind finds it. Done on a calendar, this kind of work keeps repairs small and lets you plan the larger ones.</p>
<h2>The program through the seasons</h2>
<h3>March to May</h3>
<p>When the freeze and thaw are over we look at what they moved: shingles, gutters, walkways, crawl space vents. Sprinklers are pressurized slowly, zone by zone. Downspouts are flushed, since a winter of ponderosa needles packs them tight.</p>
<h3>June to August</h3>
<p>Attention shifts to heat, dust and fire. Needles and dry grass are cleared from <strong>the first few feet around the walls</strong>, vent screens are inspected, and cooling equipment gets fresh filters before the smoky weeks rather than during them.</p>
<h3>September to November</h3>
<p>This is the busiest quarter. Irrigation lines are blown out, outdoor faucets drained, furnace and thermostat tested, door seals replaced and chimneys referred for sweeping. In La Pine and Sunriver, where hard frost comes early, we begin in the first half of September.</p>
<h3>December to February</h3>
<p>Visits are shorter and more frequent. We read the temperature in the coldest room, look under sinks, listen to the water heater and watch for ice where it should not be. Calls about <a href="/services/snow-removal">snow on the drive</a> go to our plow crew directly.</p>
<h2>What each visit leaves behind</h2>
<ul>
<li>A dated checklist with every item marked fine, watch or repair.</li>
<li>Photographs of anything in the second and third groups.</li>
<li>A log of model numbers, filter sizes and warranty papers that grows with the house.</li>
</ul>
<p>Minor faults, such as a worn washer or a loose hinge, are put right on the spot. Bigger ones come to you with our recommendation and, when a specialist is called for, with the name of one we trust.</p>
<h2>Setting up a schedule</h2>
<p>We maintain homes, cabins and small commercial buildings in Bend, Redmond, Sisters, Tumalo, Black Butte, Sunriver and La Pine. The first inspection takes about half a day and becomes the baseline for everything that follows. <a href="/contact">Tell us the age of the house</a> and what worries you most, and we will propose a calendar that fits. You can change or pause it with a phone call.</p>`,
    hero_title: 'Quiet upkeep, season by season',
    hero_subtitle: 'Regular visits on a calendar made for cold nights, dry summers and everything between.',
    features_title: 'What a Year of Care Includes',
    status: 'published',
    display_order: 2,
    thumbnail: null,
    hero: 'three-peaks-snow',
    features: [
      'Baseline inspection of the whole house',
      'Seasonal visits on a written calendar',
      'Sprinkler start-up and blow-out',
      'Gutter and downspout clearing',
      'Filter changes and heating tests',
      'Needle clearing close to the walls',
      'Dated checklist after each visit',
    ],
  },
  {
    slug: 'pressure-washing',
    title: 'Pressure Washing',
    short_description: 'Gentle washing of siding, concrete and stone. In preparation.',
    description:
      'Low-pressure washing for siding, patios and driveways, planned as an addition to our exterior work.',
    content: `<p>Dust, lichen and tire marks settle into concrete and stone a little at a time. We are preparing a washing service that matches the pressure to the surface, with soft washing for siding and more force only where the material can take it.</p>
<p>This page will describe the details once the equipment and the schedule are ready.</p>`,
    hero_title: 'A gentler kind of clean',
    hero_subtitle: 'Coming to our list of exterior services.',
    features_title: "What's Included",
    status: 'draft',
    display_order: 0,
    thumbnail: 'basalt-canyon',
    hero: 'basalt-canyon',
    features: [
      'Soft washing for siding',
      'Patios and walkways rinsed clean',
      'Driveway stains treated',
      'Plants covered and watered',
      'Water use kept low',
    ],
  },
  {
    slug: 'deck-restoration',
    title: 'Deck Restoration',
    short_description: 'Weathered decks repaired, sanded and finished so they can be enjoyed barefoot again.',
    description:
      'Inspection, repair, sanding and finishing for wood decks, stairs and railings that have had years of mountain sun and snow.',
    content: `<p>A deck in this part of Oregon works harder than any other surface of the house. It bakes all summer, lies under snow for weeks, and dries out again in a single windy day. Gray boards are normal; loose ones, soft ones and splinters are a request for help.</p>
<h2>First, is it sound?</h2>
<p>Before we talk about stain we go underneath. The ledger, joists, post bases and hangers are checked with a probe and a flashlight, and railings are pushed the way a tall guest would lean on them. You get photographs and a frank opinion: restore, repair in part, or rebuild.</p>
<blockquote>No finish makes a weak deck safe, so the framing always comes first.</blockquote>
<h2>The restoration itself</h2>
<ol>
<li>Popped fasteners are reset or replaced with screws, and <strong>boards beyond saving are swapped</strong> for the same species.</li>
<li>Old coating and gray fiber are removed with a cleaner made for wood, at low pressure.</li>
<li>The surface dries for several days, and we measure its moisture instead of guessing.</li>
<li>Sanding follows, with extra time on handrails, stair edges and the places where people sit.</li>
<li>A penetrating finish is worked in by hand, including the end grain, where water gets in.</li>
</ol>
<h3>About finishes</h3>
<p>We favor oils and stains that soak in and wear away gradually, because they can be renewed without stripping. More pigment means more protection from the sun and a little less grain to look at. Test patches on your own boards make the choice easier than any color chart.</p>
<h2>When to do it</h2>
<p>The useful window is <em>late May through September</em>. Early summer is ideal, as the wood has dried from winter and pollen has mostly blown off. Once finished, the deck stays closed to chairs and dogs for two or three days, so rental homes need a gap in the calendar.</p>
<h2>Keeping it that way</h2>
<p>Sweep needles from between the boards, lift planters onto feet, and use a plastic shovel in winter. A light maintenance coat every second or third year is usually all that follows. We can put it on your <a href="/services/maintenance">maintenance calendar</a> so that nobody has to remember.</p>
<p>Deck crews travel throughout Bend, Tumalo, Sisters and Redmond, with summer weeks set aside for Sunriver, Black Butte and La Pine. <a href="/contact">Ask for a deck inspection</a> and include the approximate size; we will reply with a day to come and look underneath.</p>`,
    hero_title: 'Bring the deck back to life',
    hero_subtitle: 'Sound framing, smooth boards and a finish that can be renewed instead of stripped.',
    features_title: 'From Inspection to Finish',
    status: 'published',
    display_order: 7,
    thumbnail: 'deck-evening',
    hero: 'deck-evening',
    features: [
      'Framing inspection from underneath',
      'Matching boards where wood has failed',
      'Fasteners reset or replaced',
      'Low-pressure cleaning',
      'Sanding of boards, stairs and handrails',
      'Penetrating finish applied by hand',
      'Written care notes for the years ahead',
    ],
  },
  {
    slug: 'staging-str',
    title: 'STR Staging',
    short_description: 'Rooms arranged, furnished and photographed so guests can picture themselves at home.',
    description:
      'Staging for short-term rentals that looks good in photographs and still works on the fortieth stay. We plan, source, arrange and document each room.',
    content: `<p>Staging a rental is different from staging a sale. A house for sale has to charm a visitor for twenty minutes; a rental has to hold six people, wet boots and a birthday cake, and look the same again on Monday. We furnish for both the photograph and the hundredth cup of coffee.</p>
<h2>Reading the house</h2>
<p>We begin by staying in it for an afternoon. Where does the light fall at four? Where would you put down a suitcase, charge a phone, hang a ski jacket? From those notes comes a plan for every room, with a shopping list divided into <strong>needed now</strong>, <strong>worth adding</strong> and <strong>leave alone</strong>.</p>
<h3>Bedrooms</h3>
<p>Good mattresses, two pillow choices, a reading lamp on each side and curtains that darken the room. Linens are plain and of one kind throughout, so that a missing pillowcase never stops a turnover.</p>
<h3>Kitchen and table</h3>
<p>Enough chairs for everybody the listing promises, knives that cut, and one pot large enough for pasta for all of them. Cabinets are arranged so that a stranger finds the glasses on the second try.</p>
<h3>The entry</h3>
<p>Hooks, a bench and a boot tray do more for floors in Central Oregon than any rug. Because dust and snow come in at the same door, we treat this spot as a room of its own.</p>
<h2>Style with a sense of place</h2>
<p>Wool, leather, local wood and the colors of sage and basalt suit these houses. We keep antlers and slogans to a minimum. Your own pieces stay when they are sturdy and loved, and go into a locked owner's closet when they are only loved.</p>
<h2>Photographs and the record</h2>
<p>When the rooms are ready we photograph them, along with each open cabinet and made bed. The second set is for the <a href="/services/housekeeping">housekeeping crew</a>, who use it to return the house to exactly this state.</p>
<h2>Timing</h2>
<p>A typical project takes <em>two to five weeks</em> from first visit to last photograph, depending on deliveries. March and April are good months, ahead of the summer calendar; November works well for homes that aim at the ski season.</p>
<p>We stage in Bend, Sunriver, Sisters, Black Butte, Tumalo, Redmond and La Pine. <a href="/contact">Share a few photos of your rooms</a> as they are now, tidy or not, and we will suggest where to begin.</p>`,
    hero_title: 'Rooms that welcome and endure',
    hero_subtitle: 'Furnishing and styling for rental homes, made for the camera and for real weekends.',
    features_title: 'What Staging Covers',
    status: 'published',
    display_order: 10,
    thumbnail: 'bedroom-linen',
    hero: 'kitchen-morning',
    features: [
      'Room-by-room plan and shopping list',
      'Sourcing, delivery and assembly',
      'Linens and kitchenware in matching sets',
      'An entry made for boots and skis',
      'Listing photographs in good light',
      'Reference photos for each turnover',
    ],
  },
  {
    slug: 'housekeeping',
    title: 'Housekeeping',
    short_description: 'Thoughtful cleaning for family homes, second homes and guest turnovers.',
    description:
      'Regular, seasonal and turnover cleaning by a crew that learns your house and keeps to your preferences. We bring what we need and leave the rooms calm.',
    content: `<p>There is a particular pleasure in opening the door of a house that has just been cleaned. The floors are cool, the counters are bare, and somebody has folded the blanket the way you do it yourself. That last part takes a crew who remembers.</p>
<h2>Three ways to work with us</h2>
<h3>Regular cleaning</h3>
<p>The same people come weekly or every other week. Kitchens, baths and floors are done each time, while baseboards, light fixtures and the inside of the oven take turns, <em>so nothing is forgotten and nothing is rushed</em>.</p>
<h3>Before you arrive, after you leave</h3>
<p>For second homes we open the house: heat up, beds made, a lamp on in the hall. After your stay the refrigerator is emptied, laundry is finished, and blinds are set against the sun.</p>
<h3>Guest turnovers</h3>
<p>Between two rentals there are often only a few hours. A turnover crew works from photographs and a list, changes every sheet and towel, counts supplies, and reports anything broken or left behind before the next car pulls in.</p>
<h2>How we clean</h2>
<ul>
<li>Volcanic dust is fine and sharp, so we vacuum before we wipe, which protects wood and stone.</li>
<li>Products are mild and unscented unless you prefer otherwise.</li>
<li>Cloths are sorted by room; what cleans a bath never sees a kitchen.</li>
<li>Wool, cedar and natural stone each have a place in our notes, with the right care beside it.</li>
</ul>
<h2>Around the calendar</h2>
<p>A deep cleaning is most useful twice: in April, when mud season ends, and in early fall, after the smoke. During those visits we pull out appliances, wash walls where hands have been, and air the bedding. Owners often combine it with <a href="/services/window-cleaning">window cleaning</a>, as the two crews can share a morning.</p>
<h2>Keys and trust</h2>
<p>Keys are stored without addresses on them, and alarm codes are known only to the people who need them. If something breaks while we are there, <strong>you hear it from us the same day</strong>.</p>
<h2>Beginning</h2>
<p>We clean homes in Bend, Tumalo, Redmond and Sisters, and run turnover crews in Sunriver, Black Butte and La Pine as well. After you <a href="/contact">describe your home</a>, we visit once to walk through it and write down your preferences. The first cleaning takes longer than those that follow, and we will tell you by how much.</p>`,
    hero_title: 'Come home to calm rooms',
    hero_subtitle: 'A crew that knows which drawer the good linen lives in.',
    features_title: "What's Included",
    status: 'published',
    display_order: 4,
    thumbnail: 'kitchen-morning',
    hero: 'bedroom-linen',
    features: [
      'Kitchens and baths cleaned in full',
      'Floors vacuumed, then washed',
      'Beds made with fresh linen',
      'Rotating deep-cleaning tasks',
      'Mild products, unscented by default',
      'Supplies counted at every turnover',
      'Breakage reported the same day',
    ],
  },
  {
    slug: 'hvac-enclosures',
    title: 'HVAC Enclosures',
    short_description: 'Well-built screens and covers that protect outdoor units and let them breathe.',
    description:
      'Custom enclosures for heat pumps, condensers and other outdoor equipment. They shed snow, soften the view and leave room for air and for the technician.',
    content: `<p>The outdoor half of a heat pump is usually placed where it was convenient for the installer. Often that is beneath a roof edge, where snow lands on it, or beside the patio, where you look at it. An enclosure solves both problems, provided that it is built around the needs of the machine.</p>
<h2>What we build</h2>
<ul>
<li><strong>Snow roofs</strong> stand over a unit on their own posts and carry sliding snow away from the fan.</li>
<li><strong>Slatted screens</strong> hide equipment on two or three sides and keep the air moving.</li>
<li><strong>Raised platforms</strong> lift a unit above the depth of an ordinary winter and out of roof drip.</li>
<li><strong>Small sheds with open faces</strong> gather meters, bins and a condenser into one orderly corner.</li>
</ul>
<p>Frames are cedar, treated lumber or powder-coated steel, finished to match the siding. Panels lift off without tools or swing on hinges, because a technician who has to unscrew a wall will leave it leaning against the house.</p>
<h2>Air comes first</h2>
<p>Every manufacturer publishes clearances for its equipment. We look up those for your model and treat them as the smallest permissible distance, <em>then add some room for drifting snow</em>. A pretty box that starves a heat pump of air costs comfort in January and shortens the life of the unit.</p>
<blockquote>If the choice is between hiding it and letting it breathe, it breathes.</blockquote>
<h2>How a project runs</h2>
<ol>
<li>We measure the unit, the roof above it and the ground below, and photograph the model plate.</li>
<li>You receive a drawing with dimensions, materials and a fixed scope.</li>
<li>Where a homeowners' association has a say, as in parts of Sunriver and Black Butte, the drawing is ready to submit.</li>
<li>Parts are cut in our shop in Bend, so work on site is normally done within a day or two.</li>
</ol>
<h3>Season and planning</h3>
<p>Footings go in most easily between April and October, while the ground is open. Ask in summer if you want cover before the first heavy snow. Surface-mounted screens can be fitted later in the year on a dry day.</p>
<p>We do not repair or charge the equipment itself; your heating contractor stays in charge of that, and we are happy to talk with them about access. Enclosures are built for homes in Bend, Redmond, Sisters, Tumalo and La Pine too. <a href="/contact">Send a photo of the unit</a> from two sides and one of the roof above it, and we will answer with a first idea. Owners with ice trouble may also want to read about <a href="/services/snow-removal">winter roof care</a>.</p>`,
    hero_title: null,
    hero_subtitle: null,
    features_title: "What's Included",
    status: 'published',
    display_order: 8,
    thumbnail: 'hvac-enclosure',
    hero: 'hvac-enclosure',
    features: [
      'Measurements and a dimensioned drawing',
      'Clearances taken from your model',
      'Cedar, treated lumber or coated steel',
      'Panels that open without tools',
      'Finish matched to your siding',
      'Drawings ready for association review',
    ],
  },
];
