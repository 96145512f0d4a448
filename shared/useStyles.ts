import { createContext, useContext } from 'react';
import type { SheetName } from './sheets.ts';

/** Collects the stylesheets of the components that a page shows; undefined in the browser, which has them already. */
export const CollectedSheets = createContext<Set<SheetName> | undefined>(undefined);

/**
 * Names the stylesheets of a component; `false` is one that it does not need this time. The server adds them to the
 * page. A component that an island shows only after hydration is in no page: the island's file in `client/islands/`
 * adopts its stylesheets.
 */
export function useStyles(...names: readonly (SheetName | false)[]): void {
  const collected = useContext(CollectedSheets);
  for (const name of names) if (name !== false) collected?.add(name);
}
