import type { FunctionComponent, ReactElement } from 'react';

/** The element of an island whose component and props are known only by its name; both sides draw it so. */
export function drawIsland<Props extends object>(
  Component: FunctionComponent<Props>,
  props: Props,
): ReactElement {
  return <Component {...props} />;
}
