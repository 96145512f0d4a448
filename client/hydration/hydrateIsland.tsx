// The helpers of every island's file: a small file for each would cost more than it holds.
import 'react-dom';
import '../../shared/islands/withDeadline.ts';
import '../../shared/ui/Icon.tsx';
import '../../shared/ui/LinkButton.tsx';
import { startTransition, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { drawIsland } from '../../shared/islands/drawIsland.tsx';
import { IslandErrorBoundary } from '../../shared/islands/IslandErrorBoundary.tsx';
import type { IslandComponent, IslandName, IslandProps } from '../../shared/islands/islandRegistry.ts';
import { preserveFields } from './preservedFields.ts';

/** The context of an error: its `kind`, its `island`; React's `componentStack`. */
export type ErrorContext = Readonly<Record<string, string>>;

export type HydrateIsland = typeof hydrateIsland;

/**
 * Hydrates one island over the markup that the server sent; resolves when it listens.
 *
 * @param report takes its errors
 */
export function hydrateIsland<Name extends IslandName>(
  root: HTMLElement,
  name: Name,
  Component: IslandComponent<Name>,
  props: IslandProps[Name],
  report: (error: unknown, context: ErrorContext) => void,
): Promise<void> {
  const reportAs =
    (kind: string) =>
    (error: unknown, { componentStack }: { readonly componentStack?: string | null | undefined }) =>
      report(error, { island: name, kind, ...(componentStack ? { componentStack } : {}) });
  const restoreFields = preserveFields(root);
  return new Promise((resolve) => {
    // As a transition it is done in slices, with room for what the visitor does meanwhile.
    startTransition(() => {
      hydrateRoot(
        root,
        <>
          <BeforeEffects run={restoreFields} />
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

/** Rendered last: when its effect runs, everything of the island listens. */
function AfterEffects({ run }: EffectProps) {
  useEffect(run, [run]);
  return null;
}
