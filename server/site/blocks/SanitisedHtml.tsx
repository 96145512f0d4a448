import type { Html } from '../../../shared/content.ts';

/** Editor HTML that has passed the sanitiser. The only place of the site where a string becomes markup. */
export function SanitisedHtml({ html }: { readonly html: Html }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the type says that the sanitiser has made it.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
