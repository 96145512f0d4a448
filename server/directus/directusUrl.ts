/** Query options of one call; null and undefined ones are not sent. */
export interface DirectusQuery {
  readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
  readonly sort?: string | readonly string[] | null | undefined;
  readonly fields?: string | readonly string[] | null | undefined;
  readonly limit?: number | null | undefined;
  readonly page?: number | null | undefined;
  readonly meta?: string | null | undefined;
  readonly [option: string]: unknown;
}

/**
 * The address of one call: `filter` as JSON, lists joined by commas, everything else as given. Commas stay
 * readable; Directus takes them both ways.
 */
export function directusUrl(baseUrl: string, path: string, query: DirectusQuery = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return [`${encodeURIComponent(name)}=${encodeURIComponent(optionText(value)).replaceAll('%2C', ',')}`];
  });
  const base = baseUrl.replace(/\/+$/, '');
  return parameters.length === 0 ? base + path : `${base}${path}?${parameters.join('&')}`;
}

function optionText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
