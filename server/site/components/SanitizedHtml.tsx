import { useStyles } from '../../../shared/useStyles.ts';
import type { Html } from '../../content/parse/sanitizeHtml.ts';
import type { EditMark } from '../editing.tsx';

interface SanitizedHtmlProps {
  readonly html: Html;
  /** The attributes that make it editable in a preview. */
  readonly mark?: EditMark;
}

/** Whether a text has more than paragraphs, headings, lists and quotations: what `proseRich.css` is for. */
const isRich = /<(?:img|video|iframe|fig|table|pre|code|kbd|d[lt]|details|mark|hr)|align-/;

/** Editor HTML that has passed the sanitizer. The only place where a string from content becomes markup. */
export function SanitizedHtml({ html, mark }: SanitizedHtmlProps) {
  useStyles('prose', isRich.test(html) && 'proseRich', html.includes('table-scroll') && 'tableScroll');
  return <div className="prose" {...mark} dangerouslySetInnerHTML={{ __html: html }} />;
}
