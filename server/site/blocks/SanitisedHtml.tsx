import type { Html } from '../../content/parse/sanitiseHtml.ts';

/** Editor HTML that has passed the sanitiser. The only place of the site where a string becomes markup. */
export function SanitisedHtml({ html }: { readonly html: Html }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
