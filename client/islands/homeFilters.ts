export { HomeFilters as component } from '../../shared/islands/HomeFilters.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';
