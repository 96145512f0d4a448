import type { Asset } from './content.ts';

/** The width for places of unknown width: that of the page, in which pictures are passed on elsewhere as well. */
export const pageWidePicture = 1216;

/** The width for browsers that do not choose by themselves. */
export const plainPictureWidth = 768;

/**
 * The widths in pixels in which pictures are offered; the picture route makes these and no others. Browsers take
 * the first that is wide enough: 768 fills phones of two dots a pixel, 1024 and 1216 denser ones, 1216 the page.
 */
export const pictureWidths = [320, 480, plainPictureWidth, 1024, pageWidePicture, 1600] as const;

/** The size of a picture beside a shared page's title, cropped around its focal point. */
export const sharedPictureSize = { width: 1200, height: 630 } as const;

/** A width of the ladder, or the form in which a page is shared. */
export type PictureForm = number | 'share';

/**
 * The address of an asset of the content service in one width of the ladder, or as it is shared. A replaced file has another version,
 * hence another address: browsers and shared caches cannot show the old one.
 */
export const picturePath = ({ asset, version }: Asset, form: PictureForm): string =>
  `/media/${asset}?w=${form}${version ? `&v=${version}` : ''}`;

/** All widths of an asset for a `srcset`. */
export const pictureSourceSet = (asset: Asset): string =>
  pictureWidths.map((width) => `${picturePath(asset, width)} ${width}w`).join(', ');

/** What is written on the drawn picture by which a page is shared: only characters of our fonts. */
export interface TitleWords {
  /** Changes with the words. */
  readonly version: string;
  readonly title: string;
  readonly siteName: string;
}
