/**
 * The longest side in pixels of a picture that Directus transforms (`ASSETS_TRANSFORM_IMAGE_MAX_DIMENSION`). Larger
 * ones are originals: Directus 11.17 sends some as they are, with 200.
 */
export const largestSide = 6_000;

/** The bytes of a file of the content service that we pass on at most. */
export const largestPicture = 10 * 1024 * 1024;
