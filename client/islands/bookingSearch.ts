export { BookingSearch as component } from '../../shared/islands/BookingSearch.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';
