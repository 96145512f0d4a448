import { startTransition, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { drawIsland } from '../../shared/islands/drawIsland.tsx';
import { IslandErrorBoundary } from '../../shared/islands/IslandErrorBoundary.tsx';
import type { IslandComponent, IslandName, IslandProps } from '../../shared/islands/islandRegistry.ts';
import { rememberFields } from './keptFields.ts';
import type { reportError } from './reportError.ts';

/** What every island's file brings along. */
export type HydrateIsland = typeof hydrateIsland;

/**
 * Brings one island to life over the markup that the server sent; resolves when it listens.
 *
 * @param report takes its errors: what the page's entry has, so that no file of a hundred bytes is shared for it
 */
export function hydrateIsland<Name extends IslandName>(
  root: HTMLElement,
  name: Name,
  Component: IslandComponent<Name>,
  props: IslandProps[Name],
  report: typeof reportError,
): Promise<void> {
  const reportAs = (kind: string) => (error: unknown) => report(error, { island: name, kind });
  const putBack = rememberFields(root);
  return new Promise((resolve) => {
    // As a transition it is done in slices, with room for what the visitor does meanwhile.
    startTransition(() => {
      hydrateRoot(
        root,
        <>
          <BeforeEffects run={putBack} />
          <IslandErrorBoundary>{drawIsland<IslandProps[Name]>(Component, props)}</IslandErrorBoundary>
          <AfterEffects run={resolve} />
        </>,
        {
          onUncaughtError: reportAs('uncaught'),
          onCaughtError: reportAs('caught'),
          onRecoverableError: reportAs('recoverable'),
        },
      );
    });
  });
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
