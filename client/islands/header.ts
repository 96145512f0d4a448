import { SiteMenu } from '../../shared/islands/SiteMenu.tsx';
import { ThemeSwitcher } from '../../shared/islands/ThemeSwitcher.tsx';
import { hydrateIsland } from '../hydration/hydrateIsland.tsx';

// The islands of every page's header in one file: a visitor who uses one is likely to use another.
export const siteMenu = { component: SiteMenu, hydrateIsland };
export const themeSwitcher = { component: ThemeSwitcher, hydrateIsland };
