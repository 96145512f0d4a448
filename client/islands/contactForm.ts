export { ContactForm as component } from '../../shared/islands/ContactForm.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';
