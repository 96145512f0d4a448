import { hash } from 'node:crypto';
import type { Picture } from '../../../shared/content.ts';
import {
  pageWidePicture,
  picturePath,
  sharedPictureSize,
  type TitleWords,
} from '../../../shared/pictureLadder.ts';

/** Drawn at build time, for pages without a picture whose title cannot be drawn. */
export const drawnSocialPath = '/social.png';

/** The picture in link previews of a page; its URL is absolute. */
export interface SocialPicture {
  readonly url: string;
  readonly alt: string;
  /** Null for a picture that is not an asset of the content service. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The words to draw; null for a picture that exists already. */
  readonly words: TitleWords | null;
}

interface SocialSources {
  readonly picture: Picture | null | undefined;
  readonly title: string;
  readonly siteName: string;
  /** The canonical path and query of the page; null if search engines must not index it. */
  readonly path: string | null;
  readonly origin: string;
}

/** The page's own picture in the format of link previews; else its title, drawn; else a generic drawing. */
export function socialPicture({ picture, title, siteName, path, origin }: SocialSources): SocialPicture {
  if (picture) {
    const { source, alt } = picture;
    const isOurs = 'asset' in source;
    return {
      url: isOurs ? origin + picturePath(source, 'share') : completeAddress(source.address, origin),
      // A picture that is only decoration on its page represents the page in a link preview.
      alt: alt === '' ? title : alt,
      size: isOurs ? sharedPictureSize : null,
      words: null,
    };
  }
  const words = path === null ? null : socialWords(title, siteName);
  if (path === null || words === null) {
    const alt = 'A snow peak above a lake, drawn in green and sand';
    return { url: origin + drawnSocialPath, alt, size: sharedPictureSize, words: null };
  }
  const [page = '', query] = path.split('?', 2);
  return {
    url: `${origin}/social/${words.version}${page}.png${query === undefined ? '' : `?${query}`}`,
    alt: `${words.title}: ${words.siteName}`,
    size: sharedPictureSize,
    words,
  };
}

/** The page and the version that an address below `/social/` names; null if it has another form. */
export function readSocialAddress(
  url: string,
): { readonly version: string; readonly address: string } | null {
  const [, version = '', path = '', query = ''] =
    /^\/social\/([0-9a-f]{12})(\/[^?]*)\.png(\?.*)?$/.exec(url) ?? [];
  return version === '' ? null : { version, address: path + query };
}

/** The drawable text of a title and a name; null if one of their letters cannot be drawn. */
function socialWords(title: string, siteName: string): TitleWords | null {
  const [drawnTitle, drawnName] = [drawable(title), drawable(siteName)];
  if (drawnTitle === null || drawnName === null) return null;
  const text = `${drawnTitle}\n${drawnName}`;
  const version = hash('sha256', text).slice(0, 12);
  return { version, title: drawnTitle, siteName: drawnName };
}

/** Characters that our fonts lack; see `scripts/build/fonts.mjs`. */
const lacking = /[^ -~\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2122]/gu;

/** A text without emoji, marks and controls that our fonts lack; null if they lack a letter, or nothing is left. */
function drawable(text: string): string | null {
  const plain = text.normalize('NFC').replace(/\s+/g, ' ');
  const rest = plain.replace(lacking, (character) => (/[\p{L}\p{N}]/u.test(character) ? character : ''));
  return rest.search(lacking) < 0 && rest.trim() !== '' ? rest.trim() : null;
}

/** The absolute URL of an uncropped picture, for structured data and the sitemap. */
export function uncroppedPictureUrl({ source }: Picture, origin: string): string {
  return 'asset' in source
    ? origin + picturePath(source, pageWidePicture)
    : completeAddress(source.address, origin);
}

const completeAddress = (address: string, origin: string): string =>
  address.startsWith('/') ? origin + address : address;
