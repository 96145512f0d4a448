import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandComponent, IslandName, IslandProps } from '../shared/islandRegistry.ts';
import { drawIsland } from '../shared/islands/drawIsland.tsx';
import { IslandErrorBoundary } from '../shared/islands/IslandErrorBoundary.tsx';
import { reportError } from './reportError.ts';

/** Brings one island to life over the markup that the server sent; resolves when it listens. */
export function hydrateIsland<Name extends IslandName>(
  root: HTMLElement,
  name: Name,
  Component: IslandComponent<Name>,
  props: IslandProps[Name],
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const report = (kind: string) => (error: unknown) => reportError(error, { island: name, kind });
  hydrateRoot(
    root,
    <WhenAlive onAlive={resolve}>
      <IslandErrorBoundary>{drawIsland<IslandProps[Name]>(Component, props)}</IslandErrorBoundary>
    </WhenAlive>,
    {
      onUncaughtError: report('uncaught'),
      onCaughtError: report('caught'),
      onRecoverableError: report('recoverable'),
    },
  );
  return promise;
}

function WhenAlive({ onAlive, children }: { readonly onAlive: () => void; readonly children: ReactNode }) {
  useEffect(onAlive, [onAlive]);
  return children;
}
