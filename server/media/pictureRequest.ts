import { type PictureForm, pictureWidths } from '../../shared/pictureLadder.ts';

/**
 * The encodings that we request from the content service: WebP if the browser accepts it, else JPEG.
 *
 * No AVIF. On Directus 11.17 (two busy cores, a 1600 px source) the first AVIF took 3.8 s at 640 px and more than
 * 12 s at 1600 px, the first WebP 0.15 s and 0.2 s, for a third fewer bytes (8.3 kB against 12.0 kB); and a request
 * for a picture that is still being written gets an empty 200. Half a minute of the content service's processor for
 * each picture is not worth 4 kB.
 */
type PictureFormat = 'webp' | 'jpg';

/** One picture as a browser requests it. */
export interface PictureRequest {
  /** A lower-case UUID. */
  readonly id: string;
  /** A width of the ladder, or the form in which a page is shared. */
  readonly form: PictureForm;
  readonly format: PictureFormat;
  /** The version of the file that the address names; see `Asset`. */
  readonly version?: string | undefined;
}

/** The cache tag by which a CDN purges a picture in all its sizes. */
export const pictureTag = (id: string): string => `picture-${id}`;

const largestWidth = Math.max(...pictureWidths);
const widths: ReadonlyMap<string, number> = new Map(pictureWidths.map((width) => [String(width), width]));
const target =
  /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?w=(share|[0-9]{1,5})(?:&v=([0-9a-f]{1,16}))?)?$/;
const takesWebp = /(?:^|[,\s])image\/webp(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/**
 * Reads a request target and its `Accept` header. Only one spelling is accepted, so that caches hold a picture once.
 * Only two parts of the target are ever sent on: a UUID, and a width of the ladder (by default its largest) or
 * `share`. A wildcard in `Accept` does not mean WebP: every browser and program sends one.
 *
 * @returns null for everything else
 */
export function readPictureRequest(url: string, accept: string | undefined): PictureRequest | null {
  const [, id, text, version] = target.exec(url) ?? [];
  const form = text === undefined ? largestWidth : text === 'share' ? text : widths.get(text);
  if (id === undefined || form === undefined) return null;
  // Every service that shows link previews accepts JPEG.
  const format = form !== 'share' && takesWebp.test(accept ?? '') ? 'webp' : 'jpg';
  return { id, form, format, version };
}
