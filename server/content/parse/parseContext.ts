import type { Picture, Term } from '../../../shared/content.ts';

/** What the file library says about one file. */
export interface FileFacts {
  /** Changes whenever the file does; null: not known. */
  readonly version: string | null;
  /** The MIME type. */
  readonly type: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** The size of the file. */
  readonly bytes: number | null;
  readonly description: string | null;
  /** Focal point in percent. */
  readonly focus: { readonly x: number; readonly y: number } | null;
}

/** A collection whose rows others name by their addresses. */
export type NamedCollection = 'homes' | 'services' | 'blog_posts';

/** Kinds of what the site does not show as it is written, or reads otherwise. */
export type RemarkKind =
  | 'left-out'
  | 'html-stripped'
  | 'link-repaired'
  | 'picture-gone'
  | 'picture-huge'
  | 'picture-refused'
  | 'time-without-zone';

/** What parsing finds out about a row besides its value, for the doctor and the receipts of saves. */
export type Note =
  /** Words that continue after the name of the row: `is not shown in full: …`. */
  | { readonly kind: RemarkKind; readonly words: string }
  /** A required field is empty. */
  | { readonly kind: 'empty'; readonly label: string }
  /** A valid link in a field. */
  | { readonly kind: 'link'; readonly href: string }
  /** A picture, whether or not there is one; `alt` is what a text says of it, null: nothing. */
  | { readonly kind: 'picture'; readonly source: Picture['source']; readonly alt: string | null }
  /** The name of a row, and the collections in which that may be. */
  | { readonly kind: 'name'; readonly term: Term; readonly rowsOf: readonly NamedCollection[] }
  /** A text, as sanitized HTML: that is made on the first call, which makes further notes. */
  | { readonly kind: 'text'; readonly html: () => string | null };

/** What notes of these kinds say. */
export const remarksIn = (notes: readonly Note[], ...kinds: readonly RemarkKind[]): readonly string[] =>
  notes.flatMap((note) => ('words' in note && kinds.includes(note.kind) ? note.words : []));

/** The settings and lookups that the parsers need besides the rows. */
export interface ParseContext {
  /** Hosts, `*.`-patterns and `host:port` that pictures and media may come from. */
  readonly imageHosts: readonly string[];
  /** Hosts that may be embedded in frames. */
  readonly embedHosts: readonly string[];
  /** Hosts that content uses in the addresses of files of the content service itself. */
  readonly assetHosts: readonly string[];
  /** Our own host, with its port if any. */
  readonly siteHost: string;
  /** The address of a file of the content service that is not a picture: video, sound, a document. */
  readonly assetAddress: (id: string) => string;
  /** Null: there is no such file; undefined: the library is not known. */
  readonly fileFacts: (id: string) => FileFacts | null | undefined;
  /** One log line about content that had to be left out, and a note of it. */
  readonly warn: (message: string, details: Readonly<Record<string, unknown>>) => void;
  /** Keeps what was found out about the row that is parsed. */
  readonly note: (note: Note) => void;
}

/** Whether a host (with its port, if any) is on a list; `*.example.com` stands for every subdomain. */
export function isListedHost(host: string, list: readonly string[]): boolean {
  return list.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry));
}

/** Whether a host is our own, with or without `www`. */
export function isSiteHost(host: string, siteHost: string): boolean {
  return host.replace(/^www\./, '') === siteHost.replace(/^www\./, '');
}
