import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { countWithNoun } from '../countWithNoun.ts';
import { contactPath, searchPath, servicesPath } from '../paths.ts';
import { longestQuery, type SearchHit } from '../search.ts';
import { A } from '../ui/A.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MarkedText } from '../ui/MarkedText.tsx';
import { hasModifier, neighbor } from './arrowKeys.ts';
import { type Suggestions, useSuggestions } from './useSuggestions.ts';

/** A fixed id, as a page has only one search dialog. */
const listId = 'search-suggestions';

interface SiteSearchProps {
  /** Base URL of our JSON endpoints; empty: same origin. */
  readonly apiBase: string;
}

/** A link to the search page; with script, it opens a dialog with suggestions as the visitor types. */
export function SiteSearch(props: SiteSearchProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (event: MouseEvent) => {
    // With a modifier key the browser opens the search page in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a href={searchPath} className="search-link" aria-haspopup="dialog" onClick={open}>
        <Icon name="search" />
        <span className="visually-hidden">Search</span>
      </a>
      {isOpen && <SearchDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A combobox over a list of suggestions (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
function SearchDialog({ apiBase, onClose }: SiteSearchProps & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<SearchHit | null>(null);
  const suggestions = useSuggestions(apiBase, query);
  const { hits } = suggestions;
  const optionId = (hit: SearchHit) => `${listId}-${hits.indexOf(hit)}`;
  // A suggestion from an earlier list is no longer valid.
  const chosen = active !== null && hits.includes(active) ? active : null;

  useEffect(() => dialog.current?.showModal(), []);

  const type = (text: string) => {
    setQuery(text);
    setActive(null);
  };
  const moveByKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      location.assign(chosen.path);
    }
    // Safari takes Escape for an empty search field too, so that the dialog would not hear of it.
    if (event.key === 'Escape' && query === '') dialog.current?.close();
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || hasModifier(event)) return;
    event.preventDefault();
    const by = event.key === 'ArrowDown' ? 1 : -1;
    setActive((chosen ? neighbor(hits, chosen, by) : hits.at(by === 1 ? 0 : -1)) ?? null);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog; Escape closes it by itself.
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label="Search"
      onClose={onClose}
      onMouseDown={(event) => {
        pressed.current = event.target;
        // The second press of a double click on the link would take the focus from the field.
        if (event.target === event.currentTarget) event.preventDefault();
      }}
      onClick={({ target, currentTarget, detail }) => {
        // The click after a text selection that ends beside the dialog has the dialog as its target, and so has the
        // second of a double click on the link that opened it.
        if (target === currentTarget && pressed.current === target && detail < 2) currentTarget.close();
      }}
    >
      <form action={searchPath} method="get" className="search-box">
        <input
          type="search"
          name="q"
          role="combobox"
          aria-label="Services, homes and articles"
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen ? optionId(chosen) : undefined}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={longestQuery}
          value={query}
          onChange={({ target }) => type(target.value)}
          onKeyDown={moveByKey}
        />
        <button type="button" className="search-close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          <span className="visually-hidden">Close</span>
        </button>
      </form>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        className="search-list"
        hidden={hits.length === 0}
      >
        {hits.map((hit) => (
          // The focus stays in the input, whose `aria-activedescendant` names the active option.
          <a
            key={hit.path}
            id={optionId(hit)}
            ref={hit === chosen ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
            role="option"
            aria-selected={hit === chosen}
            href={hit.path}
            tabIndex={-1}
          >
            <span>
              <MarkedText parts={hit.title} />
            </span>
            <span className="small">{kindNames[hit.kind]}</span>
          </a>
        ))}
      </div>
      <p role="status" className="small search-state">
        {stateOf(suggestions, query, chosen !== null)}
      </p>
      <NextSteps suggestions={suggestions} query={query} />
    </dialog>
  );
}

const hasNoResults = ({ state, hits }: Suggestions, query: string): boolean =>
  state === 'found' && hits.length === 0 && query.trim() !== '';

/** What to do if nothing was found, or it is urgent; the search page offers the same. */
function NextSteps({ suggestions, query }: { readonly suggestions: Suggestions; readonly query: string }) {
  const { urgent } = suggestions;
  const hasNone = hasNoResults(suggestions, query);
  if (!hasNone && !urgent) return null;
  return (
    <p className="small search-steps">
      {hasNone && (
        <span>
          <A href={servicesPath}>All services</A> or <A href={contactPath}>ask us</A>.
        </span>
      )}
      {urgent && (
        <span>
          {` ${urgent.reason} `}
          <A href={urgent.href}>{urgent.phone}</A> {urgent.when}
        </span>
      )}
    </p>
  );
}

const kindNames: Readonly<Record<SearchHit['kind'], string>> = {
  service: 'Service',
  home: 'Home to rent',
  page: 'Page',
  post: 'Article',
};

function stateOf({ state, hits, urgent }: Suggestions, query: string, isChosen: boolean): string {
  if (query.trim() === '') return 'Type what you need. Enter shows all results.';
  switch (state) {
    case 'loading':
      return 'Searching…';
    case 'failed':
      return 'Suggestions are not available. Press Enter to search.';
    case 'found':
      return hits.length === 0
        ? 'Nothing found. Try other or fewer words, or go on here:'
        : `${countWithNoun(hits.length, 'suggestion')}. Enter ${isChosen ? 'opens the marked one' : 'shows all results'}.${urgent ? ' A number to call is below.' : ''}`;
  }
}
