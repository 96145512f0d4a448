/**
 * The shapes in which the demo content is written. `demoRows.ts` turns them into the rows that the embedded content
 * service sends, the way a real Directus stores them.
 */

/** A drawn picture of `server/demo/images/`, by its file name without the ending. */
export type DemoImageName =
  | 'basalt-canyon'
  | 'bedroom-linen'
  | 'cabin-snow'
  | 'cascade-dawn'
  | 'deck-evening'
  | 'high-desert-road'
  | 'hvac-enclosure'
  | 'juniper-ridge'
  | 'keys-porch'
  | 'kitchen-morning'
  | 'lake-reflection'
  | 'lava-field-stars'
  | 'lodge-dusk'
  | 'painted-siding'
  | 'ponderosa-trail'
  | 'river-bend'
  | 'roofline-snow'
  | 'three-peaks-snow'
  | 'window-light'
  | 'workshop-bench';

/** A blog post as an editor enters it. `content` is HTML; lists are comma-separated text. */
export interface DemoPost {
  readonly slug: string;
  readonly title: string;
  /** One or two plain sentences, at most 200 characters. */
  readonly excerpt: string;
  readonly content: string;
  readonly categories: string;
  readonly tags: string;
  readonly status: 'published' | 'draft' | 'archived';
  /** Either a UTC timestamp, a calendar day, or neither (a draft). */
  readonly published_at?: string;
  readonly published_date?: string;
  readonly image: DemoImageName | null;
  readonly author_name: string | null;
}

/** A service with its What's Included lines in the order in which they are shown. */
export interface DemoService {
  readonly slug: string;
  readonly title: string;
  readonly short_description: string;
  readonly description: string;
  readonly content: string;
  readonly hero_title: string | null;
  readonly hero_subtitle: string | null;
  readonly features_title: string | null;
  readonly status: 'published' | 'draft';
  readonly display_order: number;
  readonly thumbnail: DemoImageName | null;
  readonly hero: DemoImageName | null;
  readonly features: readonly string[];
}

/** A row of the `pages` collection; only what a page uses is given. */
export interface DemoPage {
  readonly slug: 'home' | 'about' | 'contact' | 'blog' | 'str-management' | 'privacy';
  readonly title: string;
  readonly hero_title?: string;
  readonly hero_subtitle?: string;
  readonly hero?: DemoImageName;
  readonly content?: string;
  readonly story_title?: string;
  /** Paragraphs are separated by blank lines. */
  readonly story_content?: string;
  readonly story?: DemoImageName;
  readonly hero_feature1_text?: string;
  readonly hero_feature1_icon?: string;
  readonly hero_feature2_text?: string;
  readonly hero_feature2_icon?: string;
  readonly hero_feature3_text?: string;
  readonly hero_feature3_icon?: string;
  readonly services_repeater?: readonly DemoCard[];
}

/** A card of the short-term-rental page. */
interface DemoCard {
  readonly image: DemoImageName;
  readonly title: string;
  readonly description: string;
  readonly additional_info?: string;
  readonly link_url: string;
  readonly link_text: string;
}

/** A menu entry; `children` become rows that name their parent. */
export interface DemoMenuEntry {
  readonly title: string;
  readonly url: string | null;
  readonly children?: readonly DemoMenuEntry[];
}
