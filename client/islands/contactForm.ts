import timeline from '../../shared/islands/deliveryTimeline.css';
import sent from '../../shared/islands/enquirySent.css';
import notices from '../../shared/ui/notices.css';
import { adoptStyles } from '../hydration/adoptStyles.ts';

export { ContactForm as component } from '../../shared/islands/ContactForm.tsx';
export { hydrateIsland } from '../hydration/hydrateIsland.tsx';

adoptStyles(timeline, sent, notices);
