/** Where envelopes of a DSN go. */
export interface Ingest {
  readonly dsn: string;
  /** With the public key in the query, as browsers send it. */
  readonly url: string;
}

/**
 * The address of the ingest endpoint that a DSN names: `{protocol}://{key}@{host}/{path}{project}` becomes
 * `{protocol}://{host}/{path}api/{project}/envelope/` (develop.sentry.dev/sdk/foundations/transport).
 *
 * @returns null for what is no DSN
 */
export function ingestOf(dsn: string): Ingest | null {
  const { groups } =
    /^(?<protocol>https?):\/\/(?<key>[^@:/\s]+)(?::[^@/\s]*)?@(?<host>[^/\s]+)\/(?<path>(?:[^\s]*\/)?)(?<project>\d+)$/.exec(
      dsn,
    ) ?? {};
  if (!groups) return null;
  const { protocol, key = '', host, path, project } = groups;
  const query = `sentry_version=7&sentry_key=${encodeURIComponent(key)}`;
  return { dsn, url: `${protocol}://${host}/${path}api/${project}/envelope/?${query}` };
}
