import { memo, useCallback, useMemo, useReducer, useSyncExternalStore } from 'react';
import { hydrateIsland } from '../../client/hydration/hydrateIsland.tsx';

/** An island that uses what no island of the site uses. */
const CounterButton = memo(function CounterButton({ step }: { readonly step: number }) {
  const [count, add] = useReducer((sum: number) => sum + step, 0);
  const doubled = useMemo(() => count * 2, [count]);
  const inBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const press = useCallback(() => add(), []);
  return (
    <button type="button" onClick={press}>
      {inBrowser ? `${count}, doubled ${doubled}` : 'From the server'}
    </button>
  );
});

/** An island that uses more of React than any of ours; its text tells who has rendered it. */
export function Counter() {
  return <CounterButton step={3} />;
}

// The same file is the script of the test's page.
if (typeof document !== 'undefined') {
  void hydrateIsland(document.body, 'themeSwitcher', Counter, {}, console.error);
}
