import type { ServiceSummary } from '../../../shared/content.ts';
import { servicePath } from '../../../shared/paths.ts';
import { termSlug } from '../../../shared/terms.ts';
import type { Service } from '../../content/collections/services.ts';

const relatedCount = 3;

/** Words of titles and summaries that say nothing of the work. */
const shortestWord = 4;
const commonWords = new Set(
  'home homes house houses your yours that this with from them they their when where have into made make care cared well'.split(
    ' ',
  ),
);

/**
 * The services to show below one: those that its editor names, in that order, else those most alike. A link in its
 * text counts most, then being of one family, then each word that titles and summaries share; equals keep the
 * editor's order. One that has nothing in common is not among them.
 */
export function relatedServices(
  current: Service,
  services: readonly ServiceSummary[],
): readonly ServiceSummary[] {
  const others = services.filter(({ id }) => id !== current.id);
  const named = current.related.flatMap(
    (term) => others.find(({ slug, title }) => [termSlug(slug), termSlug(title)].includes(term)) ?? [],
  );
  // One may be named by its title and by its address.
  if (named.length > 0) return [...new Set(named)].slice(0, relatedCount);
  const family = familyOfService(current.slug, current.title);
  const words = wordsOf(current);
  const likeness = (other: ServiceSummary) =>
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

function wordsOf({ title, summary }: ServiceSummary): ReadonlySet<string> {
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

/** The kind of work of a service, as its place among the families; -1 for all the others. */
function familyOfService(slug: string, title: string): number {
  const words = `${slug} ${title}`.toLowerCase();
  return families.findIndex((pattern) => pattern.test(words));
}
