import { SiteMenu } from '../../shared/islands/SiteMenu.tsx';
import { ThemeSwitcher } from '../../shared/islands/ThemeSwitcher.tsx';
import { hydrateIsland } from '../hydration/hydrateIsland.tsx';

// The islands of every page's header in one file: whoever touches one has the other close by.
export const siteMenu = { component: SiteMenu, hydrateIsland };
export const themeSwitcher = { component: ThemeSwitcher, hydrateIsland };
