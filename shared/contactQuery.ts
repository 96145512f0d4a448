/** What a visitor comes to the contact form from: the slug of one of them, or of none. */
export interface ContactQuery {
  readonly service: string | null;
  readonly home: string | null;
}

/** What a slug looks like that is worth looking up. */
const plainSlug = /^[a-z0-9][a-z0-9-]{0,79}$/;

/** Reads what the form is asked about; what cannot be a slug counts as absent, and a home goes before a service. */
export function readContactQuery(parameters: URLSearchParams): ContactQuery {
  const read = (name: string): string | null => {
    const slug = parameters.get(name) ?? '';
    return plainSlug.test(slug) ? slug : null;
  };
  const home = read('home');
  return { home, service: home === null ? read('service') : null };
}

/** What a campaign's link says of itself (`utm_source` and its like), as a query; null where there is none. */
export function campaignOf(parameters: URLSearchParams): string | null {
  const own = [...parameters].filter(([name]) => /^utm_(source|medium|campaign|term|content)$/.test(name));
  const text = String(new URLSearchParams(own.map(([name, value]) => [name, value.slice(0, 40)])));
  // Not within an escape.
  return text === '' ? null : text.slice(0, 250).replace(/%.?$/, '');
}
