import { hash } from 'node:crypto';
import type { AssetManifest } from '../http/assetManifest.ts';

/** The text of a page's one style element: the base, and the named stylesheets of components in their order. */
export function styleTextOf(
  { base, layers }: AssetManifest['styles'],
  names: ReadonlySet<string> | 'all',
): string {
  const blocks = Object.entries(layers).map(([layer, sheets]) => {
    const shown = Object.entries(sheets).filter(([name]) => names === 'all' || names.has(name));
    return shown.length === 0 ? '' : `@layer ${layer}{${shown.map(([, text]) => text).join('')}}`;
  });
  return base + blocks.join('');
}

/** The CSP source expression that allows exactly this inline text. */
export const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** What `Document` leaves for the style of a page whose stylesheets are known only once it has been rendered. */
const place = '<style></style>';

/** Puts the style into a rendered document; its place is the first, because every other text of the head is escaped. */
export const putStyle = (html: string, text: string): string =>
  html.replace(place, () => `<style>${text}</style>`);
