/** The widths in pixels in which pictures are offered; the picture route makes these and no others. */
export const pictureWidths = [320, 480, 640, 800, 1200, 1600] as const;

/** The width for browsers that do not choose by themselves. */
export const plainPictureWidth = 800;

/** The address of an asset of the content service in one width of the ladder. */
export const picturePath = (asset: string, width: number): string => `/media/${asset}?w=${width}`;

/** All widths of an asset for a `srcset`. */
export const pictureSourceSet = (asset: string): string =>
  pictureWidths.map((width) => `${picturePath(asset, width)} ${width}w`).join(', ');
