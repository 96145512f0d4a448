import type { ContentRows } from './contentCollections.ts';

/*
 * The rows are type aliases rather than interfaces: an alias fits the open row type of the service, in which
 * tests may put anything.
 */

export type NavigationRow = {
  id: number;
  title: string;
  url: string | null;
  parent_id: number | null;
  display_order: number | null;
};

export type SettingRow = { id: number; key: string; value: string };

export type PageRow = {
  id: number;
  slug: string;
  title: string;
  hero_title: string | null;
  hero_subtitle: string | null;
  hero_image: string | null;
  content: string | null;
  story_title: string | null;
  story_content: string | null;
  story_image: string | null;
  story_image_path: string | null;
  hero_feature1_text: string | null;
  hero_feature1_icon: string | null;
  hero_feature2_text: string | null;
  hero_feature2_icon: string | null;
  hero_feature3_text: string | null;
  hero_feature3_icon: string | null;
  /** A list of cards as JSON text, as the collection stores it. */
  services_repeater: string | null;
};

export type ServiceRow = {
  id: number;
  status: string;
  slug: string;
  title: string;
  short_description: string;
  description: string;
  content: string;
  thumbnail_image: string | null;
  hero_image: string | null;
  hero_title: string | null;
  hero_subtitle: string | null;
  features_title: string | null;
  display_order: number;
};

export type ServiceFeatureRow = { id: number; service_id: number; feature_text: string; sort: number };

export type CallToActionRow = {
  id: number;
  title: string;
  description: string;
  button_text: string;
  button_url: string;
};

export type PostRow = {
  id: number;
  status: string;
  slug: string;
  title: string;
  excerpt: string;
  content: string;
  categories: string;
  tags: string;
  published_at: string | null;
  published_date: string | null;
  featured_image: string | null;
  thumbnail_image: string | null;
  author_name: string | null;
};

export type FileRow = {
  id: string;
  storage: string;
  filename_disk: string;
  filename_download: string;
  title: string;
  type: string;
  folder: null;
  uploaded_by: null;
  created_on: string;
  modified_by: null;
  modified_on: string;
  charset: null;
  filesize: null;
  width: number;
  height: number;
  duration: null;
  embed: null;
  description: string;
  location: null;
  tags: null;
  metadata: null;
  focal_point_x: number | null;
  focal_point_y: number | null;
  uploaded_on: string;
};

export interface DemoRows extends ContentRows {
  navigation: NavigationRow[];
  site_settings: SettingRow[];
  pages: PageRow[];
  services: ServiceRow[];
  service_features: ServiceFeatureRow[];
  cta_settings: CallToActionRow[];
  blog_posts: PostRow[];
  directus_files: FileRow[];
}
