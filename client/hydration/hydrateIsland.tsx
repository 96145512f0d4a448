// Helpers that all islands use, imported here for one shared chunk: a small chunk each would cost more than it holds.
import 'react-dom';
import '../../shared/field.ts';
import '../../shared/islands/withDeadline.ts';
import '../../shared/ui/Icon.tsx';
import '../../shared/ui/LinkButton.tsx';
import { startTransition, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createIslandElement } from '../../shared/islands/islandElement.tsx';
import type { IslandComponent, IslandName, IslandProps } from '../../shared/islands/islandRegistry.ts';
import { IslandErrorBoundary } from './IslandErrorBoundary.tsx';
import { preserveFields } from './preservedFields.ts';

/** The context of an error: its `kind` and `island`, and React's `componentStack`. */
export type ErrorContext = Readonly<Record<string, string>>;

export type HydrateIsland = typeof hydrateIsland;

/**
 * Hydrates one island over the server's markup; resolves when it is interactive.
 *
 * @param report receives its errors
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
  // Translators wrap every text in one. Of an element that has nothing but its text, React says that the text differs.
  const isTranslated = root.querySelector('font') !== null;
  const restoreFields = preserveFields(root);
  return new Promise((resolve) => {
    // A transition hydrates in time slices, so that the page responds to input meanwhile.
    startTransition(() => {
      hydrateRoot(
        root,
        <>
          <BeforeEffects run={restoreFields} />
          <IslandErrorBoundary>
            {createIslandElement<IslandProps[Name]>(Component, props)}
          </IslandErrorBoundary>
          <AfterEffects run={resolve} />
        </>,
        {
          onUncaughtError: reportAs('uncaught'),
          onCaughtError: reportAs('caught'),
          onRecoverableError: (error, info) => {
            // React found another node than the one that it rendered: extensions and translators put theirs there.
            if (!isTranslated && !/args\[\]=HTML/.test(String(error))) reportAs('recoverable')(error, info);
          },
        },
      );
    });
  });
}

interface EffectProps {
  readonly run: () => void;
}

/** Rendered first, so that the island's effects find the fields as the visitor left them. */
function BeforeEffects({ run }: EffectProps) {
  useLayoutEffect(run, [run]);
  return null;
}

/** Rendered last: when its effect runs, the whole island is interactive. */
function AfterEffects({ run }: EffectProps) {
  useEffect(run, [run]);
  return null;
}
