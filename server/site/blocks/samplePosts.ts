import type { CountedTerm, PostSummary, PostTaxonomy, Term } from '../../../shared/content.ts';

const seasonalCare: Term = { name: 'Seasonal Care', slug: 'seasonal-care' };
const maintenanceTips: Term = { name: 'Maintenance Tips', slug: 'maintenance-tips' };
const homeProjects: Term = { name: 'Home Projects', slug: 'home-projects' };
const ownerGuides: Term = { name: 'Owner Guides', slug: 'owner-guides' };
const vacationRentals: Term = { name: 'Vacation Rentals', slug: 'vacation-rentals' };

const winter: Term = { name: 'Winter', slug: 'winter' };
const checklists: Term = { name: 'Checklists', slug: 'checklists' };
const decks: Term = { name: 'Decks', slug: 'decks' };
const summer: Term = { name: 'Summer', slug: 'summer' };
const guests: Term = { name: 'Guests', slug: 'guests' };
const cleaning: Term = { name: 'Cleaning', slug: 'cleaning' };
const pricing: Term = { name: 'Pricing', slug: 'pricing' };
const heating: Term = { name: 'Heating', slug: 'heating' };

/**
 * What the blog shows while its posts cannot be had: four subjects that the company writes about. They
 * have no page of their own and no date; their links lead to the blog.
 */
export const samplePosts: readonly PostSummary[] = [
  sample(
    'sample-winter',
    'Getting an Empty House Ready for Winter',
    'Water, heat and roof: what to look at before the first hard frost, in the order that matters most.',
    [seasonalCare, maintenanceTips],
    [winter, heating, checklists],
  ),
  sample(
    'sample-decks',
    'What a Mountain Summer Does to a Deck',
    'Strong sun and cold nights wear boards faster than rain does. How to read the signs, and when to act.',
    [homeProjects, maintenanceTips],
    [decks, summer],
  ),
  sample(
    'sample-guests',
    'Between Two Stays: a Turnover That Guests Notice',
    'Fresh linen is expected. The small things that people mention in reviews take ten minutes more.',
    [vacationRentals],
    [guests, cleaning, checklists],
  ),
  sample(
    'sample-manager',
    'Questions to Ask Before You Hand Over the Keys',
    'Fees, visits, repairs, reports: what a property manager should be able to answer without looking it up.',
    [ownerGuides],
    [pricing, checklists],
  ),
];

/** The categories and tags of the sample posts, alphabetical: in the sidebars' place of the real ones. */
export const builtInTaxonomy: PostTaxonomy = {
  categories: countTerms(samplePosts.flatMap((post) => post.categories)),
  tags: countTerms(samplePosts.flatMap((post) => post.tags)),
};

/** Whether the numbers of posts are those of the real blog. */
export function isCounted(taxonomy: PostTaxonomy): boolean {
  return taxonomy !== builtInTaxonomy;
}

function sample(
  id: string,
  title: string,
  excerpt: string,
  categories: readonly Term[],
  tags: readonly Term[],
): PostSummary {
  return { id, slug: id, title, excerpt, categories, tags, published: null, picture: null, authorName: null };
}

function countTerms(terms: readonly Term[]): readonly CountedTerm[] {
  const counted = new Map<string, CountedTerm>();
  for (const term of terms) {
    counted.set(term.slug, { ...term, count: (counted.get(term.slug)?.count ?? 0) + 1 });
  }
  return [...counted.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
