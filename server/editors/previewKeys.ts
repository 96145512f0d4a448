import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { jsonOf } from '../../shared/jsonOf.ts';
import { collectionNames } from '../content/collections/collections.ts';
import { files } from '../content/collections/files.ts';
import { areEqualSecrets } from '../process/secrets.ts';

/** The collections whose rows have a page, or a place on one. */
export const previewed = collectionNames.filter((name) => name !== files.name);

const rowSchema = v.object({
  collection: v.picklist(previewed),
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  /** The key of a content version; null: the row as it is saved. */
  version: v.nullable(v.pipe(v.string(), v.regex(/^[\w.~ -]{1,64}$/))),
});

/** One row of a collection, or a content version of it. */
export type PreviewedRow = Readonly<v.InferOutput<typeof rowSchema>>;

/** What is previewed; null: the whole site, with all drafts and scheduled rows. */
export type PreviewSubject = PreviewedRow | null;

const previewSchema = v.object({
  subject: v.nullable(rowSchema),
  /** When the address was opened, and until when the cookie is valid: milliseconds since 1970. */
  since: v.number(),
  until: v.number(),
});

/** What a cookie grants. */
type Preview = v.InferOutput<typeof previewSchema>;

/** Where Directus opens a preview, and where its reader ends it. */
export const previewPath = '/preview';
export const previewEndPath = '/preview/end';

const minuteMs = 60_000;
const lifetimeMs = 30 * minuteMs;
/** A cookie in use is renewed before it expires, for a working day at most: the visual editor only reloads its page. */
const renewedWithMs = 20 * minuteMs;
const longestMs = 8 * 60 * minuteMs;
/** The browser keeps the cookie longer than it is valid, so that its reader is told that the preview has ended. */
const keptSeconds = 12 * 60 * 60;

/**
 * Makes and reads what grants a preview: the key in the address that Directus opens, and the cookie that the site
 * exchanges it for. Both are valid for one site only: its origin is signed with them.
 *
 * @param origin of the site, without a trailing slash
 * @param now milliseconds since 1970
 */
export function createPreviewKeys(secret: string, origin: string, now: () => number = Date.now) {
  const sign = (kind: string, text: string) =>
    createHmac('sha256', secret).update(`${kind}\n${origin}\n${text}`).digest('base64url');
  const isSigned = (signature: string, kind: string, text: string) =>
    areEqualSecrets(signature, sign(kind, text));
  // Browsers take the prefix, by which no other site under this domain can set the cookie, over https only.
  const cookieName = `${origin.startsWith('https:') ? '__Host-' : ''}site_preview`;
  // The attributes that Chromium requires in a frame of another site; partitioned by the framing site (CHIPS).
  const cookieOf = (value: string, seconds: number) =>
    `${cookieName}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`;
  const cookieFor = (subject: PreviewSubject, since = now()) => {
    const preview: Preview = { subject, since, until: now() + lifetimeMs };
    const value = Buffer.from(JSON.stringify(preview)).toString('base64url');
    return cookieOf(`${value}.${sign('cookie', value)}`, keptSeconds);
  };

  return {
    /** The template from which Directus makes the address of each row; without a collection, that of the whole site. */
    addressFor(collection: string | null): string {
      const of = collection === null ? '' : `&collection=${collection}&id={{id}}&version={{$version}}`;
      return `${origin}${previewPath}?key=${sign('address', collection ?? '')}${of}`;
    },

    /** What an address previews; undefined: its key does not fit its collection, or it is malformed. */
    readAddress(query: URLSearchParams): PreviewSubject | undefined {
      const { key, collection = '', id, version = 'main', ...others } = Object.fromEntries(query);
      const isExact = query.size === new Set(query.keys()).size && Object.keys(others).length === 0;
      if (!isExact || key === undefined || !isSigned(key, 'address', collection)) return undefined;
      if (collection === '') return null;
      const row = v.safeParse(rowSchema, { collection, id, version: version === 'main' ? null : version });
      return row.success ? row.output : undefined;
    },

    /** The cookie that grants a preview. */
    cookieFor,

    /** Deletes the cookie. */
    endingCookie: cookieOf('', 0),

    /** The preview that a request's cookies grant; `ended`: it has expired; null: there is no cookie signed by us. */
    readCookie(header: string | undefined): Preview | 'ended' | null {
      // An ordinary request costs no more than this check.
      if (!header?.includes(cookieName)) return null;
      const cookie = header.split(/; */).find((pair) => pair.startsWith(`${cookieName}=`)) ?? '';
      const [value = '', signature = ''] = cookie.slice(cookieName.length + 1).split('.');
      if (!isSigned(signature, 'cookie', value)) return null;
      const read = v.safeParse(previewSchema, jsonOf(Buffer.from(value, 'base64url').toString('utf8')));
      return read.success && read.output.until > now() ? read.output : 'ended';
    },

    /** A new cookie for one that expires soon; null: it is not due, or its working day is over. */
    renewed({ subject, since, until }: Preview): string | null {
      const isDue = until - now() < renewedWithMs && now() - since < longestMs;
      return isDue ? cookieFor(subject, since) : null;
    },
  };
}
