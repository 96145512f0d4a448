import { hiddenNoticesKey } from './notices.ts';

// The inline script of pages with a notice: keeps notices hidden that the visitor has closed, without a layout shift.
// If storage is blocked or holds anything invalid, the notice is shown.
try {
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`.site-notice:is(${localStorage.getItem(hiddenNoticesKey)}){display:none}`);
  document.adoptedStyleSheets = [sheet];
} catch {}
