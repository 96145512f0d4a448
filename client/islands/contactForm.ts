export { ContactForm } from '../../shared/islands/ContactForm.tsx';
export { hydrateIsland } from '../islandBase.ts';
