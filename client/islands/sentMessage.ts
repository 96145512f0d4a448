export { SentMessage as component } from '../../shared/islands/SentMessage.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';
