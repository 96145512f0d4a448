import type { Picture } from '../../../shared/content.ts';
import { pageWidePicture, picturePath, sharedPictureSize } from '../../../shared/pictureLadder.ts';
import { words } from '../../../shared/words.ts';

/** The picture of the company, drawn at build time, for pages without a picture of their own. */
export const companyPicturePath = '/social.png';

/** The picture in link previews of a page; its URL is absolute. */
export interface SocialPicture {
  readonly url: string;
  readonly alt: string;
  /** Null: not known. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

interface SocialSources {
  /** The page's own pictures, the most fitting first. */
  readonly pictures: readonly Picture[];
  readonly title: string;
  readonly siteName: string;
  readonly origin: string;
}

/** The first of the page's pictures that can be shared, in the format of link previews; else that of the company. */
export function socialPicture({ pictures, title, siteName, origin }: SocialSources): SocialPicture {
  const [picture] = sharedPictures(pictures);
  if (picture === undefined) {
    const alt = `${siteName}: ${words.socialPicture}`;
    return { url: origin + companyPicturePath, alt, size: sharedPictureSize };
  }
  const { source, alt, width, height, sharing } = picture;
  return {
    url: 'asset' in source ? origin + picturePath(source, 'share') : completeAddress(source.address, origin),
    // A picture that is only decoration on its page represents the page in a link preview.
    alt: alt === '' ? title : alt,
    // While the file library cannot be read, nothing is known of a file, not even whether it can be cropped.
    size:
      width === null || height === null
        ? null
        : sharing === 'original'
          ? { width, height }
          : sharedPictureSize,
  };
}

/** The pictures that may be named to other sites; see `sharingOf`. */
export const sharedPictures = (pictures: readonly Picture[]): readonly Picture[] =>
  pictures.filter(({ sharing }) => sharing !== 'none');

/** The absolute URL of an uncropped picture, for structured data and the sitemap. */
export function uncroppedPictureUrl({ source }: Picture, origin: string): string {
  return 'asset' in source
    ? origin + picturePath(source, pageWidePicture)
    : completeAddress(source.address, origin);
}

const completeAddress = (address: string, origin: string): string =>
  address.startsWith('/') ? origin + address : address;
