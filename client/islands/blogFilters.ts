import card from '../../shared/ui/card.css';
import focus from '../../shared/ui/focus.css';
import notices from '../../shared/ui/notices.css';
import pagination from '../../shared/ui/pagination.css';
import picture from '../../shared/ui/picture.css';
import postList from '../../shared/ui/postList.css';
import { adoptStyles } from '../hydration/adoptStyles.ts';

export { BlogFilters as component } from '../../shared/islands/BlogFilters.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';

adoptStyles(card, focus, notices, pagination, picture, postList);
