export { ErrorTests } from '../../shared/islands/ErrorTests.tsx';
export { hydrateIsland } from '../islandBase.ts';
