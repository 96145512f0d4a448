import type { SlotStats } from '../content/store/contentSlot.ts';
import { collectionOf } from '../metrics/siteCounts.ts';
import { ageOf } from './statusWords.ts';

/** More entries than these are shown when somebody asks for them. */
const mostShown = 25;

/** How old everything is that is held of the content service: by collection, what fails, and each entry. */
export function StatusContent({ entries }: { readonly entries: readonly SlotStats[] }) {
  const failing = entries.filter(({ hasFailed }) => hasFailed);
  return (
    <>
      <h2>Content</h2>
      {failing.length > 0 && (
        <>
          <h3>Not as it should be</h3>
          <EntryTable entries={failing} />
        </>
      )}
      <HeldEntries entries={entries} />
    </>
  );
}

function HeldEntries({ entries }: { readonly entries: readonly SlotStats[] }) {
  if (entries.length === 0) return <p>Nothing has been asked for yet.</p>;
  const table = <EntryTable entries={entries.toSorted((a, b) => a.key.localeCompare(b.key))} />;
  if (entries.length <= mostShown) return table;
  return (
    <>
      <CollectionTable entries={entries} />
      <details>
        <summary>{`All ${entries.length} entries`}</summary>
        {table}
      </details>
    </>
  );
}

const shown = (ageMs: number | null): string => (ageMs === null ? 'never fetched' : ageOf(ageMs));

function CollectionTable({ entries }: { readonly entries: readonly SlotStats[] }) {
  const collections = Map.groupBy(entries, ({ key }) => collectionOf(key));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Collection</th>
          <th scope="col">Entries</th>
          <th scope="col">Youngest</th>
          <th scope="col">Oldest</th>
        </tr>
      </thead>
      <tbody>
        {[...collections].toSorted().map(([collection, held]) => {
          const ages = held.flatMap(({ ageMs }) => ageMs ?? []);
          return (
            <tr key={collection}>
              <th scope="row">{collection}</th>
              <td>{held.length}</td>
              <td>{shown(ages.length > 0 ? Math.min(...ages) : null)}</td>
              <td>{shown(ages.length > 0 ? Math.max(...ages) : null)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function EntryTable({ entries }: { readonly entries: readonly SlotStats[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">Age</th>
          <th scope="col">Last fetch</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ key, ageMs, outcome, hasFailed }) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>{shown(ageMs)}</td>
            <td className={hasFailed ? 'bad' : undefined}>{outcome}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
