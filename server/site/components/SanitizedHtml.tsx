import { useStyles } from '../../../shared/useStyles.ts';
import type { Html } from '../../content/parse/sanitizeHtml.ts';
import type { EditMark } from '../editing.tsx';

interface SanitizedHtmlProps {
  readonly html: Html;
  /** The attributes that make it editable in a preview. */
  readonly mark?: EditMark;
}

/** Editor HTML that has passed the sanitizer. The only place where a string from content becomes markup. */
export function SanitizedHtml({ html, mark }: SanitizedHtmlProps) {
  useStyles('prose', html.includes('table-scroll') && 'tableScroll');
  return <div className="prose" {...mark} dangerouslySetInnerHTML={{ __html: html }} />;
}
