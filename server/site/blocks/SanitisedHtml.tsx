import type { Html } from '../../content/parse/sanitiseHtml.ts';
import type { EditMark } from '../editing.tsx';

interface SanitisedHtmlProps {
  readonly html: Html;
  /** What makes it editable in a preview. */
  readonly mark?: EditMark;
}

/** Editor HTML that has passed the sanitiser. The only place of the site where a string becomes markup. */
export function SanitisedHtml({ html, mark }: SanitisedHtmlProps) {
  return <div className="prose" {...mark} dangerouslySetInnerHTML={{ __html: html }} />;
}
