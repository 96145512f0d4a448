/**
 * The content of the site in our own words, after the parsers of `server/content/` have read it.
 * Every text is trimmed, every `Html` is sanitised, every picture is resolved, every date is formatted:
 * a page only places what it finds here.
 */

/** HTML that has passed the sanitiser; the only strings that may be placed as markup. */
export type Html = string & { readonly __html: 'sanitised' };

/** A picture file of the content service. */
export interface Asset {
  readonly asset: string;
  /** Changes whenever the file does; absent where the content service does not say. */
  readonly version?: string;
}

/** A picture: a file of the content service, or a path or address that content names itself. */
export interface Picture {
  readonly source: Asset | { readonly address: string };
  /** Text for those who cannot see it; empty where the picture only decorates. */
  readonly alt: string;
  /** Size of the original in pixels, where the content service knows it. */
  readonly width: number | null;
  readonly height: number | null;
  /** Focal point in per cent of width and height, where an editor set one. */
  readonly focus: { readonly x: number; readonly y: number } | null;
}

/** A menu entry; at most three levels, cycles cut, `url` already safe to link to. */
export interface MenuEntry {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly children: readonly MenuEntry[];
}

/** The key/value rows of `site_settings` folded into one object; empty values are null. */
export interface SiteSettings {
  readonly siteName: string | null;
  readonly tagline: string | null;
  readonly siteTitle: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly hours: string | null;
  readonly address: string | null;
  readonly serviceArea: string | null;
  /** The year, or whatever an editor writes after "Since". */
  readonly founded: string | null;
  /** How many homes the company looks after, in an editor's words or as a number. */
  readonly homesInCare: string | null;
  readonly licenceNumber: string | null;
  /** What is said of insurance: an editor's words, or `Insured` for a plain yes. */
  readonly insured: string | null;
  readonly emergencyPhone: string | null;
  /** How soon the company promises to answer, as a sentence. */
  readonly answerPromise: string | null;
  /** What is said of places beyond the service area. */
  readonly areaNote: string | null;
}

/** The drawings that editors can mark a line with. */
export const iconNames = [
  'mountain',
  'key',
  'clock',
  'shield',
  'home',
  'people',
  'tool',
  'sparkle',
  'snow',
  'leaf',
  'pin',
  'calendar',
  'heart',
  'check',
] as const;
export type IconName = (typeof iconNames)[number];

export interface HeroFeature {
  readonly text: string;
  /** What the editor marks it with: a drawing, or an emoji or short text; null: chosen from the text. */
  readonly icon: { readonly drawing: IconName } | { readonly sign: string } | null;
}

/** One card of the `services_repeater` of a page. */
export interface RepeaterCard {
  readonly picture: Picture | null;
  readonly title: string;
  readonly description: string;
  readonly additionalInfo: string | null;
  readonly linkUrl: string | null;
  readonly linkText: string | null;
}

export const pageSlugs = [
  'home',
  'about',
  'contact',
  'blog',
  'services',
  'rentals',
  'search-rentals',
  'str-management',
  'privacy',
] as const;

/** The seasons of Home in the order in which they are shown. */
export const seasonNames = ['spring', 'summer', 'fall', 'winter'] as const;
export type SeasonName = (typeof seasonNames)[number];

/** What Home says and shows of one season. */
interface Season {
  readonly text: string | null;
  readonly picture: Picture | null;
}

/** A short title with what there is to say of it: a step, a reason, a question with its answer. */
export interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** A row of the `pages` collection. */
export interface Page {
  readonly slug: string;
  readonly title: string | null;
  readonly heroTitle: string | null;
  readonly heroSubtitle: string | null;
  readonly heroPicture: Picture | null;
  readonly content: Html | null;
  readonly storyTitle: string | null;
  /** `story_content` split on blank lines. */
  readonly storyParagraphs: readonly string[];
  readonly storyPicture: Picture | null;
  /** Up to three. */
  readonly heroFeatures: readonly HeroFeature[];
  readonly repeater: readonly RepeaterCard[];
  readonly seasons: Readonly<Record<SeasonName, Season>>;
  /** What the company says for itself on About and the rental pages: reasons, or steps. */
  readonly points: readonly TitledText[];
  readonly checklist: readonly string[];
  readonly questions: readonly TitledText[];
}

