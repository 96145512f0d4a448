import { apply } from '@directus/visual-editing';
import { doctorPath } from '../shared/paths.ts';

// Only previews load this. In a frame of the content service its texts and pictures open their fields there; a save
// loads the page again.
const bar = document.querySelector<HTMLElement>('.preview-bar');
const directusUrl = bar?.dataset.directusUrl;
if (bar && window.parent !== window) {
  // What leads out of the preview leads out of the frame; the doctor is behind the cookie of this one.
  for (const link of bar.querySelectorAll('a')) if (link.pathname !== doctorPath) link.target = '_blank';
  if (directusUrl) void apply({ directusUrl });
}
