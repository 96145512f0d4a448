import { useLocation } from 'react-router-dom';
import { ConnectionError, type ConnectionErrorVariant } from './ConnectionError.tsx';

/**
 * Stands where content is still awaited in a streamed page. It carries the notice for the case that the
 * content never comes, hidden; `client/main.ts` shows it when the document has ended without it.
 */
export function Loading({ notice }: { readonly notice: ConnectionErrorVariant }) {
  const { pathname, search } = useLocation();
  return (
    <div className="pending" role="status">
      <p className="pending-text">Loading</p>
      <div className="pending-notice" hidden>
        <ConnectionError variant={notice} />
        <p>
          <a href={pathname + search}>Reload this page</a>
        </p>
      </div>
    </div>
  );
}
