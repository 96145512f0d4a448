export { SentMessage } from '../../shared/islands/SentMessage.tsx';
export { hydrateIsland } from '../islandBase.ts';
