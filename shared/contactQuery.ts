/** The service or home that the contact form is opened for: the slug of one of them at most. */
export interface ContactQuery {
  readonly service: string | null;
  readonly home: string | null;
}

/** Only slugs of this form are looked up. */
const plainSlug = /^[a-z0-9][a-z0-9-]{0,79}$/;

/** Reads the subject of the form; a value that cannot be a slug counts as absent, and a home overrides a service. */
export function readContactQuery(parameters: URLSearchParams): ContactQuery {
  const read = (name: string): string | null => {
    const slug = parameters.get(name) ?? '';
    return plainSlug.test(slug) ? slug : null;
  };
  const home = read('home');
  return { home, service: home === null ? read('service') : null };
}

/** The campaign parameters of a link (`utm_source` etc.) as a query string; null if it has none. */
export function campaignOf(parameters: URLSearchParams): string | null {
  const own = [...parameters].filter(([name]) => /^utm_(source|medium|campaign|term|content)$/.test(name));
  const text = String(new URLSearchParams(own.map(([name, value]) => [name, value.slice(0, 40)])));
  // The cut must not leave half of a percent escape.
  return text === '' ? null : text.slice(0, 250).replace(/%.?$/, '');
}
