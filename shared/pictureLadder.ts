import type { Asset } from './content.ts';

/** The width of the page: for pictures whose displayed width is unknown, and for those that other programs fetch. */
export const pageWidePicture = 1216;

/** The fallback in `src`, for browsers without `srcset`. */
export const fallbackPictureWidth = 768;

/**
 * The widths in pixels in which pictures are offered; the picture route makes no others. Browsers take the first
 * that is wide enough: 768 suits phones with a device pixel ratio of 2, 1024 and 1216 denser ones, 1216 the page.
 */
export const pictureWidths = [320, 480, fallbackPictureWidth, 1024, pageWidePicture, 1600] as const;

/** The size of the preview picture when a page is shared, cropped around its focal point. */
export const sharedPictureSize = { width: 1200, height: 630 } as const;

/** One of the offered widths, or `share` for the preview picture of a shared page. */
export type PictureForm = number | 'share';

/**
 * The address of an asset of the content service in one form. A replaced file has a new version, hence a new address:
 * browsers and shared caches cannot show the old file.
 */
export const picturePath = ({ asset, version }: Asset, form: PictureForm): string =>
  `/media/${asset}?w=${form}${version ? `&v=${version}` : ''}`;

/** All widths of an asset for a `srcset`. */
export const pictureSourceSet = (asset: Asset): string =>
  pictureWidths.map((width) => `${picturePath(asset, width)} ${width}w`).join(', ');
