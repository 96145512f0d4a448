import request from 'supertest';
import { expect } from 'vitest';
import type { CollectionName } from '../../server/content/collections/collections.ts';
import { seasonNames } from '../../server/content/collections/pages.ts';
import { pictureId } from '../../server/demo/demoContent.ts';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { assetPath } from '../../server/directus/assetPath.ts';
import { themes } from '../../shared/themes.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { type Part, parseHtml } from '../support/html.ts';
import type { TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

/** Every field that section 3 of the specification names, by its entity. */
export const specifiedFields = {
  'Navigation item': ['id', 'title', 'url', 'parent_id', 'display_order', 'children'],
  'Site settings': ['site_name', 'tagline', 'site_title'],
  Page: [
    'slug',
    'hero_title',
    'hero_subtitle',
    'hero_image',
    'title',
    'content',
    'story_title',
    'story_content',
    'story_image',
    'story_image_path',
    'hero_feature1_text',
    'hero_feature1_icon',
    'hero_feature2_text',
    'hero_feature2_icon',
    'hero_feature3_text',
    'hero_feature3_icon',
    'services_repeater',
    ...['image_url', 'title', 'description', 'additional_info', 'link_url', 'link_text'].map(
      (name) => `services_repeater.${name}`,
    ),
  ],
  Service: [
    'id',
    'slug',
    'title',
    'short_description',
    'description',
    'content',
    'thumbnail_image',
    'hero_image',
    'hero_title',
    'hero_subtitle',
    'features_title',
    'status',
    'display_order',
  ],
  ServiceFeature: ['service_id', 'feature_text', 'sort'],
  'CTA settings': ['title', 'description', 'button_text', 'button_url'],
  BlogPost: [
    'id',
    'slug',
    'title',
    'excerpt',
    'content',
    'categories',
    'tags',
    'status',
    'published_at',
    'published_date',
    'featured_image',
    'thumbnail_image',
    'author_name',
  ],
  Review: ['id', 'name', 'location', 'rating', 'date', 'text', 'service'],
  Theme: [
    'name',
    'primary',
    'secondary',
    'accent',
    'background',
    'surface',
    'text',
    'textLight',
    'headerBg',
    'buttonBg',
  ],
  'Image asset reference': ['id', 'width', 'height', 'quality', 'format', 'fit'],
  'Contact form': ['name', 'email', 'phone', 'service', 'message', 'requestMeeting'],
  'Contact response': [
    'success',
    'error',
    'message',
    'submissionId',
    'status.resendStatus',
    'status.resendEmailId',
    'status.steps',
  ],
  'Status step': ['step', 'label', 'timestamp', 'status'],
} as const;

/** Settings that the site shows beyond those of the specification. */
export const furtherSettings = [
  ...(['phone', 'email', 'hours', 'address', 'service_area', 'emergency_phone'] as const),
  ...(['founded', 'homes_in_care', 'licence_number', 'insured'] as const),
] as const;

/** Fields that the site has beyond those of the specification, but for settings. */
export const furtherFields = [
  'Service.related_services',
  ...seasonNames.flatMap((season) => [`Page.${season}_image`, `Page.${season}_text`]),
  ...['Page.points', 'Page.checklist', 'Page.questions'],
];

/** Where one field comes from, and what a visitor then sees of it. */
export interface FieldRow {
  /** Entity and field, as the specification names them. */
  readonly field: string;
  /** Puts the value into the services behind the site. */
  set(site: TestSite): void | Promise<void>;
  /** What the site then shows, in the one place where the field must be. */
  see(site: TestSite): Promise<unknown>;
  readonly is: unknown;
  /** Hard-coded: there before anything was set. */
  readonly constant?: true;
}

const picture = pictureId('lava-field-stars');
/** With the version of its file. */
const pictureSource = expect.stringMatching(new RegExp(`^/media/${picture}\\?w=768&v=[0-9a-f]+$`));
const postSlug = 'opening-the-cabin-in-april';
const serviceSlug = 'snow-removal';
const { home, about, services, service, strManagement, rentals, searchRentals, contact, post } =
  siteAddresses;

async function pageAt(site: TestSite, path: string): Promise<Part> {
  return parseHtml((await request(site.url).get(path)).text);
}

/** The text of the first element that fits; null where there is none. */
const textAt = (path: string, selector: string) => async (site: TestSite) =>
  (await pageAt(site, path)).all(selector)[0]?.text ?? null;
const textsAt = (path: string, selector: string) => async (site: TestSite) =>
  (await pageAt(site, path)).all(selector).map((part) => part.text);
const attributeAt = (path: string, selector: string, name: string) => async (site: TestSite) =>
  (await pageAt(site, path)).all(selector)[0]?.attribute(name) ?? null;
const statusAt = (path: string) => async (site: TestSite) => (await request(site.url).get(path)).status;

/** Changes one row of the content service. */
const edit =
  (collection: CollectionName, row: number | string, changes: ContentRow) =>
  ({ contentService }: TestSite): void => {
    Object.assign(contentService.row(collection, row), changes);
  };
/** Puts rows beside those that are there. */
const add =
  (collection: CollectionName, ...rows: readonly ContentRow[]) =>
  ({ contentService }: TestSite): void => {
    contentService.rows[collection].push(...rows);
  };
const setting =
  (key: string, value: string) =>
  ({ contentService }: TestSite) => {
    const rows = contentService.rows.site_settings.filter((row) => row.key !== key);
    contentService.rows.site_settings = [...rows, { id: 99, key, value }];
  };

const page = (slug: string, changes: ContentRow) => edit('pages', slug, changes);

/** The links under one entry of the menu, by the words of its toggle. */
const submenuOf = (title: string) => async (site: TestSite) => {
  const groups = (await pageAt(site, home)).all('.site-nav .nav-group');
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

const navigationRows: readonly FieldRow[] = [
  {
    field: 'Navigation item.id',
    set: add('navigation', entry(901, 'Parent'), entry(902, 'Child', { parent_id: 901 })),
    see: submenuOf('Parent'),
    is: ['Child'],
  },
  {
    field: 'Navigation item.title',
    set: add('navigation', entry(903, 'A new entry', { display_order: 0 })),
    see: textAt(home, '.site-nav .nav-link'),
    is: 'A new entry',
  },
  {
    field: 'Navigation item.url',
    set: add('navigation', entry(904, 'First', { url: '/blog/tags', display_order: 0 })),
    see: attributeAt(home, '.site-nav a.nav-link', 'href'),
    is: '/blog/tags',
  },
  {
    field: 'Navigation item.parent_id',
    set: ({ contentService }) => {
      const rentals = contentService.rows.navigation.find((row) => row.title === 'Rentals');
      contentService.rows.navigation.push(entry(905, 'Below', { parent_id: rentals?.id }));
    },
    see: async (site) => (await submenuOf('Rentals')(site))?.includes('Below'),
    is: true,
  },
  {
    field: 'Navigation item.display_order',
    set: add(
      'navigation',
      entry(906, 'Sorted'),
      entry(907, 'Last', { parent_id: 906, display_order: 3 }),
      entry(908, 'First', { parent_id: 906, display_order: 1 }),
      entry(909, 'Middle', { parent_id: 906, display_order: 2 }),
    ),
    see: submenuOf('Sorted'),
    is: ['First', 'Middle', 'Last'],
  },
  {
    field: 'Navigation item.children',
    set: add(
      'navigation',
      entry(910, 'Grouped'),
      entry(911, 'All Services', { parent_id: 910, display_order: 1 }),
      entry(912, 'Kept', { parent_id: 910, display_order: 2 }),
      entry(913, 'View All Services', { parent_id: 910, display_order: 3 }),
    ),
    see: submenuOf('Grouped'),
    is: ['Kept'],
  },
];

const settingRows: readonly FieldRow[] = [
  {
    field: 'Site settings.site_name',
    set: setting('site_name', 'Named So'),
    see: async (site) => [
      await textAt(about, 'header .brand-name')(site),
      await textAt(about, 'footer .footer-copyright')(site),
    ],
    is: ['Named So', '\u00a9 2024 Named So'],
  },
  {
    field: 'Site settings.tagline',
    set: setting('tagline', 'Said so'),
    see: textAt(about, 'header .brand-tagline'),
    is: 'Said so',
  },
  {
    field: 'Site settings.site_title',
    set: setting('site_title', 'Titled So'),
    see: textAt(about, 'title'),
    is: 'About - Titled So',
  },
  ...(
    [
      ['founded', '1987', 'Since 1987'],
      ['homes_in_care', '63', '63 homes in our care'],
      ['licence_number', 'X 1', 'License X 1'],
      ['insured', 'yes', 'Insured'],
    ] as const
  ).map(([key, value, fact]): FieldRow => {
    return {
      field: `Site settings.${key}`,
      set: setting(key, value),
      see: async (site) => [
        (await textsAt(home, 'main .company-facts li')(site)).includes(fact),
        (await textsAt(about, 'main .company-facts li')(site)).includes(fact),
        (await textsAt(contact, 'footer .company-facts li')(site)).includes(fact),
      ],
      is: [true, true, true],
    };
  }),
  ...furtherSettings.slice(0, 6).map((key): FieldRow => {
    const value =
      key === 'email' ? 'someone@ridge.example' : key.endsWith('phone') ? '(541) 555-0199' : `Said ${key}`;
    return {
      field: `Site settings.${key}`,
      set: setting(key, value),
      see: async (site) => (await textsAt(contact, '.contact-details dd')(site)).includes(value),
      is: true,
    };
  }),
];

/** Whether two of the three hero features carry the same drawing, and the third another. */
const sameDrawing = (place: number, as: number) => async (site: TestSite) => {
  const paths = (await pageAt(site, home)).all('.home-features svg path').map((path) => path.attribute('d'));
  const other = [0, 1, 2].find((at) => at !== place && at !== as) ?? 0;
  return paths[place] === paths[as] && paths[place] !== paths[other];
};

/** Three features: one with an icon named, one whose words call for the same, one that has nothing of it. */
const namedIcon = (place: number): FieldRow => {
  const as = (place + 1) % 3;
  const number = (at: number) => `hero_feature${at + 1}`;
  return {
    field: `Page.${number(place)}_icon`,
    set: page('home', {
      [`${number(place)}_text`]: 'Plain words',
      [`${number(place)}_icon`]: 'snow',
      [`${number(as)}_text`]: 'Snow removal',
      [`${number(as)}_icon`]: null,
      [`${number((place + 2) % 3)}_text`]: 'Around the clock',
      [`${number((place + 2) % 3)}_icon`]: null,
    }),
    see: sameDrawing(place, as),
    is: true,
  };
};

const card = (changes: Readonly<Record<string, string>>) =>
  page('str-management', {
    services_repeater: JSON.stringify([
      { title: 'One card', description: 'Its words', link_url: '/about', ...changes },
    ]),
  });

const pageRows: readonly FieldRow[] = [
  {
    field: 'Page.slug',
    set: page('about', { slug: 'elsewhere' }),
    see: textAt(about, 'main .connection-error'),
    is: 'Directus is unreachable.',
  },
  {
    field: 'Page.title',
    set: page('str-management', { title: 'Another title' }),
    see: textAt(strManagement, 'title'),
    is: 'Another title - Juniper Ridge',
  },
  {
    field: 'Page.hero_title',
    set: page('home', { hero_title: 'Another heading' }),
    see: textAt(home, 'main h1'),
    is: 'Another heading',
  },
  {
    field: 'Page.hero_subtitle',
    set: page('about', { hero_subtitle: 'Below the heading' }),
    see: textAt(about, 'main .hero-subtitle'),
    is: 'Below the heading',
  },
  {
    field: 'Page.hero_image',
    set: page('about', { hero_image: picture }),
    see: attributeAt(about, 'main .hero-media img', 'src'),
    is: pictureSource,
  },
  {
    field: 'Page.content',
    set: page('contact', { content: '<p>Written by an <em>editor</em></p>' }),
    see: textAt(contact, 'main .prose em'),
    is: 'editor',
  },
  {
    field: 'Page.story_title',
    set: page('about', { story_title: 'How it was' }),
    see: textAt(about, 'main #story'),
    is: 'How it was',
  },
  {
    field: 'Page.story_content',
    set: page('about', { story_content: 'One\nline.\n\nTwo.\n  \n\nThree.' }),
    see: textsAt(about, 'main .story-text p'),
    is: ['One line.', 'Two.', 'Three.'],
  },
  {
    field: 'Page.story_image',
    set: page('about', { story_image: picture }),
    see: attributeAt(about, 'main .story-picture img', 'src'),
    is: pictureSource,
  },
  {
    field: 'Page.story_image_path',
    set: page('about', { story_image: null, story_image_path: '/images/story.jpg' }),
    see: attributeAt(about, 'main .story-picture img', 'src'),
    is: '/images/story.jpg',
  },
  ...[0, 1, 2].map(
    (at): FieldRow => ({
      field: `Page.hero_feature${at + 1}_text`,
      set: page('home', { [`hero_feature${at + 1}_text`]: 'A feature of its own' }),
      see: async (site) => (await textsAt(home, '.home-features li')(site))[at],
      is: 'A feature of its own',
    }),
  ),
  ...[0, 1, 2].map(namedIcon),
  ...seasonNames.map(
    (season, at): FieldRow => ({
      field: `Page.${season}_image`,
      set: page('home', { [`${season}_image`]: picture }),
      see: async (site) => (await pageAt(site, home)).all('.season-list img')[at]?.attribute('src'),
      is: pictureSource,
    }),
  ),
  ...seasonNames.map(
    (season, at): FieldRow => ({
      field: `Page.${season}_text`,
      set: page('home', { [`${season}_text`]: 'What we do then.' }),
      see: async (site) => (await textsAt(home, '.season-list dd')(site))[at],
      is: 'What we do then.',
    }),
  ),
  {
    field: 'Page.points',
    set: page('rentals', { points: [{ title: 'A reason', text: 'Its words' }] }),
    see: textsAt(rentals, 'main .points li'),
    is: ['A reasonIts words'],
  },
  {
    field: 'Page.checklist',
    set: page('rentals', { checklist: 'Clean beds\n\n  A cleared drive ' }),
    see: textsAt(rentals, 'main .check-list li'),
    is: ['Clean beds', 'A cleared drive'],
  },
  {
    field: 'Page.questions',
    set: page('search-rentals', { questions: [{ title: 'May we?', text: 'You may.' }] }),
    see: textsAt(searchRentals, 'main .rentals-questions details'),
    is: ['May we? You may.'],
  },
  {
    field: 'Page.services_repeater',
    set: page('str-management', {
      services_repeater: [
        { title: 'First', description: 'x' },
        { title: 'Second', description: 'y' },
      ],
    }),
    see: textsAt(strManagement, 'main .card .card-title'),
    is: ['First', 'Second'],
  },
  {
    field: 'Page.services_repeater.image_url',
    set: card({ image_url: picture }),
    see: attributeAt(strManagement, 'main .card img', 'src'),
    is: pictureSource,
  },
  {
    field: 'Page.services_repeater.title',
    set: card({ title: 'Titled' }),
    see: textAt(strManagement, 'main .card .card-title'),
    is: 'Titled',
  },
  {
    field: 'Page.services_repeater.description',
    set: card({ description: 'Described' }),
    see: textAt(strManagement, 'main .card p'),
    is: 'Described',
  },
  {
    field: 'Page.services_repeater.additional_info',
    set: card({ additional_info: 'And more' }),
    see: textAt(strManagement, 'main .card .card-note'),
    is: 'And more',
  },
  {
    field: 'Page.services_repeater.link_url',
    set: card({ link_url: '/services/painting' }),
    see: attributeAt(strManagement, 'main .card a', 'href'),
    is: '/services/painting',
  },
  {
    field: 'Page.services_repeater.link_text',
    set: card({ link_text: 'Go there' }),
    see: textAt(strManagement, 'main .card a'),
    is: 'Go there: One card',
  },
];

const theService = (changes: ContentRow) => edit('services', serviceSlug, changes);
const serviceLinks = async (site: TestSite) =>
  (await pageAt(site, services)).all('main .card a').map((link) => link.attribute('href'));

/** The card of the service on the list of all services. */
const serviceCard = (selector: string, attribute?: string) => async (site: TestSite) => {
  const cards = (await pageAt(site, services)).all('main .card');
  const own = cards.find((part) => part.one('a').attribute('href') === service)?.all(selector)[0];
  return attribute === undefined ? own?.text : own?.attribute(attribute);
};

const serviceRows: readonly FieldRow[] = [
  {
    field: 'Service.id',
    set: (site) => {
      theService({ id: 4711 })(site);
      add('service_features', { id: 9001, service_id: 4711, feature_text: 'Found by its id', sort: 1 })(site);
    },
    see: textsAt(service, 'main .included li'),
    is: ['Found by its id'],
  },
  {
    field: 'Service.slug',
    set: theService({ slug: 'a-new-slug' }),
    see: async (site) => [
      (await serviceLinks(site)).includes('/services/a-new-slug'),
      await statusAt('/services/a-new-slug')(site),
      await statusAt(service)(site),
    ],
    is: [true, 200, 404],
  },
  {
    field: 'Service.title',
    set: theService({ title: 'Renamed' }),
    see: serviceCard('.card-title'),
    is: 'Renamed',
  },
  {
    field: 'Service.short_description',
    set: theService({ short_description: 'In short' }),
    see: serviceCard('p'),
    is: 'In short',
  },
  {
    field: 'Service.description',
    set: theService({ content: null, description: 'Without any markup' }),
    see: textAt(service, 'main .service-body .lead'),
    is: 'Without any markup',
  },
  {
    field: 'Service.content',
    set: theService({ content: '<h2>Set by an editor</h2>' }),
    see: textAt(service, 'main .prose h2'),
    is: 'Set by an editor',
  },
  {
    field: 'Service.thumbnail_image',
    set: theService({ thumbnail_image: picture }),
    see: serviceCard('img', 'src'),
    is: pictureSource,
  },
  {
    field: 'Service.hero_image',
    set: theService({ hero_image: picture }),
    see: attributeAt(service, 'main .hero-media img', 'src'),
    is: pictureSource,
  },
  {
    field: 'Service.hero_title',
    set: theService({ hero_title: 'Above it all' }),
    see: textAt(service, 'main h1'),
    is: 'Above it all',
  },
  {
    field: 'Service.hero_subtitle',
    set: theService({ hero_subtitle: 'Just below' }),
    see: textAt(service, 'main .hero-subtitle'),
    is: 'Just below',
  },
  {
    field: 'Service.features_title',
    set: theService({ features_title: 'Part of it' }),
    see: textAt(service, 'main #included'),
    is: 'Part of it',
  },
  {
    field: 'Service.related_services',
    set: theService({
      related_services: 'Short-Term Rental Management, str-management-service, painting, none',
    }),
    see: textsAt(service, '.related-services h3'),
    is: ['Short-Term Rental Management', 'Painting'],
  },
  {
    field: 'Service.status',
    set: theService({ status: 'draft' }),
    see: async (site) => [(await serviceLinks(site)).includes(service), await statusAt(service)(site)],
    is: [false, 404],
  },
  {
    field: 'Service.display_order',
    set: theService({ display_order: -1 }),
    see: async (site) => [
      (await serviceLinks(site))[0],
      (await pageAt(site, home)).all('main .card a')[0]?.attribute('href'),
    ],
    is: [service, service],
  },
];

const featureOf = (id: number, text: string, sort: number): ContentRow => ({
  id,
  service_id: 9,
  feature_text: text,
  sort,
});
/** The service under the one id that the rows of features name. */
const onlyFeatures =
  (...rows: readonly ContentRow[]) =>
  (site: TestSite): void => {
    site.contentService.rows.service_features = rows.map((row) => ({
      ...row,
      service_id: row.service_id === 9 ? site.contentService.row('services', serviceSlug).id : row.service_id,
    }));
  };

const featureRows: readonly FieldRow[] = [
  {
    field: 'ServiceFeature.service_id',
    set: onlyFeatures(featureOf(1, 'Ours', 1), { ...featureOf(2, 'Not ours', 2), service_id: 4711 }),
    see: textsAt(service, 'main .included li'),
    is: ['Ours'],
  },
  {
    field: 'ServiceFeature.feature_text',
    set: onlyFeatures(featureOf(1, 'A promise', 1)),
    see: textsAt(service, 'main .included li'),
    is: ['A promise'],
  },
  {
    field: 'ServiceFeature.sort',
    set: onlyFeatures(featureOf(1, 'Third', 3), featureOf(2, 'First', 1), featureOf(3, 'Second', 2)),
    see: textsAt(service, 'main .included li'),
    is: ['First', 'Second', 'Third'],
  },
];

const call = (changes: ContentRow) => edit('cta_settings', 1, changes);

const callRows: readonly FieldRow[] = [
  {
    field: 'CTA settings.title',
    set: call({ title: 'Shall we?' }),
    see: textAt(about, 'main .band h2'),
    is: 'Shall we?',
  },
  {
    field: 'CTA settings.description',
    set: call({ description: 'Say what you need.' }),
    see: textAt(service, 'main .band .lead'),
    is: 'Say what you need.',
  },
  {
    field: 'CTA settings.button_text',
    set: call({ button_text: 'Begin' }),
    see: textAt(services, 'main .band a'),
    is: 'Begin',
  },
  {
    field: 'CTA settings.button_url',
    set: call({ button_url: '/blog/tags' }),
    see: attributeAt(about, 'main .band a', 'href'),
    is: '/blog/tags',
  },
];

const thePost = (changes: ContentRow) => edit('blog_posts', postSlug, changes);
/** A tag that only the one post has, so that its page lists nothing else. */
const taggedPost = (changes: ContentRow) => thePost({ tags: 'Only Here', ...changes });
const ownTag = '/blog/tag/only-here';
const details = textsAt(post, 'main .post-details dd');
/** The categories or tags of the post, which are links. */
const termLinks = (prefix: string) => async (site: TestSite) =>
  (await pageAt(site, post))
    .all('main .post-terms a')
    .map((link) => [link.text, link.attribute('href')])
    .filter(([, href]) => href?.startsWith(prefix));

const postRows: readonly FieldRow[] = [
  {
    field: 'BlogPost.id',
    // Without one it is no post.
    set: thePost({ id: null }),
    see: statusAt(post),
    is: 404,
  },
  {
    field: 'BlogPost.slug',
    set: taggedPost({ slug: 'a-new-slug' }),
    see: async (site) => [
      await attributeAt(ownTag, 'main .post-card a', 'href')(site),
      await statusAt('/blog/a-new-slug')(site),
      await statusAt(post)(site),
    ],
    is: ['/blog/a-new-slug', 200, 404],
  },
  {
    field: 'BlogPost.title',
    set: taggedPost({ title: 'Retitled' }),
    see: async (site) => [
      await textAt(post, 'main h1')(site),
      await textAt(ownTag, 'main .post-card .card-title')(site),
    ],
    is: ['Retitled', 'Retitled'],
  },
  {
    field: 'BlogPost.excerpt',
    set: taggedPost({ excerpt: 'In two words' }),
    see: async (site) => (await textsAt(ownTag, 'main .post-card p')(site)).includes('In two words'),
    is: true,
  },
  {
    field: 'BlogPost.content',
    set: thePost({ content: '<p>All of <strong>it</strong></p>' }),
    see: textAt(post, 'main .prose strong'),
    is: 'it',
  },
  {
    field: 'BlogPost.categories',
    set: thePost({ categories: 'New One , Second,, new one' }),
    see: termLinks('/blog/category/'),
    is: [
      ['New One', '/blog/category/new-one'],
      ['Second', '/blog/category/second'],
    ],
  },
  {
    field: 'BlogPost.tags',
    set: thePost({ tags: 'A Tag,Other' }),
    see: termLinks('/blog/tag/'),
    is: [
      ['A Tag', '/blog/tag/a-tag'],
      ['Other', '/blog/tag/other'],
    ],
  },
  {
    field: 'BlogPost.status',
    set: taggedPost({ status: 'draft' }),
    see: async (site) => [await statusAt(post)(site), await statusAt(ownTag)(site)],
    is: [404, 404],
  },
  {
    field: 'BlogPost.published_at',
    // Half past six in the evening of the first in Oregon.
    set: thePost({ published_at: '2026-02-02T02:30:00Z', published_date: null }),
    see: async (site) => (await details(site))[0],
    is: 'February 1, 2026',
  },
  {
    field: 'BlogPost.published_date',
    set: thePost({ published_at: null, published_date: '2026-02-03' }),
    see: async (site) => (await details(site))[0],
    is: 'February 3, 2026',
  },
  {
    field: 'BlogPost.featured_image',
    set: thePost({ featured_image: picture }),
    see: attributeAt(post, 'main .post-header img', 'src'),
    is: pictureSource,
  },
  {
    field: 'BlogPost.thumbnail_image',
    set: taggedPost({ thumbnail_image: picture }),
    see: attributeAt(ownTag, 'main .post-card img', 'src'),
    is: pictureSource,
  },
  {
    field: 'BlogPost.author_name',
    set: thePost({ author_name: 'A Writer' }),
    see: async (site) => (await details(site)).includes('A Writer'),
    is: true,
  },
];

/** The three reviews of the specification stand on every page where content has none. */
const review = (field: string, see: FieldRow['see'], is: unknown): FieldRow => ({
  field: `Review.${field}`,
  set: ({ contentService }) => {
    contentService.rows.reviews = [];
  },
  see,
  is,
});

const reviewRows: readonly FieldRow[] = [
  review('id', async (site) => (await textsAt(about, '.reviews .review strong')(site)).slice(0, 1), [
    'Margaret Ellison',
  ]),
  review('name', textsAt(about, '.reviews .review strong'), [
    'Margaret Ellison',
    'Daniel and Priya Rao',
    'Tom Whitcomb',
  ]),
  review('location', async (site) => locationsOf(await pageAt(site, post)), [
    'Sunriver, OR',
    'Bend, OR',
    'Sisters, OR',
  ]),
  review('rating', textsAt(home, '.reviews .review .stars'), [
    'Rated 5 out of 5',
    'Rated 5 out of 5',
    'Rated 4 out of 5',
  ]),
  review('date', textsAt(services, '.reviews .review time'), [
    'February 18, 2024',
    'October 6, 2023',
    'July 21, 2023',
  ]),
  review(
    'text',
    async (site) =>
      (await textsAt(contact, '.reviews .review blockquote')(site)).map((text) => text.slice(0, 17)),
    ['We live in Portla', 'Our deck had turn', 'Our first guests '],
  ),
  review('service', async (site) => servicesOf(await pageAt(site, service)), [
    'Property Management',
    'Deck Restoration',
    'Short-Term Rental Management',
  ]),
];

const captions = (part: Part): (readonly string[])[] =>
  part.all('.reviews .review').map((card) => card.all('figcaption span').map((line) => line.text));
const locationsOf = (part: Part) => captions(part).map(([location]) => location);
const servicesOf = (part: Part) => captions(part).map(([, line]) => line?.split(',')[0]);

/** The style properties of each theme, as every page carries them inline. */
async function themeProperties(site: TestSite): Promise<Readonly<Record<string, readonly string[]>>> {
  const { text } = await request(site.url).get(about);
  return Object.fromEntries(
    themes.map(({ key }) => {
      const block = new RegExp(`\\[data-theme=${key}\\]\\{([^}]*)\\}`).exec(text)?.[1] ?? '';
      return [key, [...block.matchAll(/--([\w-]+):/g)].map(([, name = '']) => name)];
    }),
  );
}

const themeColor = (name: string): FieldRow => ({
  field: `Theme.${name}`,
  set: () => undefined,
  see: async (site) =>
    Object.entries(await themeProperties(site))
      .filter(([, names]) => names.includes(name))
      .map(([key]) => key),
  is: ['original', 'mountain', 'forest', 'sunset'],
  constant: true,
});

const themeRows: readonly FieldRow[] = [
  {
    field: 'Theme.name',
    set: () => undefined,
    see: textsAt(about, '.theme-list button'),
    is: ['Classic Oasis', 'Mountain Mist', 'Forest Pine', 'Desert Sunset'],
    constant: true,
  },
  ...specifiedFields.Theme.filter((name) => name !== 'name').map(themeColor),
];

/** The query that reached the content service when a visitor's browser requested one picture. */
async function assetQuery(site: TestSite, name: string): Promise<string | null> {
  await request(site.url).get(`/media/${picture}?w=768`).set('Accept', 'image/webp,image/*');
  const call = site.contentService.requests.find(({ path }) => path === `/assets/${picture}`);
  return call ? new URL(call.url, 'http://content').searchParams.get(name) : null;
}

const assetRows: readonly FieldRow[] = [
  {
    field: 'Image asset reference.id',
    set: page('about', { hero_image: { id: picture.toUpperCase() } }),
    see: attributeAt(about, 'main .hero-media img', 'src'),
    is: pictureSource,
  },
  ...Object.entries({ width: '768', quality: '60', format: 'webp' }).map(
    ([name, is]): FieldRow => ({
      field: `Image asset reference.${name}`,
      set: () => undefined,
      see: (site) => assetQuery(site, name),
      is,
      constant: true,
    }),
  ),
  // Frames of fixed proportions crop in the browser, so no page requests these two; an address can hold them.
  ...[{ height: 400 }, { fit: 'cover' as const }].map(
    (options): FieldRow => ({
      field: `Image asset reference.${Object.keys(options)[0]}`,
      set: () => undefined,
      see: () => Promise.resolve(assetPath('', picture, { width: 640, ...options })),
      is: `/assets/${picture}?width=640&${new URLSearchParams(
        Object.entries(options).map(([name, value]) => [name, String(value)]),
      )}`,
      constant: true,
    }),
  ),
];

/** Sends the form as a browser without script does. */
const postForm = (site: TestSite, values: Readonly<Record<string, string | boolean>> = goodEnquiry) =>
  request(site.url).post('/contact').set(fromOwnPage(site.url)).type('form').send(asForm(values));

/** What the contact service received under one name, in the only message. */
const received = (name: string) => (site: TestSite) => {
  const [message, ...others] = site.contactService.received;
  if (others.length > 0) throw new Error('More than one message was received.');
  const body: unknown = message?.body;
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Promise.resolve(entries.find(([key]) => key === name)?.[1] ?? null);
};

const formField = (name: keyof typeof goodEnquiry, value: string | boolean): FieldRow => ({
  field: `Contact form.${name}`,
  set: async (site) => {
    site.contactService.reset();
    await postForm(site, { ...goodEnquiry, [name]: value });
  },
  see: received(name),
  is: value,
});

const formRows: readonly FieldRow[] = [
  formField('name', 'Juniper Ash'),
  formField('email', 'ash@ridge.example'),
  formField('phone', '541 555 0177'),
  formField('service', 'painting'),
  formField('message', 'Two lines,\nas written.'),
  formField('requestMeeting', true),
];

const confirmation = {
  success: true,
  message: 'Thank you',
  submissionId: 'ridge-0001',
  status: { resendStatus: 'queued', resendEmailId: 'mail-0001', steps: [] },
};

/** The contact service responds so, and the page of the form then says what it says. */
const contactReply = (field: string, body: unknown, status: number, is: string): FieldRow => ({
  field: `Contact response.${field}`,
  set: ({ contactService }) => contactService.respondWith(body, status),
  see: async (site) =>
    parseHtml((await postForm(site)).text).all('main .contact-failure .form-error')[0]?.text ?? null,
  is,
});

/** The contact service says this of a message, and the page of the message shows it. */
const told = (field: string, status: unknown, see: FieldRow['see'], is: unknown): FieldRow => ({
  field,
  set: ({ contactService }) => contactService.fault('status', { kind: 'raw', body: JSON.stringify(status) }),
  see,
  is,
});

const sentPage = '/contact/sent/ridge-0001';
const steps = [
  { step: 'submitted', label: 'It is here', timestamp: '2026-03-01T18:05:00Z', status: 'completed' },
  { step: 'sent', label: 'It is out', timestamp: null, status: 'in_progress' },
  { step: 'delivered', label: 'It is there', timestamp: null, status: 'pending' },
];
const stepAttributes = (name: string) => async (site: TestSite) =>
  (await pageAt(site, sentPage)).all('main .timeline-step').map((step) => step.attribute(name));

const responseRows: readonly FieldRow[] = [
  contactReply('success', { ...confirmation, success: false }, 200, 'Failed to send message'),
  contactReply('error', { success: false, error: 'The mailbox is full.' }, 200, 'The mailbox is full.'),
  contactReply('message', { message: 'Maintenance' }, 500, 'Email service error: 500 - Maintenance'),
  contactReply(
    'status.resendEmailId',
    { ...confirmation, status: { resendStatus: 'queued', steps: [] } },
    200,
    'Email was not confirmed sent by email service',
  ),
  {
    field: 'Contact response.submissionId',
    set: ({ contactService }) => contactService.respondWith(confirmation),
    see: async (site) => (await postForm(site)).headers.location,
    is: expect.stringMatching(/^\/contact\/sent\/ridge-0001\?/),
  },
  told(
    'Contact response.status.resendStatus',
    { resendStatus: 'bounced', resendEmailId: 'mail-0001', steps },
    async (site) =>
      (await pageAt(site, sentPage)).one('main').text.includes('Failed to send email. Please try again.'),
    true,
  ),
  told(
    'Contact response.status.steps',
    { resendStatus: 'queued', resendEmailId: 'mail-0001', steps },
    textsAt(sentPage, 'main .timeline-step .timeline-label'),
    ['It is here', 'It is out', 'It is there'],
  ),
];

const stepRows: readonly FieldRow[] = [
  told(
    'Status step.step',
    // In any order: the page has its own.
    { resendStatus: 'queued', steps: [...steps].reverse() },
    stepAttributes('data-step'),
    ['submitted', 'sent', 'delivered'],
  ),
  told(
    'Status step.label',
    { resendStatus: 'queued', steps: steps.map((step) => ({ ...step, label: `Label of ${step.step}` })) },
    textsAt(sentPage, 'main .timeline-step .timeline-label'),
    ['Label of submitted', 'Label of sent', 'Label of delivered'],
  ),
  told(
    'Status step.timestamp',
    { resendStatus: 'queued', steps },
    attributeAt(sentPage, 'main .timeline-step time', 'datetime'),
    '2026-03-01T18:05:00.000Z',
  ),
  told('Status step.status', { resendStatus: 'queued', steps }, stepAttributes('data-state'), [
    'completed',
    'in_progress',
    'pending',
  ]),
];

/** Every row of the table. */
export const fieldRows: readonly FieldRow[] = [
  ...navigationRows,
  ...settingRows,
  ...pageRows,
  ...serviceRows,
  ...featureRows,
  ...callRows,
  ...postRows,
  ...reviewRows,
  ...themeRows,
  ...assetRows,
  ...formRows,
  ...responseRows,
  ...stepRows,
];
