/** The stylesheets of `client/styles`, one for each family of pages, besides `base` which all pages carry. */
export const styleNames = [
  'home',
  'about',
  'services',
  'booking',
  'contact',
  'blog',
  'plain',
  'style',
] as const;

export type StyleName = (typeof styleNames)[number];
