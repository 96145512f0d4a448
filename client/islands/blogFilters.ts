export { BlogFilters as component } from '../../shared/islands/BlogFilters.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';
