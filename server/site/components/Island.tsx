import type { ReactNode } from 'react';
import { createIslandElement } from '../../../shared/islands/islandElement.tsx';
import {
  type EnhancedName,
  type IslandComponent,
  type IslandName,
  type IslandProps,
  islandComponents,
} from '../../../shared/islands/islandRegistry.ts';

const components: { readonly [Name in IslandName]: IslandComponent<Name> } = islandComponents;

interface IslandElementProps<Name extends IslandName> {
  readonly name: Name;
  /** Small plain JSON with nothing that the visitor must not see, since it is in the page's source. */
  readonly props: IslandProps[Name];
}

/** A part of the page that the browser hydrates on its own; complete and usable before that. */
export function Island<Name extends IslandName>({ name, props }: IslandElementProps<Name>) {
  return (
    <div className="island" data-island={name} data-props={JSON.stringify(props)}>
      {createIslandElement<IslandProps[Name]>(components[name], props)}
    </div>
  );
}

interface EnhancedProps {
  readonly name: EnhancedName;
  readonly children: ReactNode;
}

/** A part of the page that works by itself, and to which script adds listeners: it has no state that needs React. */
export function Enhanced({ name, children }: EnhancedProps) {
  return (
    <div className="island" data-island={name}>
      {children}
    </div>
  );
}
