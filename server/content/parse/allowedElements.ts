import type sanitize from 'sanitize-html';
import type { Asset } from '../../../shared/content.ts';
import {
  fallbackPictureWidth,
  pageWidePicture,
  picturePath,
  pictureSourceSet,
} from '../../../shared/pictureLadder.ts';
import { isExternal, safeHref } from '../../../shared/safeHref.ts';
import { readNumber } from '../../directus/readField.ts';
import { isListedHost, type ParseContext } from './parseContext.ts';
import { mayBeShown, pictureSource } from './parsePicture.ts';

/**
 * How elements with an address are transformed: each is rebuilt from its allowed attributes. One whose address is not
 * allowed becomes a `span` without attributes; text inside it stays.
 */
export function allowedElements(context: ParseContext): Record<string, string | sanitize.Transformer> {
  return {
    h1: 'h2',
    a: keepLink,
    img: keepImage(context),
    iframe: keepFrame(context),
    video: keepMedia('video', context),
    audio: keepMedia('audio', context),
    source: keepMedia('source', context),
  };
}

const nothing: sanitize.Tag = { tagName: 'span', attribs: {} };

function keepLink(_tag: string, { href, title }: sanitize.Attributes): sanitize.Tag {
  const safe = safeHref(href);
  if (safe === null) return nothing;
  return {
    tagName: 'a',
    attribs: { href: safe, ...(title && { title }), ...(isExternal(safe) && { rel: 'noopener noreferrer' }) },
  };
}

const keepImage =
  (context: ParseContext) =>
  (_tag: string, attribs: sanitize.Attributes): sanitize.Tag => {
    const source = pictureSource(attribs.src?.trim() ?? '', context);
    if (source === null) return nothing;
    const asset = 'asset' in source ? source.asset : null;
    const facts = asset === null ? undefined : context.fileFacts(asset);
    if (!mayBeShown(facts)) return nothing;
    const size = keepSize(attribs, facts);
    return {
      tagName: 'img',
      attribs: {
        ...('asset' in source ? sourcesOf(source, Number(size.width)) : { src: source.address }),
        alt: attribs.alt ?? facts?.description ?? '',
        ...(attribs.title && { title: attribs.title }),
        ...size,
        loading: 'lazy',
        decoding: 'async',
      },
    };
  };

/** The width of the text of an article in pixels; no picture in it is wider. */
const articleWidth = 656;

/**
 * If the width is unknown, there is only one address: the browser would stretch a small picture to what `sizes` says.
 */
function sourcesOf(asset: Asset, width: number): sanitize.Attributes {
  if (!(width > 0)) return { src: picturePath(asset, pageWidePicture) };
  const shown = Math.min(width, articleWidth);
  return {
    src: picturePath(asset, fallbackPictureWidth),
    srcset: pictureSourceSet(asset),
    sizes: `(max-width: ${shown}px) 100vw, ${shown}px`,
  };
}

const keepFrame =
  ({ embedHosts, warn }: ParseContext) =>
  (_tag: string, attribs: sanitize.Attributes): sanitize.Tag => {
    const src = safeHref(attribs.src);
    if (src === null || !src.startsWith('https:') || !isListedHost(new URL(src).host, embedHosts)) {
      warn('An embedded frame is on a host that is not allowed', { src: attribs.src?.slice(0, 200) });
      return { ...nothing, text: '' };
    }
    return {
      tagName: 'iframe',
      text: '',
      attribs: {
        src,
        title: attribs.title?.trim() || 'Embedded content',
        ...keepSize(attribs, null),
        loading: 'lazy',
        sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
        // Players refuse to start without knowing which site embeds them.
        referrerpolicy: 'strict-origin-when-cross-origin',
        allowfullscreen: '',
      },
    };
  };

const keepMedia =
  (tagName: 'video' | 'audio' | 'source', context: ParseContext) =>
  (_tag: string, attribs: sanitize.Attributes): sanitize.Tag => {
    // Each address must be on a host from which the content security policy lets it be loaded.
    const addressOf = (
      reference: string | undefined,
      imageHosts: readonly string[],
      ofAsset: (asset: Asset) => string,
    ) => {
      const source = pictureSource(reference?.trim() ?? '', { ...context, imageHosts });
      return source && ('asset' in source ? ofAsset(source) : source.address);
    };
    const src = addressOf(attribs.src, context.embedHosts, ({ asset }) => context.assetAddress(asset));
    if (tagName === 'source') {
      const type = attribs.type && { type: attribs.type };
      return src === null ? nothing : { tagName, attribs: { src, ...type } };
    }
    if (attribs.src && src === null) return nothing;
    const ofPoster = (asset: Asset) => picturePath(asset, fallbackPictureWidth);
    const poster = tagName === 'video' ? addressOf(attribs.poster, context.imageHosts, ofPoster) : null;
    return {
      tagName,
      attribs: {
        ...(src && { src }),
        ...(poster && { poster }),
        ...keepSize(attribs, null),
        controls: '',
        preload: 'metadata',
      },
    };
  };

interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/** Width and height in pixels, both or none: the editor's own, else those of the file. */
function keepSize(attribs: sanitize.Attributes, file: Size | null | undefined): sanitize.Attributes {
  const own = { width: readPixels(attribs.width), height: readPixels(attribs.height) };
  const { width, height } = own.width && own.height ? own : (file ?? own);
  return width && height ? { width: String(width), height: String(height) } : {};
}

function readPixels(value: string | undefined): number | null {
  const pixels = readNumber(value?.replace(/px$/, ''));
  return pixels !== null && Number.isInteger(pixels) && pixels > 0 && pixels <= 10_000 ? pixels : null;
}
