import type { Picture } from '../../../shared/content.ts';
import { safeHref } from '../../../shared/safeHref.ts';
import { readLine, readRow } from '../../directus/readField.ts';
import { type FileFacts, isListedHost, type ParseContext } from './parseContext.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const bareId = new RegExp(`^${uuid}$`, 'i');
const assetPathname = new RegExp(`^/assets/(${uuid})(/[^/]*)?$`, 'i');

/**
 * No real address is longer; and `URL.canParse` is true for some strings of 99,000 letters that `new URL` then refuses.
 */
const longestReference = 2_000;

/**
 * A picture from a reference in content: the UUID of a file, a file object (an expanded relation), a path beginning
 * with `/`, or an address with `/images/` in it, on this site or an allowed host. Null for everything else, and for
 * files that are known to be absent, or of a type that is not shown.
 */
export function parsePicture(value: unknown, context: ParseContext): Picture | null {
  const reference = readLine(readRow(value)?.id ?? value, longestReference);
  if (reference === null) return null;
  const isAddress = !bareId.test(reference);
  if (isAddress && !reference.startsWith('/') && !reference.includes('/images/')) return null;
  const source = pictureSource(reference, context);
  if (source === null) return null;
  if (!('asset' in source)) return { source, alt: '', width: null, height: null, focus: null };
  const facts = context.fileFacts(source.asset);
  if (!mayBeShown(facts)) return null;
  return {
    source,
    alt: facts?.description ?? '',
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    focus: facts?.focus ?? null,
  };
}

/**
 * Where an image reference leads: a file of the content service, or an address that the image policy of the
 * site allows (site-relative, or https on a listed host). Null, with one warning, for other hosts.
 */
export function pictureSource(reference: string, context: ParseContext): Picture['source'] | null {
  if (reference === '' || reference.length > longestReference) return null;
  if (bareId.test(reference)) return assetSource(reference, context);
  // A path without its leading slash would lead to a different address from every page.
  const address = /^([a-z][a-z0-9+.-]*:|[/#?\\])/i.test(reference) ? reference : `/${reference}`;
  if (address.startsWith('/') && !address.startsWith('//')) {
    const asset = assetPathname.exec(address.split('?')[0] ?? '')?.[1];
    if (asset) return assetSource(asset, context);
    const path = safeHref(address);
    return path === null ? null : { address: path };
  }
  const url = URL.parse(address);
  if (url === null) return null;
  const asset = assetPathname.exec(url.pathname)?.[1];
  if (asset && isListedHost(url.host, context.assetHosts)) return assetSource(asset, context);
  const href = safeHref(address);
  if (href?.startsWith('https:') && isListedHost(url.host, context.imageHosts)) return { address: href };
  if (url.host === '') context.warn('A picture is in the text itself, not a file', { scheme: url.protocol });
  else context.warn('A picture is on a host that is not allowed', { host: url.host.slice(0, 100) });
  return null;
}

function assetSource(written: string, { fileFacts }: ParseContext): Picture['source'] {
  const asset = written.toLowerCase();
  const version = fileFacts(asset)?.version;
  return version ? { asset, version } : { asset };
}

/** The site makes pictures for browsers of these. Of others it cannot (HEIC), or they can contain script (SVG). */
const shownTypes = /^image\/(jpe?g|png|webp|gif|avif|tiff)$/;

/** False for a file that does not exist, or is of a type that the site does not show. */
export function mayBeShown(facts: FileFacts | null | undefined): boolean {
  return facts !== null && (!facts?.type || shownTypes.test(facts.type));
}
