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
import { assetOf } from './asset.ts';
import { stylesOf } from './editorStyles.ts';
import { secureAddress } from './hostAddress.ts';
import { isListedHost, type ParseContext } from './parseContext.ts';
import { pictureSource, shownFacts } from './parsePicture.ts';
import { hrefOf, noteLink } from './readHref.ts';

/**
 * How elements with an address are transformed: each is rebuilt from its allowed attributes. One whose address is not
 * allowed becomes a `span` without attributes; text inside it stays.
 */
export function allowedElements(context: ParseContext): Record<string, string | sanitize.Transformer> {
  return {
    ...renamed,
    center: (_tag, attribs) => ({ tagName: 'div', attribs: { ...attribs, align: 'center' } }),
    a: keepLink(context),
    img: keepImage(context),
    iframe: keepFrame(context),
    oembed: keepEmbedded(context),
    video: keepMedia('video', context),
    audio: keepMedia('audio', context),
    source: keepMedia('source', context),
  };
}

/** Elements that are shown as another one that means the same, or is laid out so. */
export const renamed: Readonly<Record<string, string>> = {
  h1: 'h2',
  strike: 's',
  tt: 'code',
  samp: 'code',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  acronym: 'abbr',
  font: 'span',
  menu: 'ul',
  dir: 'ul',
  address: 'div',
  aside: 'div',
  footer: 'div',
  header: 'div',
  hgroup: 'div',
  main: 'div',
  nav: 'div',
};

const nothing = (): sanitize.Tag => ({ tagName: 'span', attribs: {} });

/** Of an element with an address: what may say more about its text, and its name in links within the text. */
const carried = ({ id, name, class: own, style, align }: sanitize.Attributes): sanitize.Attributes => ({
  ...((id || name) && { id: id || name || '' }),
  ...(own && { class: own }),
  ...(style && { style }),
  ...(align && { align }),
});

const keepLink =
  (context: ParseContext) =>
  (_tag: string, attribs: sanitize.Attributes): sanitize.Tag => {
    const written = attribs.href?.trim();
    const href = written === undefined ? null : hrefOf(written, context);
    if (written !== undefined) noteLink(written, href, context);
    if (href === null) return { tagName: 'span', attribs: carried(attribs) };
    const { title } = attribs;
    return {
      tagName: 'a',
      attribs: {
        href,
        ...(title && { title }),
        ...(isExternal(href) && { rel: 'noopener noreferrer' }),
        ...carried(attribs),
      },
    };
  };

/** Some editors keep only the address of a film in a text. */
const keepEmbedded =
  (context: ParseContext) =>
  (tag: string, { url = '' }: sanitize.Attributes): sanitize.Tag => {
    const link = keepLink(context)(tag, { href: url });
    return { ...link, text: link.attribs.href ?? '' };
  };

const keepImage =
  (context: ParseContext) =>
  (_tag: string, attribs: sanitize.Attributes): sanitize.Tag => {
    const reference = attribs.src?.trim() ?? '';
    const source = pictureSource(reference, context);
    if (source === null) return nothing();
    context.note({ kind: 'picture', source, alt: attribs.alt ?? null });
    const facts = 'asset' in source ? shownFacts(source.asset, context) : undefined;
    if (facts === null) return nothing();
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
        ...carried(attribs),
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
  (context: ParseContext) =>
  (_tag: string, attribs: sanitize.Attributes): sanitize.Tag => {
    const file = assetOf(attribs.src ?? '', context);
    if (file !== null) {
      // Browsers show no file of another site in a frame that is sandboxed.
      const text = attribs.title?.trim() || 'Open the document';
      return {
        tagName: 'a',
        text,
        attribs: { href: context.assetAddress(file), rel: 'noopener noreferrer' },
      };
    }
    const src = safeHref(secureAddress(attribs.src?.trim() ?? ''));
    if (src === null || !src.startsWith('https:') || !isListedHost(new URL(src).host, context.embedHosts)) {
      context.warn('An embedded frame is on a host that is not allowed', { src: attribs.src?.slice(0, 200) });
      return { ...nothing(), text: '' };
    }
    return {
      tagName: 'iframe',
      text: '',
      attribs: {
        src,
        title: attribs.title?.trim() || 'Embedded content',
        ...frameSize(attribs),
        loading: 'lazy',
        // A window that a frame opens is a page of its own, as it would be without us.
        sandbox:
          'allow-scripts allow-same-origin allow-presentation allow-forms allow-popups allow-popups-to-escape-sandbox',
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
      return src === null ? nothing() : { tagName, attribs: { src, ...type } };
    }
    if (attribs.src && src === null) return nothing();
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

/** Width and height in pixels, both or none: the editor's own, else those of the file, as wide or high as an editor says. */
function keepSize(attribs: sanitize.Attributes, file: Size | null | undefined): sanitize.Attributes {
  const own = sizeOf(attribs);
  if (own.width && own.height) return sizeIn(own.width, own.height);
  if (!file?.width || !file.height) return {};
  const scale = own.width ? own.width / file.width : own.height ? own.height / file.height : 1;
  return sizeIn(file.width * scale, file.height * scale);
}

const sizeIn = (width: number, height: number): sanitize.Attributes => ({
  width: String(Math.max(1, Math.round(width))),
  height: String(Math.max(1, Math.round(height))),
});

/** The size in pixels that an element is shown in: a style counts more than an attribute. */
function sizeOf(attribs: sanitize.Attributes): Size {
  const styles = stylesOf(attribs.style);
  const of = (name: 'width' | 'height') => readPixels(styles.get(name)) ?? readPixels(attribs[name]);
  return { width: of('width'), height: of('height') };
}

/** A frame is as wide as the text. A film keeps its shape; anything else has the height that the editor gave. */
function frameSize(attribs: sanitize.Attributes): sanitize.Attributes {
  const { width, height: own } = sizeOf(attribs);
  const height = own ?? readPixels(stylesOf(attribs.style).get('min-height'));
  if (!height) return {};
  const isFilm = width !== null && Math.abs(width / height - 16 / 9) < 0.05;
  return { ...(isFilm && { width: String(width) }), height: String(height) };
}

function readPixels(value: string | undefined): number | null {
  const pixels = readNumber(value?.replace(/px$/, ''));
  return pixels !== null && pixels >= 1 ? Math.min(Math.round(pixels), 10_000) : null;
}
