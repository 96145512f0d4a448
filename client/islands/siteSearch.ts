import dialog from '../../shared/islands/searchDialog.css';
import { adoptStyles } from '../hydration/adoptStyles.ts';

export { SiteSearch as component } from '../../shared/islands/SiteSearch.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';

adoptStyles(dialog);
