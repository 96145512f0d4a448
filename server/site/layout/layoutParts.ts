import { createContext } from 'react';

/** What is inside of the parts that all pages share, as HTML that was made before. */
export interface LayoutParts {
  readonly header: string;
  readonly reviews: string;
  readonly footer: string;
}

/** The parts for this render; null where they must be drawn, because menu or settings are not loaded. */
export const LayoutPartsContext = createContext<LayoutParts | null>(null);
