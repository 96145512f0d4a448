import { servicePath } from '../../../shared/paths.ts';
import type { Service } from '../../content/collections/services.ts';
import { rowsNamed } from './rowsNamed.ts';

const relatedCount = 3;

/** Shorter words and common words in titles and summaries say nothing about the work. */
const shortestWord = 4;
const commonWords = new Set(
  'home homes house houses your yours that this with from them they their when where have into made make care cared well'.split(
    ' ',
  ),
);

/**
 * The services to show below a service: those that its editor names, in that order, else the most similar ones. A link
 * in its text counts most, then the same family, then each word that titles and summaries share; equal ones keep the
 * editor's order. Services that have nothing in common with it are left out.
 */
export function relatedServices(current: Service, services: readonly Service[]): readonly Service[] {
  const others = services.filter(({ id }) => id !== current.id);
  const named = rowsNamed(current.related, () => others);
  if (named.length > 0) return named.slice(0, relatedCount);
  const family = familyOfService(current.slug, current.title);
  const words = wordsOf(current);
  const likeness = (other: Service) =>
    (current.content?.includes(`href="${servicePath(other.slug)}"`) ? 4 : 0) +
    (family !== -1 && familyOfService(other.slug, other.title) === family ? 2 : 0) +
    wordsOf(other).intersection(words).size;
  return others
    .map((service) => ({ service, alike: likeness(service) }))
    .filter(({ alike }) => alike > 0)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, relatedCount)
    .map(({ service }) => service);
}

function wordsOf({ title, summary }: Service): ReadonlySet<string> {
  const words = `${title} ${summary ?? ''}`.toLowerCase().match(/\p{Letter}+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= shortestWord && !commonWords.has(word)));
}

/** Kinds of work, by words of slugs and titles. */
const families = [
  /snow|plow|winter/,
  /manage/,
  /rentals?\b|\bstays?\b/,
  /paint|deck|hvac|enclosure|restor|stag|remodel|roof/,
  /clean|housekeep|wash|garden|landscap|lawn|pool/,
];

/** The index of a service's family; -1 if it belongs to none. */
function familyOfService(slug: string, title: string): number {
  const words = `${slug} ${title}`.toLowerCase();
  return families.findIndex((pattern) => pattern.test(words));
}
