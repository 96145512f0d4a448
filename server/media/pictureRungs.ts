import type { DirectusQuery } from '../directus/directusUrl.ts';
import type { PictureAsk } from './pictureAsk.ts';

/**
 * The same on every rung. The widths are those of dense screens, which hide what is lost: 60 in place of 75 is a
 * fifth to a quarter fewer bytes.
 */
const quality = 60;

/**
 * The ways to ask Directus for a picture, the best first. A project may refuse each but the last with 400
 * (`ASSETS_TRANSFORM` none or presets only, `ILLEGAL_ASSET_TRANSFORMATION` for large originals). The second
 * form was tried on Directus 11.17: numbers and booleans as JSON, the resize first, the same bytes.
 */
export const pictureRungs: readonly ((ask: PictureAsk) => DirectusQuery)[] = [
  ({ width, format }) => ({ width, format, quality, withoutEnlargement: true }),
  ({ width, format }) => ({
    transforms: JSON.stringify([
      ['resize', { width, withoutEnlargement: true }],
      ['toFormat', format === 'jpg' ? 'jpeg' : format, { quality }],
    ]),
  }),
  ({ width }) => ({ width, withoutEnlargement: true }),
  () => ({}),
];

/** The rung that sends the original: the same bytes for every width and format. */
export const originalRung = pictureRungs.length - 1;
