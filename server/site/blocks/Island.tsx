import { drawIsland } from '../../../shared/islands/drawIsland.tsx';
import {
  type IslandComponent,
  type IslandName,
  type IslandProps,
  islandComponents,
} from '../../../shared/islands/islandRegistry.ts';

const components: { readonly [Name in IslandName]: IslandComponent<Name> } = islandComponents;

interface IslandElementProps<Name extends IslandName> {
  readonly name: Name;
  /** Plain JSON, small, and nothing that the visitor may not see: it stands in the page's source. */
  readonly props: IslandProps[Name];
}

/** A part of the page that the browser hydrates on its own; complete and usable before that. */
export function Island<Name extends IslandName>({ name, props }: IslandElementProps<Name>) {
  return (
    <div className="island" data-island={name} data-props={JSON.stringify(props)}>
      {drawIsland<IslandProps[Name]>(components[name], props)}
    </div>
  );
}
