import request from 'supertest';
import { expect } from 'vitest';
import { type CollectionName, collectionOf } from '../../server/content/collections/collections.ts';
import type { Field } from '../../server/content/collections/schema.ts';
import { pictureId } from '../../server/demo/demoContent.ts';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { themes } from '../../shared/themes.ts';
import { postForm } from '../support/contactPages.ts';
import { type Part, parseHtml } from '../support/html.ts';
import type { TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

const words = (list: string): readonly string[] => list.split(' ');
const features = words('hero_feature1 hero_feature2 hero_feature3');
const cardFields = words('image_url title description additional_info link_url link_text');
const themeColors = words('primary secondary accent background surface text textLight headerBg buttonBg');

/** A file that no content of the demo uses. */
export const unusedPicture = '00000000-0000-4000-8000-00000000000a';

/**
 * Every field that section 3 of the specification names, by its entity; those of the contact form and of the responses to
 * it are proved by `contact.test.ts`, and the other parameters of a picture by `media.test.ts`.
 */
export const specifiedFields: Readonly<Record<string, readonly string[]>> = {
  'Navigation item': words('id title url parent_id display_order children'),
  'Site settings': words('site_name tagline site_title'),
  Page: [
    ...words('slug hero_title hero_subtitle hero_image title content'),
    ...words('story_title story_content story_image story_image_path services_repeater'),
    ...features.flatMap((feature) => [`${feature}_text`, `${feature}_icon`]),
    ...cardFields.map((name) => `services_repeater.${name}`),
  ],
  Service: [
    ...words('id slug title short_description description content thumbnail_image hero_image hero_title'),
    ...words('hero_subtitle features_title status display_order'),
  ],
  ServiceFeature: words('service_id feature_text sort'),
  'CTA settings': words('title description button_text button_url'),
  BlogPost: [
    ...words('id slug title excerpt content categories tags status published_at published_date'),
    ...words('featured_image thumbnail_image author_name'),
  ],
  Review: words('id name location rating date text service'),
  Theme: ['name', ...themeColors],
  'Image asset reference': ['id'],
  'Status step': words('step label timestamp status'),
};

const contactSettings = words('phone email hours address service_area emergency_phone emergency_callers');

/** A value of a field that pages show as it is, and what they must show of it; nothing for other fields. */
function plainValue(name: string, field: Field | undefined): readonly [value: unknown, shown: string] {
  const canary = `canary ${name}`;
  if (field?.kind === 'line' || field?.kind === 'text') return [canary, canary];
  if (field?.kind === 'html') return [`<p>${canary}</p>`, canary];
  if (field?.kind === 'picture') return [unusedPicture, unusedPicture];
  if (field?.kind !== 'entries') return [null, ''];
  // The first title of the About page is fixed; the text below it is the editor's.
  const valueIn = (input: string, { kind }: Field) =>
    input === 'title' ? 'Local Expertise' : kind === 'number' ? 1 : canary;
  const inputs = Object.entries(field.inputs).map(([input, own]) => [input, valueIn(input, own)]);
  return [[Object.fromEntries(inputs)], canary];
}
const fieldsOf = (name: CollectionName): Readonly<Record<string, Field>> =>
  collectionOf(name).schema?.fields ?? {};
/** Fields of a page that `pageForms.test.ts` proves, each with a value and the part of it that pages must show. */
export const pageFormFields = new Map(
  Object.entries(fieldsOf('pages'))
    .map(([name, field]) => [name, plainValue(name, field)] as const)
    // The path of a picture is not an id of a file; it has a row below.
    .filter(([name, [, shown]]) => shown !== '' && name !== 'story_image_path'),
);

type Change = (site: TestSite) => unknown;
type See = (site: TestSite) => Promise<unknown>;
/** How a value is put into the services behind the site, how a page is then read, and what must be read. */
type Proof = readonly [set: Change, see: See, is: unknown];

/** Where one field comes from, and what a visitor then sees of it. */
export interface FieldRow {
  /** Entity and field, as the specification names them. */
  readonly field: string;
  readonly set: Change;
  readonly see: See;
  readonly is: unknown;
  /** Hard-coded: there before anything was set. */
  readonly isConstant: boolean;
}

const rowsOf = (entity: string, proofs: Readonly<Record<string, Proof>>): readonly FieldRow[] =>
  Object.entries(proofs).map(([name, [set, see, is]]) => ({
    field: `${entity}.${name}`,
    set,
    see,
    is,
    isConstant: set === nothing,
  }));
const proofs = (names: readonly string[], proof: (name: string, at: number) => Proof) =>
  Object.fromEntries(names.map((name, at) => [name, proof(name, at)]));

const nothing: Change = () => undefined;
const picture = pictureId('lava-field-stars');
/** With the version of its file. */
const pictureSource = expect.stringMatching(new RegExp(`^/media/${picture}\\?w=768&v=[0-9a-f]+$`));
const { front, about, services, service, rental, strManagement, contact, post } = siteAddresses;

async function pageAt(site: TestSite, path: string): Promise<Part> {
  return parseHtml((await request(site.url).get(path)).text);
}

const partsAt = (path: string, selector: string) => async (site: TestSite) =>
  (await pageAt(site, path)).all(selector);
const textsAt = (path: string, selector: string) => async (site: TestSite) =>
  (await partsAt(path, selector)(site)).map((part) => part.text);
/** The text of the first element that matches; null when there is none. */
const textAt = (path: string, selector: string) => async (site: TestSite) =>
  (await textsAt(path, selector)(site))[0] ?? null;
const attributesAt = (path: string, selector: string, name: string) => async (site: TestSite) =>
  (await partsAt(path, selector)(site)).map((part) => part.attribute(name));
const attributeAt = (path: string, selector: string, name: string) => async (site: TestSite) =>
  (await attributesAt(path, selector, name)(site))[0] ?? null;
const statusAt = (path: string) => async (site: TestSite) => (await request(site.url).get(path)).status;
const both =
  (...sees: readonly See[]): See =>
  (site) =>
    Promise.all(sees.map((see) => see(site)));
const nth =
  (list: (site: TestSite) => Promise<readonly unknown[]>, at: number): See =>
  async (site) =>
    (await list(site))[at];
const has =
  (list: (site: TestSite) => Promise<readonly unknown[] | null>, value: unknown): See =>
  async (site) =>
    (await list(site))?.includes(value) ?? false;

/** Changes one row of the content service. */
const edit =
  (collection: CollectionName, row: number | string, changes: ContentRow): Change =>
  ({ contentService }) =>
    Object.assign(contentService.row(collection, row), changes);
/** Adds rows to a collection. */
const add =
  (collection: CollectionName, ...rows: readonly ContentRow[]): Change =>
  ({ contentService }) =>
    contentService.rows[collection].push(...rows);
const setting =
  (key: string, value: string): Change =>
  ({ contentService: { rows } }) => {
    rows.site_settings = [
      ...rows.site_settings.filter((row) => row.key !== key),
      { id: 100 + rows.site_settings.length, key, value },
    ];
  };
const page = (slug: string, changes: ContentRow) => edit('pages', slug, changes);
/**
 * Proves fields that are all set at once, each by its own words in an element of a page.
 *
 * @param selectors the elements of lists of fields
 * @param more what the row needs besides, so that they are shown
 */
function shownAt(
  path: string,
  [collection, row]: readonly [CollectionName, number | string],
  selectors: Readonly<Record<string, string>>,
  more: ContentRow = {},
): Readonly<Record<string, Proof>> {
  const values: Record<string, unknown> = { ...more };
  const set = edit(collection, row, values);
  const found: Record<string, Proof> = {};
  for (const [names, selector] of Object.entries(selectors)) {
    for (const name of words(names)) {
      const [value, shown] = plainValue(name, fieldsOf(collection)[name]);
      values[name] = value;
      const see: See = async (site) =>
        (await textsAt(path, selector)(site)).some((text) => text.includes(shown));
      found[name] = [set, see, true];
    }
  }
  return found;
}

/** The links under one entry of the menu, by the words of its toggle. */
const submenuOf = (title: string) => async (site: TestSite) => {
  const groups = await partsAt(front, '.site-nav .nav-group')(site);
  const group = groups.find((part) => part.one('summary').text.startsWith(title));
  return group?.all('.submenu-list a').map((link) => link.text) ?? null;
};
const entry = (id: number, title: string, rest: ContentRow = {}): ContentRow => ({
  id,
  title,
  url: '/about',
  parent_id: null,
  display_order: 90,
  ...rest,
});
const below = (id: number, title: string, parent_id: number, display_order: number) =>
  entry(id, title, { parent_id, display_order });
const belowRentals: Change = (site) => {
  const parent = site.contentService.rows.navigation.find((row) => row.title === 'Rentals');
  add('navigation', below(905, 'Below', Number(parent?.id), 90))(site);
};
const navigationRows = rowsOf('Navigation item', {
  id: [add('navigation', entry(901, 'Parent'), below(902, 'Child', 901, 1)), submenuOf('Parent'), ['Child']],
  title: [
    add('navigation', entry(903, 'A new entry', { display_order: 0 })),
    textAt(front, '.site-nav .nav-link'),
    'A new entry',
  ],
  url: [
    add('navigation', entry(904, 'First', { url: '/blog/tags', display_order: 0 })),
    attributeAt(front, '.site-nav a.nav-link', 'href'),
    '/blog/tags',
  ],
  parent_id: [belowRentals, has(submenuOf('Rentals'), 'Below'), true],
  display_order: [
    add(
      'navigation',
      entry(906, 'Sorted'),
      ...[below(907, 'Last', 906, 3), below(908, 'First', 906, 1), below(909, 'Middle', 906, 2)],
    ),
    submenuOf('Sorted'),
    ['First', 'Middle', 'Last'],
  ],
  children: [
    add(
      'navigation',
      entry(910, 'Grouped'),
      below(911, 'All Services', 910, 1),
      below(912, 'Kept', 910, 2),
      below(913, 'View All Services', 910, 3),
    ),
    submenuOf('Grouped'),
    ['Kept'],
  ],
});

const fact = (key: string, value: string, said: string): Proof => [
  setting(key, value),
  both(
    has(textsAt(front, 'main .company-facts li'), said),
    has(textsAt(about, 'main .company-facts li'), said),
    has(textsAt(contact, 'footer .company-facts li'), said),
  ),
  [true, true, true],
];
const contactValues: Readonly<Record<string, string>> = {
  ...Object.fromEntries(contactSettings.map((key) => [key, `Said ${key}`])),
  phone: '(541) 555-0199',
  emergency_phone: '(541) 555-0198',
  email: 'someone@ridge.example',
};
/** All at once, each with a value of its own. */
const withContact: Change = (site) => {
  for (const [key, value] of Object.entries(contactValues)) setting(key, value)(site);
};
const contactSetting = (key: string): Proof => [
  withContact,
  has(textsAt(contact, '.contact-details dd'), contactValues[key]),
  true,
];
const settingRows = rowsOf('Site settings', {
  site_name: [
    setting('site_name', 'Named So'),
    both(textAt(about, 'header .brand-name'), textAt(about, 'footer .footer-copyright')),
    ['Named So', '\u00a9 2024 Named So'],
  ],
  tagline: [setting('tagline', 'Said so'), textAt(about, 'header .brand-tagline'), 'Said so'],
  site_title: [setting('site_title', 'Titled So'), textAt(about, 'title'), 'About - Titled So'],
  founded: fact('founded', '1987', 'Since 1987'),
  homes_in_care: fact('homes_in_care', '63', '63 homes in our care'),
  licence_number: fact('licence_number', 'X 1', 'License X 1'),
  insured: fact('insured', 'yes', 'Insured'),
  copyright_until: [
    setting('copyright_until', '2031'),
    textAt(about, 'footer .footer-copyright'),
    expect.stringMatching(/^\u00a9 2024\u20132031 /),
  ],
  emergency_advice: [
    setting('emergency_advice', 'Shut it'),
    nth(textsAt('/services/property-management', '.urgent-notice p'), 1),
    'Shut it',
  ],
  ...proofs(contactSettings, contactSetting),
});

/** Three features: one that names an icon, one whose text implies the same icon, and one that implies another. */
const namedIcon = (place: number): Proof => {
  const [as, other] = [(place + 1) % 3, (place + 2) % 3];
  const feature = (at: number, text: string, icon: string | null) => ({
    [`${features[at]}_text`]: text,
    [`${features[at]}_icon`]: icon,
  });
  const changes = {
    ...feature(place, 'Plain words', 'snow'),
    ...feature(as, 'Snow removal', null),
    ...feature(other, 'Around the clock', null),
  };
  const isSameDrawing: See = async (site) => {
    const paths = await attributesAt(front, '.front-features svg path', 'd')(site);
    return paths[place] === paths[as] && paths[place] !== paths[other];
  };
  return [page('home', changes), isSameDrawing, true];
};
const card = (changes: Readonly<Record<string, string>>) => {
  const cards = [{ title: 'One card', description: 'Its words', link_url: '/about', ...changes }];
  return page('str-management', { services_repeater: JSON.stringify(cards) });
};
const twoCards = [
  { title: 'First', description: 'x' },
  { title: 'Second', description: 'y' },
];
const story = 'One\nline.\n\nTwo.\n  \n\nThree.';
const cardAt = (selector: string) => textAt(strManagement, `main .card ${selector}`);
const pageRows = rowsOf('Page', {
  slug: [
    page('about', { slug: 'elsewhere' }),
    textAt(about, 'main .connection-error'),
    'Directus is unreachable.',
  ],
  story_content: [
    page('about', { story_content: story }),
    textsAt(about, 'main .story-text p'),
    ['One line.', 'Two.', 'Three.'],
  ],
  story_image_path: [
    page('about', { story_image: null, story_image_path: '/images/story.jpg' }),
    attributeAt(about, 'main .story-picture img', 'src'),
    '/images/story.jpg',
  ],
  ...proofs(
    features.map((feature) => `${feature}_icon`),
    (_, at) => namedIcon(at),
  ),
  services_repeater: [
    page('str-management', { services_repeater: twoCards }),
    textsAt(strManagement, 'main .card .card-title'),
    ['First', 'Second'],
  ],
  'services_repeater.image_url': [
    card({ image_url: picture }),
    attributeAt(strManagement, 'main .card img', 'src'),
    pictureSource,
  ],
  'services_repeater.title': [card({ title: 'Titled' }), cardAt('.card-title'), 'Titled'],
  'services_repeater.description': [card({ description: 'Described' }), cardAt('p'), 'Described'],
  'services_repeater.additional_info': [
    card({ additional_info: 'And more' }),
    cardAt('.card-note'),
    'And more',
  ],
  'services_repeater.link_url': [
    card({ link_url: '/services/painting' }),
    attributeAt(strManagement, 'main .card a', 'href'),
    '/services/painting',
  ],
  'services_repeater.link_text': [card({ link_text: 'Go there' }), cardAt('a'), 'Go there: One card'],
});

const snowRemoval = ['services', 'snow-removal'] as const;
const theService = (changes: ContentRow) => edit(...snowRemoval, changes);
const serviceLinks = attributesAt(services, 'main .card a', 'href');
const included = textsAt(service, 'main .included li');
const withFeature: Change = (site) => {
  theService({ id: 4711 })(site);
  add('service_features', { id: 9001, service_id: 4711, feature_text: 'Found by its id', sort: 1 })(site);
};
const urgentAt = (path: string) => attributeAt(path, 'main .urgent-notice a', 'href');
const urgentNumber = 'tel:+15415550187';
const says = (path: string, text: string) => async (site: TestSite) =>
  (await request(site.url).get(path)).text.includes(text);
/** Proves a field of a service by text that its page then has. */
const serviceSays = (changes: ContentRow, text: string) =>
  [theService(changes), says(service, text), true] as const;
const theHome = (changes: ContentRow) => edit('homes', 'meadow-cabin', changes);
/** Proves fields of a home, all set at once, each by a value and text that the home's page then has. */
function homesSay(values: Readonly<Record<string, readonly [value: unknown, text: string]>>) {
  const rows = Object.entries(values);
  const set = theHome(Object.fromEntries(rows.map(([column, [value]]) => [column, value])));
  return Object.fromEntries(
    rows.map(([column, [, text]]): [string, Proof] => [column, [set, says(rental, text), true]]),
  );
}
const homeRows = rowsOf('Home', {
  slug: [theHome({ slug: 'new-home' }), both(statusAt('/rentals/new-home'), statusAt(rental)), [200, 404]],
  night_from: [theHome({ night_from: 1234, night_prices: null }), says(rental, '$1,234'), true],
  person: [theHome({ person: 2 }), says(rental, 'Tomas Echeverri answers for this house'), true],
  coordinates: [theHome({ coordinates: null }), textsAt(rental, '.home-map'), []],
  currency: [theHome({ currency: 'EUR' }), says(rental, '€265'), true],
  ...shownAt(rental, ['homes', 'meadow-cabin'], {
    'name town short_text night_prices price_includes rooms wifi air_conditioning parking stairs': 'main',
    'check_in check_out cancellation description nearby': 'main',
  }),
  ...homesSay({
    bedrooms: [17, '17 bedrooms'],
    baths: [7.5, '7.5 baths'],
    guests: [23, 'Sleeps 23'],
    dogs: [7, 'Up to 7 dogs'],
    least_age: [77, 'Guests 77 and older'],
    booking_url: ['https://stay.ridge.example/only-here', 'https://stay.ridge.example/only-here'],
    cleaning_fee: [77, '$77'],
    guest_fee: [33, '$33'],
    dog_fee: [44, '$44'],
    tax_percent: [6.125, '6.125%'],
    least_nights: [13, '13 nights'],
    pictures: [[{ picture }], picture],
    features: [['Sauna of the test'], 'Sauna of the test'],
  }),
});
const teamRows = rowsOf('Team member', {
  ...shownAt(about, ['team', 1], { name: '.team-member h3', 'role words': '.team-member p' }),
  portrait: [edit('team', 1, { portrait: picture }), says(about, picture), true],
});
const report = { report_lines: [{ item: 'Roof' }] };
const serviceRows = rowsOf('Service', {
  ...shownAt(
    service,
    snowRemoval,
    {
      'price_unit price_factors example_title example_bill answers questions report_lines': 'main',
      action_text: 'main',
      content: 'main .prose p',
      hero_title: 'main h1',
      hero_subtitle: 'main .hero-subtitle',
      features_title: 'main #included',
    },
    { price_from: 4321 },
  ),
  ...shownAt(services, snowRemoval, { title: 'main .card .card-title', short_description: 'main .card p' }),
  ...shownAt(service, snowRemoval, { description: 'main .service-body .lead' }, { content: null }),
  price_from: serviceSays({ price_from: 4321 }, '4,321'),
  currency: serviceSays({ price_from: 4321, currency: 'EUR' }, '€4,321'),
  sample_report: serviceSays({ sample_report: pictureId('owner-statement') }, pictureId('owner-statement')),
  sample_document: serviceSays(
    { sample_report: pictureId('owner-statement'), sample_document: 'https://ridge.example/report.pdf' },
    'https://ridge.example/report.pdf',
  ),
  report_title: serviceSays({ report_title: 'A cabin, in May', ...report }, 'A cabin, in May'),
  report_walker: serviceSays({ report_walker: 'Somebody', ...report }, 'Walked by Somebody'),
  action_url: [
    theService({ action_url: '/rentals' }),
    attributesAt(service, '.hero .button', 'href'),
    ['/rentals'],
  ],
  person: [theService({ person: 2 }), says(service, 'Tomas Echeverri answers for'), true],
  id: [withFeature, included, ['Found by its id']],
  slug: [
    theService({ slug: 'new-slug' }),
    both(has(serviceLinks, '/services/new-slug'), statusAt('/services/new-slug'), statusAt(service)),
    [true, 200, 404],
  ],
  thumbnail_image: [
    theService({ thumbnail_image: picture }),
    attributesAt(services, 'main .card img', 'src'),
    expect.arrayContaining([pictureSource]),
  ],
  hero_image: [
    theService({ hero_image: picture }),
    attributeAt(service, 'main .hero-media img', 'src'),
    pictureSource,
  ],
  urgency: [theService({ urgency: 'urgent' }), urgentAt(service), urgentNumber],
  related_services: [
    theService({
      related_services: 'Short-Term Rental Management, str-management-service, /services/painting/, none',
    }),
    textsAt(service, '.related-services h3'),
    ['Short-Term Rental Management', 'Painting'],
  ],
  status: [
    theService({ status: 'draft' }),
    both(has(serviceLinks, service), statusAt(service)),
    [false, 404],
  ],
  display_order: [
    theService({ display_order: -1 }),
    both(nth(serviceLinks, 0), attributeAt(front, 'main .card a', 'href')),
    [service, service],
  ],
});

/** Replaces all features: they belong to the service, except those that name another. */
const onlyFeatures =
  (...rows: readonly (readonly [text: string, sort: number | null, serviceId?: number])[]): Change =>
  ({ contentService }) => {
    const { id } = contentService.row('services', 'snow-removal');
    contentService.rows.service_features = rows.map(([feature_text, sort, service_id = id], at) => ({
      id: at + 1,
      service_id,
      feature_text,
      sort,
    }));
  };
const featureRows = rowsOf('ServiceFeature', {
  service_id: [onlyFeatures(['Ours', 1], ['Not ours', 2, 4711]), included, ['Ours']],
  feature_text: [onlyFeatures(['A promise', 1], [' ', 2]), included, ['A promise']],
  sort: [
    onlyFeatures(['Last', null], ['Third', 3], ['First', 1], ['Second', 2]),
    included,
    ['First', 'Second', 'Third', 'Last'],
  ],
});

const call = (changes: ContentRow) => edit('cta_settings', 1, changes);
const callRows = rowsOf('CTA settings', {
  title: [call({ title: 'Shall we?' }), textAt(about, 'main .band h2'), 'Shall we?'],
  description: [call({ description: 'Say it.' }), textAt(service, 'main .band .lead'), 'Say it.'],
  button_text: [call({ button_text: 'Begin' }), textAt(services, 'main .band a'), 'Begin'],
  button_url: [call({ button_url: '/blog/tags' }), attributeAt(about, 'main .band a', 'href'), '/blog/tags'],
});

const aPost = ['blog_posts', 'opening-the-cabin-in-april'] as const;
const thePost = (changes: ContentRow) => edit(...aPost, changes);
/** A tag that only the one post has, so that its page lists nothing else. */
const taggedPost = (changes: ContentRow) => thePost({ tags: 'Only Here', ...changes });
const ownTag = '/blog/tag/only-here';
const details = textsAt(post, 'main .post-details dd');
/** The categories or tags of the post, which are links. */
const termLinks = (prefix: string) => async (site: TestSite) =>
  (await partsAt(post, 'main .post-terms a')(site))
    .map((link) => [link.text, link.attribute('href')])
    .filter(([, href]) => href?.startsWith(prefix));
const postRows = rowsOf('BlogPost', {
  // Without an id it is not a post.
  id: [thePost({ id: null }), statusAt(post), 404],
  slug: [
    taggedPost({ slug: 'new-slug' }),
    both(attributeAt(ownTag, 'main .post-card a', 'href'), statusAt('/blog/new-slug'), statusAt(post)),
    ['/blog/new-slug', 200, 404],
  ],
  title: [
    taggedPost({ title: 'Retitled' }),
    both(textAt(post, 'main h1'), textAt(ownTag, 'main .post-card .card-title')),
    ['Retitled', 'Retitled'],
  ],
  ...shownAt(post, aPost, { content: 'main .prose p', author_name: 'main .post-details dd' }),
  ...shownAt(ownTag, aPost, { excerpt: 'main .post-card p' }, { tags: 'Only Here' }),
  categories: [
    thePost({ categories: 'New One , Second,, new one' }),
    termLinks('/blog/category/'),
    [
      ['New One', '/blog/category/new-one'],
      ['Second', '/blog/category/second'],
    ],
  ],
  tags: [
    thePost({ tags: 'A Tag,Other' }),
    termLinks('/blog/tag/'),
    [
      ['A Tag', '/blog/tag/a-tag'],
      ['Other', '/blog/tag/other'],
    ],
  ],
  urgency: [thePost({ urgency: 'urgent' }), urgentAt(post), urgentNumber],
  status: [taggedPost({ status: 'draft' }), both(statusAt(post), statusAt(ownTag)), [404, 404]],
  // 6:30 p.m. on February 1 in Oregon.
  published_at: [
    thePost({ published_at: '2026-02-02T02:30:00Z', published_date: null }),
    nth(details, 0),
    'February 1, 2026',
  ],
  published_date: [
    thePost({ published_at: null, published_date: '2026-02-03' }),
    nth(details, 0),
    'February 3, 2026',
  ],
  featured_image: [
    thePost({ featured_image: picture }),
    attributeAt(post, 'main .post-header img', 'src'),
    pictureSource,
  ],
  thumbnail_image: [
    taggedPost({ thumbnail_image: picture }),
    attributeAt(ownTag, 'main .post-card img', 'src'),
    pictureSource,
  ],
});

/** Without reviews in content, pages show the three of the specification. */
const noReviews: Change = ({ contentService }) => {
  contentService.rows.reviews = [];
};
const reviewers = textsAt(about, '.reviews .review strong');
const captions = (line: number) => async (site: TestSite) =>
  (await partsAt(service, '.reviews .review')(site)).map(
    (review) => review.all('.review-by span')[line]?.text,
  );
const beginnings = async (site: TestSite) =>
  (await textsAt(about, '.reviews .review blockquote')(site)).map((text) => text.slice(0, 17));
const reviewRows = rowsOf('Review', {
  about: [
    async (site) => {
      site.contentService.rows.reviews = [
        { id: 1, status: 'published', name: 'Ann', text: 'Of snow.', about: 'snow-removal' },
        { id: 2, status: 'published', name: 'Bob', text: 'Of all.', about: 'owners' },
      ];
      await site.content.load(['reviews'], true);
    },
    textsAt(service, '.reviews .review strong'),
    ['Ann'],
  ],
  id: [noReviews, nth(reviewers, 0), 'Margaret Ellison'],
  name: [noReviews, reviewers, ['Margaret Ellison', 'Daniel and Priya Rao', 'Tom Whitcomb']],
  location: [noReviews, captions(0), ['Sunriver, OR', 'Bend, OR', 'Sisters, OR']],
  rating: [
    noReviews,
    textsAt(front, '.reviews .review .stars'),
    ['Rated 5 out of 5', 'Rated 5 out of 5', 'Rated 4 out of 5'],
  ],
  date: [
    noReviews,
    textsAt(services, '.reviews .review time'),
    ['February 18, 2024', 'October 6, 2023', 'July 21, 2023'],
  ],
  text: [noReviews, beginnings, ['We live in Portla', 'Our deck had turn', 'Our first guests ']],
  service: [
    noReviews,
    captions(1),
    ['Property Management,', 'Deck Restoration,', 'Short-Term Rental Management,'].map((text) =>
      expect.stringContaining(text),
    ),
  ],
});

/** The themes that set a style property in the inline styles of every page. */
const themesWith =
  (property: string): See =>
  async (site) => {
    const { text } = await request(site.url).get(about);
    const blockOf = (key: string) => new RegExp(`\\[data-theme=${key}\\]\\{([^}]*)\\}`).exec(text)?.[1] ?? '';
    return themes.map(({ key }) => key).filter((key) => new RegExp(`--${property}:`).test(blockOf(key)));
  };
const themeRows = rowsOf('Theme', {
  name: [
    nothing,
    textsAt(about, '.theme-list button'),
    ['Classic Oasis', 'Mountain Mist', 'Forest Pine', 'Desert Sunset'],
  ],
  ...proofs(themeColors, (name) => [nothing, themesWith(name), ['original', 'mountain', 'forest', 'sunset']]),
});

const assetRows = rowsOf('Image asset reference', {
  id: [
    page('about', { hero_image: { id: picture.toUpperCase() } }),
    attributeAt(about, 'main .hero-media img', 'src'),
    pictureSource,
  ],
});

const mail = { resendStatus: 'queued', resendEmailId: 'mail-0001' };
/** The contact service gives this status of a message, and the page of the message shows it. */
const statusProof = (status: object, see: See, is: unknown): Proof => [
  ({ contactService }) => contactService.fault('status', { kind: 'raw', body: JSON.stringify(status) }),
  see,
  is,
];
/** Reads the page of a message that the test sends. */
const atSentPage =
  (seeAt: (path: string) => See): See =>
  async (site) =>
    seeAt((await postForm(site.url)).headers.location ?? '')(site);
const steps = [
  { step: 'submitted', label: 'It is here', timestamp: '2026-03-01T18:05:00Z', status: 'completed' },
  { step: 'sent', label: 'It is out', timestamp: null, status: 'in_progress' },
  { step: 'delivered', label: 'It is there', timestamp: null, status: 'pending' },
];
const labels = atSentPage((path) => textsAt(path, 'main .timeline-step .timeline-label'));
const stepAttributes = (name: string) =>
  atSentPage((path) => attributesAt(path, 'main .timeline-step', name));
const stepRows = rowsOf('Status step', {
  // In any order: the page has its own.
  step: statusProof({ ...mail, steps: steps.toReversed() }, labels, [
    'It is here',
    'It is out',
    'It is there',
  ]),
  label: statusProof(
    { ...mail, steps: steps.map((step) => ({ ...step, label: `Label of ${step.step}` })) },
    labels,
    ['Label of submitted', 'Label of sent', 'Label of delivered'],
  ),
  timestamp: statusProof(
    { ...mail, steps },
    atSentPage((path) => attributeAt(path, 'main .timeline-step time', 'datetime')),
    '2026-03-01T18:05:00.000Z',
  ),
  // A message that goes through never looks like this, however late its page is read.
  status: statusProof(
    {
      ...mail,
      resendStatus: 'bounced',
      steps: steps.map((step, at) => ({ ...step, status: at < 2 ? 'completed' : 'in_progress' })),
    },
    stepAttributes('data-state'),
    words('completed completed pending'),
  ),
});

/** Every row of the table. */
export const fieldRows: readonly FieldRow[] = [
  ...navigationRows,
  ...settingRows,
  ...pageRows,
  ...serviceRows,
  ...featureRows,
  ...callRows,
  ...homeRows,
  ...teamRows,
  ...postRows,
  ...reviewRows,
  ...themeRows,
  ...assetRows,
  ...stepRows,
];
