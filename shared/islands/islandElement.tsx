import type { FunctionComponent, ReactElement } from 'react';

/** Creates the element of an island. Used by server and browser, so that both render the same tree. */
export function createIslandElement<Props extends object>(
  Component: FunctionComponent<Props>,
  props: Props,
): ReactElement {
  return <Component {...props} />;
}