/** What a list of services shows of one. */
export interface ServiceSummary {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string | null;
  readonly picture: Picture | null;
}

/** A published service as its own page shows it. */
export interface Service extends ServiceSummary {
  readonly description: string | null;
  readonly content: Html | null;
  readonly heroTitle: string | null;
  readonly heroSubtitle: string | null;
  readonly heroPicture: Picture | null;
  readonly featuresTitle: string | null;
  /** How the service goes, in an editor's words. */
  readonly steps: readonly TitledText[];
  /** What follows a first message. */
  readonly next: string | null;
  /** The related services that the editor names, as slugs of their titles or addresses. */
  readonly related: readonly string[];
}

/** What a list of homes shows of one. What content does not say is null, and nothing stands in its place. */
export interface HomeSummary {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Its slug is what the filter's address has. */
  readonly town: Term | null;
  readonly beds: number | null;
  /** May have a half. */
  readonly baths: number | null;
  /** How many may sleep there. */
  readonly guests: number | null;
  readonly summary: string | null;
  readonly picture: Picture | null;
}

/** Something near a home, and how far it is in an editor's words. */
export interface NearbyPlace {
  readonly name: string;
  readonly distance: string | null;
}

/** A published home as its own page shows it. */
export interface Home extends HomeSummary {
  readonly pictures: readonly Picture[];
  readonly description: Html | null;
  readonly features: readonly string[];
  readonly nearby: readonly NearbyPlace[];
  /** Where it is booked: a complete https address, or a path of the booking site. */
  readonly bookingAddress: string | null;
}

/** A filter of the homes: those of a town (its slug), and those in which so many guests may sleep. */
export interface HomeQuery {
  readonly town: string | null;
  readonly guests: number | null;
}

/** Somebody of the company, as About introduces them. */
export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
  readonly portrait: Picture | null;
  readonly words: string | null;
}

/** What a client has said. */
export interface Review {
  readonly id: string;
  readonly name: string;
  readonly location: string | null;
  /** 1 to 5. */
  readonly rating: number | null;
  readonly date: ShownDate | null;
  readonly text: string;
  readonly service: string | null;
}

/** The first row of `cta_settings`. */
export interface CallToAction {
  readonly title: string | null;
  readonly description: string | null;
  readonly buttonText: string | null;
  readonly buttonUrl: string | null;
}

/** A date ready to show: in Oregon's time, long month, day, year. */
export interface ShownDate {
  /** For `<time datetime>`: a calendar day or an ISO timestamp. */
  readonly machine: string;
  readonly text: string;
}

/** A category or tag: its name as first written, and the slug that addresses use. */
export interface Term {
  readonly name: string;
  readonly slug: string;
}

export interface CountedTerm extends Term {
  readonly count: number;
}

/** A category as its index shows it. */
export interface CountedCategory extends CountedTerm {
  /** That of its newest post whose picture no category before it shows. */
  readonly picture: Picture | null;
}

/** What a list of posts shows of one. Never holds the post's HTML. */
export interface PostSummary {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string | null;
  readonly categories: readonly Term[];
  readonly tags: readonly Term[];
  readonly published: ShownDate | null;
  readonly picture: Picture | null;
  readonly authorName: string | null;
}

/** A published post with its text and its neighbours. */
export interface Post extends PostSummary {
  readonly content: Html | null;
  readonly readingMinutes: number;
  /** The newer and the older post, by date. */
  readonly newer: PostSummary | null;
  readonly older: PostSummary | null;
  readonly related: readonly PostSummary[];
}

/** A filter of the blog: at most one of category and tag (slugs), and a page from 1. */
export interface PostQuery {
  readonly category: string | null;
  readonly tag: string | null;
  readonly page: number;
}

/** One page of posts, newest first. */
export interface PostListing {
  readonly posts: readonly PostSummary[];
  /** All posts that match, over all pages. */
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
  /** The category or tag of the filter, named as content writes it; null without a filter or a match. */
  readonly term: Term | null;
}

/** All categories and tags in use, alphabetical, with the number of published posts of each. */
export interface PostTaxonomy {
  readonly categories: readonly CountedCategory[];
  readonly tags: readonly CountedTerm[];
}
