import type { Picture } from '../../../shared/content.ts';
import { safeHref } from '../../../shared/safeHref.ts';
import { largestPicture, largestSide } from '../../directus/assetLimits.ts';
import { readLine, readRow } from '../../directus/readField.ts';
import { assetOf, longestReference } from './asset.ts';
import { secureAddress } from './hostAddress.ts';
import { type FileFacts, isListedHost, type ParseContext } from './parseContext.ts';
import { pathOnSite } from './readHref.ts';

/**
 * A picture from a reference in content: the UUID of a file, a file object (an expanded relation), a path beginning
 * with `/`, or an address with `/images/` in it, on this site or an allowed host. Null for everything else, and for
 * files that are known to be absent, or of a type that is not shown.
 */
export function parsePicture(value: unknown, context: ParseContext): Picture | null {
  const reference = readLine(readRow(value)?.id ?? value, longestReference);
  if (reference === null) return null;
  const mayBeAddress = reference.startsWith('/') || reference.includes('/images/');
  if (!mayBeAddress && assetOf(reference, context) === null) return null;
  const source = pictureSource(reference, context);
  if (source === null) return null;
  context.note({ kind: 'picture', source, alt: null });
  if (!('asset' in source)) return { source, alt: '', width: null, height: null, focus: null };
  const facts = shownFacts(source.asset, context);
  if (facts === null) return null;
  return {
    source,
    alt: facts?.description ?? '',
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    focus: facts?.focus ?? null,
    ...sharingOf(facts),
  };
}

/**
 * How a file can be named to other sites, which show nothing in its place if we do not serve it: a link preview, the
 * sitemap, structured data. A file that the library knows without a size may be empty, or no picture at all.
 */
export function sharingOf(facts: FileFacts | null | undefined): Pick<Picture, 'sharing'> {
  if (!facts) return {};
  const { type, width, height, bytes } = facts;
  const isOriginal = type === 'image/gif';
  const isServed = width && height && bytes !== 0 && !isTooLarge(facts);
  if (!isServed || (isOriginal && (bytes ?? 0) > largestPicture)) return { sharing: 'none' };
  return isOriginal ? { sharing: 'original' } : {};
}

/**
 * Where an image reference leads: a file of the content service, or an address that the image policy of the
 * site allows (site-relative, or https on a listed host). Null, with one warning, for other hosts.
 */
export function pictureSource(reference: string, context: ParseContext): Picture['source'] | null {
  if (reference === '' || reference.length > longestReference) return null;
  const asset = assetOf(reference, context);
  if (asset !== null) return assetSource(asset, context);
  // A path without its leading slash would lead to a different address from every page.
  const path = /^([a-z][a-z0-9+.-]*:|[/#?\\])/i.test(reference) ? reference : `/${reference}`;
  const address = secureAddress(reference) ?? path;
  if (address.startsWith('/')) {
    const own = safeHref(address);
    return own === null ? null : { address: own };
  }
  const url = URL.parse(address);
  if (url === null) return null;
  const own = pathOnSite(address, context);
  if (own !== null) return { address: own };
  const href = safeHref(address);
  if (href?.startsWith('https:') && isListedHost(url.host, context.imageHosts)) return { address: href };
  if (url.host === '') context.warn('A picture is in the text itself, not a file', { scheme: url.protocol });
  else context.warn('A picture is on a host that is not allowed', { host: url.host.slice(0, 100) });
  return null;
}

function assetSource(asset: string, { fileFacts }: ParseContext): Picture['source'] {
  const version = fileFacts(asset)?.version;
  return version ? { asset, version } : { asset };
}

/** The site makes pictures for browsers of these. Of others it cannot (HEIC), or they can contain script (SVG). */
const shownTypes = /^image\/(jpe?g|png|webp|gif|avif|tiff)$/;

/** What is known of a file that is to be shown; null, with a note, if it is not. */
export function shownFacts(asset: string, context: ParseContext): FileFacts | null | undefined {
  const facts = context.fileFacts(asset);
  if (mayBeShown(facts)) {
    if (facts && isTooLarge(facts)) {
      const words = `uses a picture of ${facts.width} by ${facts.height} pixels, which is not shown: no side may have more than ${largestSide}`;
      context.note({ kind: 'picture-huge', words });
    }
    return facts;
  }
  context.note(
    facts
      ? { kind: 'picture-refused', words: `uses a picture of the type ${facts.type}, which is not shown` }
      : { kind: 'picture-gone', words: 'uses a picture that is not in the file library' },
  );
  return null;
}

/** Whether a file has more pixels than the content service transforms, so that visitors see a drawing in its place. */
export function isTooLarge({ width, height }: FileFacts): boolean {
  return Math.max(width ?? 0, height ?? 0) > largestSide;
}

/** False for a file that does not exist, or is of a type that the site does not show. */
export function mayBeShown(facts: FileFacts | null | undefined): boolean {
  return facts !== null && (!facts?.type || shownTypes.test(facts.type));
}
