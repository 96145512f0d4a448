import { hostAddress } from './hostAddress.ts';
import { isListedHost, isSiteHost, type ParseContext } from './parseContext.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** A file by its id, or by the name that Directus stores it under. */
const bareFile = new RegExp(`^(${uuid})(?:\\.\\w{1,8})?$`, 'i');
/**
 * Where Directus serves a file: the admin app adds an extension, and anybody may add a name. Or where that app shows it,
 * which editors copy.
 */
const filePath = new RegExp(`/(?:assets|admin/files)/(${uuid})(?:\\.[^/]*)?(?:/[^/]*)?$`, 'i');
const ownPath = new RegExp(`^${filePath.source}|^/media/(${uuid})$`, 'i');

/**
 * No real address is longer; and `URL.canParse` is true for some strings of 99,000 letters that `new URL` then refuses.
 */
export const longestReference = 2_000;

/** Resolves relative addresses; no real site has this name. */
const base = 'https://site.invalid';

/**
 * The id of the file of the content service that an address leads to, in any spelling that the admin app or an editor
 * writes: an id, a path with or without its slash, an address under any of the names of the content service or of this
 * site; with or without extension, file name and query. Null for every other address.
 */
export function assetOf(
  reference: string,
  { assetHosts, siteHost }: Pick<ParseContext, 'assetHosts' | 'siteHost'>,
): string | null {
  if (reference.length > longestReference) return null;
  const bare = bareFile.exec(reference)?.[1];
  if (bare !== undefined) return bare.toLowerCase();
  if (!/(?:assets|media|files)\//i.test(reference)) return null;
  const url = URL.parse(hostAddress(reference) ?? reference, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const isOwn = url.origin === base || isSiteHost(url.host, siteHost);
  // The content service may itself be below a path.
  const path = isOwn ? ownPath : isListedHost(url.host, assetHosts) ? filePath : null;
  const [, id, ofMedia] = path?.exec(url.pathname) ?? [];
  return (id ?? ofMedia)?.toLowerCase() ?? null;
}
