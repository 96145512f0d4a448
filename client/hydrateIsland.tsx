import { useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandComponent, IslandName, IslandProps } from '../shared/islandRegistry.ts';
import { drawIsland } from '../shared/islands/drawIsland.tsx';
import { IslandErrorBoundary } from '../shared/islands/IslandErrorBoundary.tsx';
import { rememberFields } from './keptFields.ts';
import { reportError } from './reportError.ts';

/** What every island's file brings along. */
export type HydrateIsland = typeof hydrateIsland;

/** Brings one island to life over the markup that the server sent; resolves when it listens. */
export function hydrateIsland<Name extends IslandName>(
  root: HTMLElement,
  name: Name,
  Component: IslandComponent<Name>,
  props: IslandProps[Name],
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const report = (kind: string) => (error: unknown) => reportError(error, { island: name, kind });
  const putBack = rememberFields(root);
  hydrateRoot(
    root,
    <>
      <BeforeEffects run={putBack} />
      <IslandErrorBoundary>{drawIsland<IslandProps[Name]>(Component, props)}</IslandErrorBoundary>
      <AfterEffects run={resolve} />
    </>,
    {
      onUncaughtError: report('uncaught'),
      onCaughtError: report('caught'),
      onRecoverableError: report('recoverable'),
    },
  );
  return promise;
}

interface EffectProps {
  readonly run: () => void;
}

/** Stands first: the effects of the island find the fields as the visitor left them. */
function BeforeEffects({ run }: EffectProps) {
  useLayoutEffect(run, [run]);
  return null;
}

/** Stands last: everything of the island listens by then. */
function AfterEffects({ run }: EffectProps) {
  useEffect(run, [run]);
  return null;
}
