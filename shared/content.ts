/**
 * The content types that components on server and browser show, independent of the content service. Texts are
 * trimmed, pictures resolved and dates formatted, so that a component only places them. Types that only the server
 * uses are declared with their collection, in `server/content/collections/`.
 */

/** A picture file of the content service. */
export interface Asset {
  readonly asset: string;
  /** Changes whenever the file does; absent if the content service does not provide it. */
  readonly version?: string;
}

/** A picture: a file of the content service, or a path or URL given in content. */
export interface Picture {
  readonly source: Asset | { readonly address: string };
  /** Alternative text; empty for a decorative picture. */
  readonly alt: string;
  /** Size of the original in pixels; null if the content service does not know it. */
  readonly width: number | null;
  readonly height: number | null;
  /** Focal point in percent of width and height; null if no editor has set one. */
  readonly focus: { readonly x: number; readonly y: number } | null;
  /**
   * How other sites get it: `original` as it is, since the content service does not transform it; `none` not at all,
   * since we may not be able to serve it. Absent: cropped for link previews.
   */
  readonly sharing?: 'original' | 'none';
}

/** A menu entry: at most three levels, without cycles, `url` already safe to link to. */
export interface MenuEntry {
  readonly title: string;
  readonly url: string | null;
  readonly children: readonly MenuEntry[];
  /** Attributes that make it editable in a preview. */
  readonly mark?: { readonly 'data-directus'?: string };
}

/** A date ready to show: in the company's time zone, with the month's full name, day and year. */
export interface ShownDate {
  /** For `<time datetime>`: a calendar day or an ISO timestamp. */
  readonly machine: string;
  readonly text: string;
}

/** A category or tag: its name in its first spelling, and the slug that addresses use. */
export interface Term {
  readonly name: string;
  readonly slug: string;
}

export interface CountedTerm extends Term {
  readonly count: number;
}

/** A category as the index of categories shows it. */
export interface CountedCategory extends CountedTerm {
  /** The picture of its newest post whose picture is not used by an earlier category. */
  readonly picture: Picture | null;
}

/** A post as lists show it. Never holds the post's HTML. */
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
  /** The number of matching posts on all pages together. */
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
  /** The filter's category or tag, with its name as content writes it; null without a filter or a match. */
  readonly term: Term | null;
}

/** All categories and tags in use, alphabetical, with the number of published posts of each. */
export interface PostTaxonomy {
  readonly categories: readonly CountedCategory[];
  readonly tags: readonly CountedTerm[];
}
