export { SiteSearch as component } from '../../shared/islands/SiteSearch.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';
