import { postPath, rentalPath, servicePath } from '../../shared/paths.ts';
import type { SearchHit } from '../../shared/search.ts';
import type { Article } from '../content/collections/blogPosts.ts';
import type { Home } from '../content/collections/homes.ts';
import { type Page, type PageSlug, pageChoices } from '../content/collections/pages.ts';
import type { Service } from '../content/collections/services.ts';
import { bookingFacts, homeFacts } from '../content/homeWords.ts';
import { plainTextOf } from '../content/parse/readMarkup.ts';
import { titleOfSlug } from '../content/parse/titleOfSlug.ts';
import { type SiteContent, valueIn } from '../content/siteContent.ts';

/** One page of the site, as the search knows it. */
export interface SearchDocument {
  readonly kind: SearchHit['kind'];
  readonly path: string;
  readonly title: string;
  /** Other words for the page: an editor's, its categories and tags, the town of a home. */
  readonly names: string;
  readonly summary: string;
  /** All other readable text of the page. A getter: it is made each time that it is read, and not kept. */
  readonly text: string;
  /** The objects that it is made of: a document of the same objects is unchanged. */
  readonly sources: readonly unknown[];
}

/** What pages without a title in content are called, where that is not their name in the list of editors. */
const ownTitles: { readonly [Slug in PageSlug]?: string } = {
  rentals: 'Vacation Rentals',
  'search-rentals': 'Search Vacation Rentals',
  'str-management': 'Short-Term Rental Management',
};

/** The pages that a search may find, in no particular order; content that is not available is left out. */
export function searchDocuments(content: SiteContent): readonly SearchDocument[] {
  const features = Map.groupBy(valueIn(content.service_features) ?? [], ({ serviceId }) => serviceId);
  const pages = valueIn(content.pages) ?? [];
  const { phone = null, emergencyPhone = null } = valueIn(content.site_settings) ?? {};
  /** What people search for that fixed pages show from other collections. */
  const namesOn: Readonly<Record<string, readonly string[]>> = {
    about: (valueIn(content.team) ?? []).map(({ name }) => name),
    contact: [phone, emergencyPhone].flatMap(spellingsOfPhone),
  };
  return [
    ...(valueIn(content.services) ?? []).map((service) =>
      documentOfService(
        service,
        (features.get(service.id) ?? []).map(({ text }) => text),
      ),
    ),
    ...(valueIn(content.homes) ?? []).map(documentOfHome),
    ...(valueIn(content.blog_posts)?.articles ?? []).map(documentOfPost),
    ...pages
      .filter(({ isLanding }) => isLanding)
      .map((page) => documentOfPage(page.slug, page.heroTitle ?? titleOfSlug(page.slug), page)),
    ...pageChoices.flatMap(({ value, text }) => {
      const page = pages.find(({ slug }) => slug === value) ?? null;
      return value === 'home' ? [] : documentOfPage(value, ownTitles[value] ?? text, page, namesOn[value]);
    }),
  ];
}

/** A phone number as it is shown, and in digits alone as phones list it, without and with the code of the country. */
function spellingsOfPhone(phone: string | null): readonly string[] {
  const digits = phone?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') ?? '';
  return digits === '' ? [] : [phone ?? '', digits, `1${digits}`];
}

function documentOfService(service: Service, features: readonly string[]): SearchDocument {
  return {
    kind: 'service',
    path: servicePath(service.slug),
    title: service.title,
    names: service.searchWords.join(' '),
    summary: service.summary ?? service.description ?? '',
    get text() {
      return asText([
        service.description,
        plainTextOf(service.content),
        ...features,
        ...titled(service.steps, service.answers, service.questions),
      ]);
    },
    sources: [service, ...features],
  };
}

function documentOfHome(home: Home): SearchDocument {
  const takesDogs = home.dogs !== null && home.dogs > 0;
  return {
    kind: 'home',
    path: rentalPath(home.slug),
    title: home.name,
    names: joined([
      'Vacation rental',
      home.town?.name ?? null,
      ...homeFacts(home),
      takesDogs ? 'dogs welcome' : null,
      ...home.searchWords,
    ]),
    summary: home.summary ?? '',
    get text() {
      return asText([
        ...home.features,
        ...homeFacts(home),
        plainTextOf(home.description),
        ...home.nearby.map(({ name }) => name),
        ...home.rooms.flatMap(({ room, beds }) => [room, beds]),
        // Who looks for a home for a dog must not find those that take none.
        ...bookingFacts(takesDogs ? home : { ...home, dogs: null }).flatMap(({ name, text }) => [name, text]),
      ]);
    },
    sources: [home],
  };
}

function documentOfPost(post: Article): SearchDocument {
  return {
    kind: 'post',
    path: postPath(post.slug),
    title: post.title,
    names: joined([...[...post.categories, ...post.tags].map(({ name }) => name), ...post.searchWords]),
    summary: post.excerpt ?? '',
    get text() {
      return plainTextOf(post.content);
    },
    sources: [post],
  };
}

/** @param title what it is called if content has no title for it */
function documentOfPage(
  slug: string,
  title: string,
  page: Page | null,
  names: readonly string[] = [],
): SearchDocument {
  return {
    kind: 'page',
    path: `/${slug}`,
    title: page?.title ?? title,
    names: joined([title, ...names, ...(page?.searchWords ?? [])]),
    summary: page?.heroSubtitle ?? '',
    get text() {
      if (page === null) return '';
      return asText([
        page.heroTitle,
        plainTextOf(page.content),
        page.storyTitle,
        ...page.storyParagraphs,
        ...titled(page.points),
        ...page.checklist,
        ...titled(page.questions, page.answers),
        ...page.repeater.flatMap((card) => [card.title, card.description]),
        ...page.blocks.flatMap(({ values }) => textsOf(values)),
      ]);
    },
    sources: [page, ...names],
  };
}

/** The titles and texts of lists of both. */
function titled(...lists: readonly (readonly { readonly title: string; readonly text: string }[])[]) {
  return lists.flat().flatMap(({ title, text }) => [title, text]);
}

function joined(texts: readonly (string | null)[]): string {
  return texts.filter((text) => text).join(' ');
}

/** The parts of a page one after the other, set off from each other where no sentence ends. */
function asText(parts: readonly (string | null)[]): string {
  const separated = parts.map((part) => (part && !/[.?!]$/.test(part) ? `${part}\u00a0·` : part));
  return joined(separated).replace(/\u00a0·$/, '');
}

/** Members of blocks that no visitor reads as text: links, names of icons, addresses of rows. */
const withoutText = new Set(['link', 'side', 'currency', 'icon', 'picture', 'homes', 'services', 'posts']);

/** All readable text of a block: its lines, its lists, its HTML. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'function') return [plainTextOf(value())];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (withoutText.has(name) ? [] : textsOf(member)));
}
