/** What the file library says about one file. */
export interface FileFacts {
  /** Changes whenever the file does; null: not known. */
  readonly version: string | null;
  /** The MIME type. */
  readonly type: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly description: string | null;
  /** Focal point in percent. */
  readonly focus: { readonly x: number; readonly y: number } | null;
}

/** The settings and lookups that the parsers need besides the rows. */
export interface ParseContext {
  /** Hosts, `*.`-patterns and `host:port` that pictures and media may come from. */
  readonly imageHosts: readonly string[];
  /** Hosts that may be embedded in frames. */
  readonly embedHosts: readonly string[];
  /** Hosts that content uses in the addresses of files of the content service itself. */
  readonly assetHosts: readonly string[];
  /** The address of a file of the content service that is not a picture: video or sound. */
  readonly assetAddress: (id: string) => string;
  /** Null: there is no such file; undefined: the library is not known. */
  readonly fileFacts: (id: string) => FileFacts | null | undefined;
  /** One log line about content that had to be left out. */
  readonly warn: (message: string, details: Readonly<Record<string, unknown>>) => void;
}

/** Whether a host (with its port, if any) is on a list; `*.example.com` stands for every subdomain. */
export function isListedHost(host: string, list: readonly string[]): boolean {
  return list.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry));
}
