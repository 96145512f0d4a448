import { hiddenNoticesKey } from '../shared/hiddenNotices.ts';

// The inline script of pages that show a notice: one that was hidden is not seen again, and moves nothing when the page
// arrives. Storage may be blocked or hold anything: then the notice is shown.
try {
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`.site-notice:is(${localStorage.getItem(hiddenNoticesKey)}){display:none}`);
  document.adoptedStyleSheets = [sheet];
} catch {}
