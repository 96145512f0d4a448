import type { Picture } from '../../../shared/content.ts';
import { pageWidePicture, picturePath, sharedPictureSize } from '../../../shared/pictureLadder.ts';

/** Drawn at build, for pages without a picture of their own. */
const drawnSocialPath = '/social.png';

/** The picture that stands beside a page's title elsewhere; its address is complete. */
export interface SocialPicture {
  readonly url: string;
  readonly alt: string;
  /** Null of a picture that is elsewhere. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** The page's own picture as pages are shared, else the drawn one. */
export function socialPicture(picture: Picture | null | undefined, origin: string): SocialPicture {
  if (!picture) {
    return {
      url: origin + drawnSocialPath,
      alt: 'A snow peak above a lake, drawn in green and sand',
      size: sharedPictureSize,
    };
  }
  const { source, alt } = picture;
  const isOurs = 'asset' in source;
  return {
    url: isOurs ? origin + picturePath(source, 'share') : completeAddress(source.address, origin),
    alt,
    size: isOurs ? sharedPictureSize : null,
  };
}

/** The complete address of a whole picture, for programs. */
export function wholePicture({ source }: Picture, origin: string): string {
  return 'asset' in source
    ? origin + picturePath(source, pageWidePicture)
    : completeAddress(source.address, origin);
}

const completeAddress = (address: string, origin: string): string =>
  address.startsWith('/') ? origin + address : address;
