import dialogStyles from '../../shared/islands/searchDialog.css';

export { SiteSearch as component } from '../../shared/islands/SiteSearch.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';

const sheet = new CSSStyleSheet();
sheet.replaceSync(dialogStyles);
document.adoptedStyleSheets.push(sheet);
