import type { Picture } from '../../../shared/content.ts';
import { pageWidePicture, picturePath } from '../../../shared/pictureLadder.ts';

/** Drawn at build, for pages without a picture of their own. */
const drawnSocialPath = '/social.png';

/** The picture that stands beside a page's title elsewhere; its address is complete. */
export interface SocialPicture {
  readonly url: string;
  readonly alt: string;
  /** Only the drawn one is sure of its size. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** The page's own picture in one width of the ladder, else the drawn one. */
export function socialPicture(picture: Picture | null | undefined, origin: string): SocialPicture {
  if (!picture) {
    return {
      url: origin + drawnSocialPath,
      alt: 'A snow peak above a lake, drawn in green and sand',
      size: { width: 1200, height: 630 },
    };
  }
  const { source, alt } = picture;
  const address = 'asset' in source ? picturePath(source, pageWidePicture) : source.address;
  return { url: address.startsWith('/') ? origin + address : address, alt, size: null };
}
