import { hash } from 'node:crypto';
import type { Picture } from '../../../shared/content.ts';
import { safeHref } from '../../../shared/safeHref.ts';
import { type Row, readLine, readNumber, readRow, readText } from '../../directus/readField.ts';
import { type FileFacts, isListedHost, type ParseContext } from './parseContext.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const bareId = new RegExp(`^${uuid}$`, 'i');
const assetPathname = new RegExp(`^/assets/(${uuid})(/[^/]*)?$`, 'i');

/** No address is longer; and `URL.canParse` is true for some of 99,000 letters that `new URL` then refuses. */
const longestReference = 2_000;

/**
 * A picture from a reference as content writes it: the UUID of a file, a file object (an expanded relation),
 * a path beginning with `/`, or something with `/images/` in it, then on this site or an allowed host.
 * Null for everything else, and for files that are known to be no images or drawings in SVG.
 */
export function parsePicture(value: unknown, context: ParseContext): Picture | null {
  const file = readRow(value);
  const reference = readLine(file ? file.id : value, longestReference);
  if (reference === null) return null;
  const isAddress = !bareId.test(reference);
  if (isAddress && !reference.startsWith('/') && !reference.includes('/images/')) return null;
  const source = pictureSource(reference, context);
  if (source === null) return null;
  if (!('asset' in source)) return { source, alt: '', width: null, height: null, focus: null };
  const facts = context.fileFacts(source.asset) ?? (file ? parseFileFacts(file) : null);
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
  // A path without its leading slash would lead somewhere else from every page.
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
  context.warn('A picture is on a host that is not allowed', { host: url.host.slice(0, 100) });
  return null;
}

function assetSource(written: string, { fileFacts }: ParseContext): Picture['source'] {
  const asset = written.toLowerCase();
  const version = fileFacts(asset)?.version;
  return version ? { asset, version } : { asset };
}

/** False for a file that the picture route would not pass on: no image, or SVG, which can hold script. */
export function mayBeShown(facts: FileFacts | null): boolean {
  if (!facts?.type) return true;
  return facts.type.startsWith('image/') && !facts.type.startsWith('image/svg');
}

/** The facts of one row of the file library; its focal point is in pixels of the original. */
export function parseFileFacts(row: Row): FileFacts {
  const width = readSize(row.width);
  const height = readSize(row.height);
  const x = toPercent(row.focal_point_x, width);
  const y = toPercent(row.focal_point_y, height);
  return {
    version: readVersion(row.modified_on),
    type: readLine(row.type, 100),
    width,
    height,
    description: readText(row.description, 500),
    focus: x === null || y === null ? null : { x, y },
  };
}

/** Directus sets `modified_on` whenever the file or what is said of it changes; in an address it is short. */
function readVersion(value: unknown): string | null {
  const modified = readLine(value, 64);
  return modified === null ? null : hash('sha256', modified, 'hex').slice(0, 10);
}

function readSize(value: unknown): number | null {
  const size = readNumber(value);
  return size !== null && Number.isInteger(size) && size > 0 && size <= 100_000 ? size : null;
}

function toPercent(value: unknown, size: number | null): number | null {
  const pixels = readNumber(value);
  if (pixels === null || size === null) return null;
  return Math.round(Math.min(Math.max(pixels / size, 0), 1) * 1_000) / 10;
}
