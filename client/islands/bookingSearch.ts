export { BookingSearch } from '../../shared/islands/BookingSearch.tsx';
export { hydrateIsland } from '../islandBase.ts';
