// The islands of every page's header in one file: whoever touches one has the other close by.
export { SiteMenu } from '../../shared/islands/SiteMenu.tsx';
export { ThemeSwitcher } from '../../shared/islands/ThemeSwitcher.tsx';
export { hydrateIsland } from '../islandBase.ts';
