import type { DemoPage } from './demoContent.ts';

/** The pages of the demo company, each with only the fields that its page shows. */
export const demoPages: readonly DemoPage[] = [
  {
    slug: 'home',
    title: 'Home',
    hero_title: 'A well-kept home under a wide sky',
    hero_subtitle:
      'Property care for owners in Central Oregon, from the first thaw to the last snowfall, by people who live here too.',
    hero: 'cascade-dawn',
    hero_feature1_text: 'Local crews who know mountain weather',
    hero_feature1_icon: 'mountain',
    hero_feature2_text: 'Trusted with keys, codes and quiet houses',
    hero_feature3_text: 'Someone to call, around the clock',
    story_title: 'Neighbors first, then property people',
    story_content: `Juniper Ridge began with a ring of keys and a few neighbors who were away for the winter. We checked the heat, shoveled the steps and wrote down what we saw. The ring of keys has grown since then, and the habit of writing things down has stayed.

Today our crews manage, maintain, clean, paint and shovel for owners from Tumalo to La Pine. Whether you live in the house all year or see it four weekends out of fifty-two, we try to treat it as you would: with patience, clean boots and a straight answer.`,
  },
  {
    slug: 'about',
    title: 'About',
    hero_title: 'The people behind the porch light',
    hero_subtitle: 'A Bend company that looks after houses, and the owners who worry about them.',
    hero: 'juniper-ridge',
    story_title: 'How we came to look after houses',
    story_content: `Juniper Ridge Property Services started the way many things start in Bend, with a favor. A neighbor was leaving for the winter and asked if somebody could look in on the place. By spring there were several neighbors, a notebook full of small observations, and a clear idea that looking in was a trade worth learning well.

The high desert is a demanding place to own a home. The sun is strong, the nights are cold, and a single week in March can bring mud, sunshine and a foot of snow. A house here needs someone who knows where the wind piles the drifts, which month the pollen comes, and how early the frost reaches La Pine.

So we built a company around attention. Our managers, carpenters, cleaners and painters work from the same notes, and they talk to each other. The cleaner who sees a stain on the ceiling tells the maintenance crew that afternoon, and the owner hears of it before it becomes a repair.

We have tried to stay plain in how we work. We put the scope in writing, we say when a job belongs with somebody else, and we send photographs because they settle more questions than words do. If we make a mistake, we call first and then we put it right.

Most of the owners we work for live elsewhere for at least part of the year. What they want, they tell us, is to stop thinking about the house on a stormy Tuesday, and to find it warm when they turn in at the drive. That is the work, and we are glad to do it.`,
    story: 'keys-porch',
  },
  {
    slug: 'contact',
    title: 'Contact',
    hero_title: 'Let us know what the house needs',
    hero_subtitle: 'A few lines are enough to begin with.',
    hero: 'high-desert-road',
    content: `<p>Tell us where the property is, what kind of help you have in mind and when it would suit you. If you are not sure which service fits, choose <strong>Other</strong> and describe it in your own words; we will sort it out together.</p>
<p>If water is running where it should not be, please telephone instead of writing. For everything else use this form; once you have sent it, you can watch your message being delivered.</p>`,
  },
  {
    slug: 'blog',
    title: 'Blog',
    hero_title: 'Notes from the ridge',
    hero_subtitle:
      'Seasonal advice, house care and small observations from a year of looking after homes in Central Oregon.',
    hero: 'river-bend',
  },
  {
    slug: 'str-management',
    title: 'STR Management',
    hero_title: 'Your rental, looked after like a home',
    hero_subtitle:
      'Everything a short-term rental asks for, from the first photograph to the last load of towels.',
    hero: 'lodge-dusk',
    content: `<p>A short-term rental is a home first and a business second. When the house is comfortable, clean and in good repair, the reviews and the calendar tend to take care of themselves. Our work begins there.</p>
<p>You can hand us the whole of it, or only the parts that no longer fit into your week. The cards below show what those parts are and where to read more about each.</p>
<h2>A good fit</h2>
<ul>
<li>Owners who use the house themselves and want their own weeks kept free.</li>
<li>Hosts who have run a listing alone and would like their evenings back.</li>
<li>Families with a cabin who are wondering whether renting it would suit them.</li>
</ul>
<p>Rules for rentals differ from one town or resort community to the next. We go through the ones for your address with you at the beginning, in plain language.</p>`,
    services_repeater: [
      {
        image: 'deck-evening',
        title: 'Full Rental Management',
        description:
          'Listing, calendar, guests, cleaning and repairs, with one person who answers for all of it.',
        additional_info: 'Your own dates are entered before the calendar opens to guests.',
        link_url: '/services/str-management-service',
        link_text: 'See What We Handle',
      },
      {
        image: 'bedroom-linen',
        title: 'Staging and Photographs',
        description: 'Rooms arranged for real weekends, then photographed in the light that suits them.',
        link_url: '/services/staging-str',
        link_text: 'Explore Staging',
      },
      {
        image: 'kitchen-morning',
        title: 'Turnover Cleaning',
        description: 'Fresh beds, full cupboards and a careful look around between one stay and the next.',
        additional_info: 'Every turnover ends with photographs that you can ask to see.',
        link_url: '/services/housekeeping',
        link_text: 'Read About Housekeeping',
      },
      {
        image: 'workshop-bench',
        title: 'Repairs Between Stays',
        description: 'A wobbly chair or a slow drain is put right before the next guest finds it.',
        link_url: '/services/handyman',
        link_text: 'Meet the Handyman Crew',
      },
      {
        image: 'roofline-snow',
        title: 'Winter Readiness',
        description:
          'Driveways and steps are cleared ahead of arrival, and the heat is on when the door opens.',
        additional_info: 'Places on the plow routes are arranged in the fall.',
        link_url: '/services/snow-removal',
        link_text: 'Plan for Snow',
      },
      {
        image: 'lake-reflection',
        title: 'A Place in Our Rentals',
        description: 'Guests search our homes by date and party size, and see at once which ones are free.',
        link_url: '/search-rentals',
        link_text: 'Try the Rental Search',
      },
    ],
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    content: `<p>This page explains what happens to information about you when you visit the website of Juniper Ridge Property Services in Bend, Oregon. We have kept it short because we collect little.</p>
<h2>Simply visiting</h2>
<p>Reading this site sets no cookies. There is no advertising, we do not follow you from one website to another, and we do not sell or trade information about visitors.</p>
<p>If you choose a color theme, your choice is saved in the local storage of your own browser so that the site looks the same next time. It stays on your device, and you can remove it by clearing the data your browser keeps for this site.</p>
<h2>When you write to us</h2>
<p>The contact form asks for your name, email address and message. A telephone number, a service and the wish for a meeting are optional. When you press send, these details travel to our server and from there, through a mail provider acting on our behalf, to our office as an email. The page then asks whether that email has been delivered, so that it can show you.</p>
<p>While you are typing, a draft is held in the session storage of your browser so that an accidental reload does not lose your words. It is removed once the message has been sent, and otherwise disappears when you close the tab.</p>
<p>We use what you send to answer you and to carry out work you ask for. We keep it as long as that takes, and afterward only where the law requires records.</p>
<h2>Logs and error reports</h2>
<p>Like nearly every web server, ours keeps technical logs, which may include the time of a request, the address requested, the result and the IP address it came from. <strong>The contents of the contact form are never written to these logs.</strong></p>
<p>When something on the site fails, a technical report may be sent to an error-reporting service that we use to find and repair faults. It describes the fault, the page and the browser, and leaves out your network address and anything you entered in a form. For some visits, and for the minute before a fault, a recording of scrolling and clicks may go along in which every text, entry and picture is replaced by blanks; your browser then remembers a random number until you close the tab. A browser that sends Global Privacy Control is never recorded.</p>
<p>Your browser may also tell us how long a page took to appear and to react: the kind of page and a few numbers that we add up and do not keep. For one visit in ten, the error-reporting service learns as well how long each part of the page took to load and to run.</p>
<h2>Searching for rentals</h2>
<p>The booking search on <a href="/rentals">Vacation Rentals</a> and <a href="/search-rentals">Search Rentals</a> is provided by a third party, Hostfully. When it loads, your browser connects to Hostfully, which therefore sees your IP address and the dates and number of guests you search for. Hostfully may set cookies of its own, and its own privacy policy applies to what it does. Other pages of this site do not load the search.</p>
<h2>Seeing, correcting or deleting your information</h2>
<p>You may ask us at any time what we hold about you, and ask us to correct or delete it. Write to hello@juniperridge.example, call (541) 555-0142 or use the <a href="/contact">contact form</a>. Please write from the address you used before, or mention it, so that we can find your message. We will confirm when it is done, and tell you if a record has to be kept and why.</p>`,
  },
];
