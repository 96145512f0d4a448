export { ErrorTests as component } from '../../shared/islands/ErrorTests.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';
