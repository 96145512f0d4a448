export { BlogFilters } from '../../shared/islands/BlogFilters.tsx';
export { hydrateIsland } from '../islandBase.ts';
