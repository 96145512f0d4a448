import { SiteMenu } from '../../shared/islands/SiteMenu.tsx';
import { ThemeSwitcher } from '../../shared/islands/ThemeSwitcher.tsx';
import { hydrateIsland } from '../hydration/hydrateIsland.tsx';

// These islands of the header share one chunk: a visitor who uses one is likely to use the other.
export const siteMenu = { component: SiteMenu, hydrateIsland };
export const themeSwitcher = { component: ThemeSwitcher, hydrateIsland };
