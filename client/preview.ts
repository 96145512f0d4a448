import { apply } from '@directus/visual-editing';
import { doctorPath } from '../shared/paths.ts';

// Loaded only by previews. In a frame of the content service, a click on a text or picture opens its field there;
// saving reloads the page.
const bar = document.querySelector<HTMLElement>('.preview-bar');
const directusUrl = bar?.dataset.directusUrl;
if (bar && window.parent !== window) {
  // Links out of the preview open in a new tab, except for the doctor, which needs the cookie of this frame.
  for (const link of bar.querySelectorAll('a')) if (link.pathname !== doctorPath) link.target = '_blank';
  if (directusUrl) void apply({ directusUrl });
}
