import { enhanceDrawer } from './menuDrawer.ts';
import { enhanceRow } from './menuRow.ts';
import { enhanceThemes } from './themeMenu.ts';

export { enhanceThemes };

/** Enhances the site's menu: its row, its drawer, and the choice of a theme in the drawer. */
export function enhanceMenu(root: HTMLElement): void {
  const row = root.querySelector<HTMLElement>('.site-nav');
  const drawer = root.querySelector<HTMLDetailsElement>('.drawer');
  if (row) enhanceRow(row);
  if (drawer) enhanceDrawer(drawer, row);
  enhanceThemes(root);
}
