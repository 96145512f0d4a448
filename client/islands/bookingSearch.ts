export { BookingSearch as component } from '../../shared/islands/BookingSearch.tsx';
export { hydrateIsland } from '../islandBase.ts';
