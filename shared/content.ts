/**
 * The content that components of both sides show, in our own words. Every text is trimmed, every picture is resolved,
 * every date is formatted: a component only places what it finds here. What only the server shows is declared with its
 * collection, in `server/content/collections/`.
 */

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
  readonly title: string;
  readonly url: string | null;
  readonly children: readonly MenuEntry[];
  /** What makes it editable in a preview. */
  readonly mark?: { readonly 'data-directus'?: string };
}

/** An amount in a currency, by its three letters (ISO 4217). */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** The least that something costs, and what for: `a night`. */
export interface PriceFrom {
  readonly from: Money;
  readonly unit: string | null;
}

/** What a list of services shows of one. */
export interface ServiceSummary {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string | null;
  readonly picture: Picture | null;
  readonly price: PriceFrom | null;
}

/** What a list of homes shows of one. What content does not say is null, and nothing stands in its place. */
export interface HomeSummary {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Its slug is what the filter's address has. */
  readonly town: Term | null;
  readonly bedrooms: number | null;
  /** May have a half. */
  readonly baths: number | null;
  /** How many may sleep there. */
  readonly guests: number | null;
  /** How many dogs may stay. */
  readonly dogs: number | null;
  readonly summary: string | null;
  readonly picture: Picture | null;
  readonly price: PriceFrom | null;
}

/** A filter of the homes: those of a town (its slug), in which so many guests may sleep, where dogs may stay. */
export interface HomeQuery {
  readonly town: string | null;
  readonly guests: number | null;
  readonly dogs: boolean;
}

/** A date ready to show: in the company's time, long month, day, year. */
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
