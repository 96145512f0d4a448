import { readStayQuery, type StayQuery } from './stay.ts';

/** What the contact form is opened for: the slug of a service or a home at most, and the stay there. */
export interface ContactQuery extends StayQuery {
  readonly service: string | null;
  readonly home: string | null;
  /** Who writes, if not an owner or a guest. */
  readonly about: 'neighbor' | null;
}

/** Characters of the path of a page from which a visitor came. */
export const longestPath = 200;

/** Only slugs of this form are looked up. */
const plainSlug = /^[a-z0-9][a-z0-9-]{0,79}$/;

/** Reads the subject of the form; a value that cannot be a slug counts as absent, and a home overrides a service. */
export function readContactQuery(parameters: URLSearchParams): ContactQuery {
  const home = readContactSlug(parameters, 'home');
  return {
    ...readStayQuery(parameters),
    about: parameters.get('about') === 'neighbor' ? 'neighbor' : null,
    home,
    service: home === null ? readContactSlug(parameters, 'service') : null,
  };
}

/** The slug in an address of the form; null if there is none. */
export function readContactSlug(parameters: URLSearchParams, name: 'home' | 'service'): string | null {
  const slug = parameters.get(name) ?? '';
  return plainSlug.test(slug) ? slug : null;
}

/** The campaign parameters of a link (`utm_source` etc.) as a query string; null if it has none. */
export function campaignOf(parameters: URLSearchParams): string | null {
  const own = [...parameters].filter(([name]) => /^utm_(source|medium|campaign|term|content)$/.test(name));
  const text = String(new URLSearchParams(own.map(([name, value]) => [name, value.slice(0, 40)])));
  // The cut must not leave half of a percent escape.
  return text === '' ? null : text.slice(0, 250).replace(/%.?$/, '');
}
