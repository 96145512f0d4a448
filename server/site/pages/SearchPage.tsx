import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { isUrgent } from '../../../shared/enquiryHints.ts';
import { contactPath, searchPath, servicesPath } from '../../../shared/paths.ts';
import { longestQuery, type SearchHit, type SearchResults } from '../../../shared/search.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { MarkedText } from '../../../shared/ui/MarkedText.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Result } from '../../content/siteContent.ts';
import { UrgentLine } from '../components/Urgent.tsx';
import { WhenLoaded } from '../components/WhenLoaded.tsx';
import { definePage } from '../definePage.tsx';

const kindTitles: Readonly<Record<SearchHit['kind'], string>> = {
  service: 'Services',
  home: 'Homes to rent',
  page: 'Pages',
  post: 'From the blog',
};

/** The site search, with a form that needs no script. */
export const searchPage = definePage({
  query: ['q'],
  isUncached: true,
  select: ({ query, search }) => {
    const results: Result<SearchResults | null> = query.q === null ? { ok: null } : search(query.q);
    return { kind: 'found', selected: { results } };
  },
  describe: (_selected, { query: { q } }) => ({
    title: q === null ? 'Search' : `Search: ${q}`,
    description: 'Search the services, the homes to rent and everything that we have written.',
    path: null,
    unlisted: true,
  }),
  View: ({ results, query }) => (
    <div className="container search-page">
      <h1>Search</h1>
      <SearchForm query={query.q} />
      <SearchOutcome query={query.q} results={results} />
    </div>
  ),
});

function SearchForm({ query }: { readonly query: string | null }) {
  useStyles('form', 'search');
  return (
    <search>
      <form className="search-form" action={searchPath} method="get">
        <div className="field">
          <label htmlFor="search-field" className="visually-hidden">
            Services, homes and articles
          </label>
          <input
            id="search-field"
            type="search"
            name="q"
            defaultValue={query ?? ''}
            maxLength={longestQuery}
            autoComplete="off"
            enterKeyHint="search"
          />
        </div>
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  );
}

interface SearchOutcomeProps {
  readonly query: string | null;
  /** Null: there was no query. */
  readonly results: Result<SearchResults | null>;
}

function SearchOutcome({ query, results }: SearchOutcomeProps) {
  if (query === null) return <NextSteps lead="Or begin here:" />;
  return (
    <WhenLoaded
      result={results}
      fallback={<p role="status">The search is not ready yet. Please try again in a few seconds.</p>}
    >
      {({ hits, total }) =>
        hits.length === 0 ? (
          <>
            <p role="status" className="search-count">
              Nothing found for “{query}”.
            </p>
            <NextSteps lead="Try other or fewer words, or go on here:" />
          </>
        ) : (
          <>
            <p role="status" className="search-count">
              {countWithNoun(total, 'page')} for “{query}”
              {total > hits.length && `, the best ${hits.length} of them below`}
            </p>
            {isUrgent(query) && <UrgentLine />}
            {[...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, group]) => (
              <section key={kind} aria-labelledby={`found-${kind}`}>
                <h2 id={`found-${kind}`} className="search-group">
                  {kindTitles[kind]}
                </h2>
                <ol className="search-hits">
                  {group.map((hit) => (
                    <li key={hit.path}>
                      <h3>
                        <A href={hit.path}>
                          <MarkedText parts={hit.title} />
                        </A>
                      </h3>
                      <p>
                        <MarkedText parts={hit.excerpt} />
                      </p>
                    </li>
                  ))}
                </ol>
              </section>
            ))}
          </>
        )
      }
    </WhenLoaded>
  );
}

/** Where to go without a result: all services, the contact form, the emergency number. */
function NextSteps({ lead }: { readonly lead: string }) {
  return (
    <>
      <p>{lead}</p>
      <p className="cluster">
        <LinkButton href={servicesPath}>All services</LinkButton>
        <LinkButton href={contactPath} look="outline">
          Ask us
        </LinkButton>
      </p>
      <UrgentLine />
    </>
  );
}
