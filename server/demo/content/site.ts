import type { DemoMenuEntry } from './demoContent.ts';

/** The navigation as an editor enters it, with the two "all services" entries that the site leaves out. */
export const demoMenu: readonly DemoMenuEntry[] = [
  { title: 'Home', url: '/' },
  {
    title: 'Services',
    url: null,
    children: [
      { title: 'All Services', url: '/services' },
      { title: 'Property Management', url: '/services/property-management' },
      { title: 'Maintenance', url: '/services/maintenance' },
      { title: 'Handyman Services', url: '/services/handyman' },
      { title: 'Housekeeping', url: '/services/housekeeping' },
      { title: 'Window Cleaning', url: '/services/window-cleaning' },
      { title: 'Snow Removal', url: '/services/snow-removal' },
      { title: 'Deck Restoration', url: '/services/deck-restoration' },
      { title: 'Painting', url: '/services/painting' },
      { title: 'View All Services', url: '/services' },
    ],
  },
  {
    title: 'Rentals',
    url: '/rentals',
    children: [
      { title: 'Vacation Rentals', url: '/rentals' },
      { title: 'Search Rentals', url: '/search-rentals' },
      { title: 'STR Management', url: '/str-management' },
    ],
  },
  { title: 'About', url: '/about' },
  {
    title: 'Blog',
    url: '/blog',
    children: [
      { title: 'Categories', url: '/blog/categories' },
      { title: 'Tags', url: '/blog/tags' },
    ],
  },
  { title: 'Contact', url: '/contact' },
];

/** The key/value rows of the site settings. */
export const demoSettings: readonly { readonly key: string; readonly value: string }[] = [
  { key: 'site_name', value: 'Juniper Ridge Property Services' },
  { key: 'tagline', value: 'Caring for homes in Central Oregon' },
  { key: 'site_title', value: 'Juniper Ridge' },
  { key: 'phone', value: '(541) 555-0142' },
  { key: 'email', value: 'hello@juniperridge.example' },
  { key: 'hours', value: 'Office: Monday to Friday, 8 am to 5 pm. Urgent calls from clients at any hour.' },
  { key: 'address', value: '1480 NW Rimrock Juniper Way, Suite 3, Bend, OR 97703' },
  { key: 'service_area', value: 'Bend, Sunriver, Sisters, Redmond, La Pine, Tumalo and Black Butte' },
];

/** The call to action at the foot of a page. */
export const demoCallToAction = {
  title: 'Tell us about your place',
  description:
    'Describe the house, the season and what is on your mind. Someone who knows the area will read it and write back.',
  button_text: 'Start a Conversation',
  button_url: '/contact',
} as const;
