/** Ends of file names, which look like the last part of a domain. */
const fileEnding =
  /\.(?:html?|php\d?|aspx?|jsp|pdf|jpe?g|png|gif|webp|avif|heic|svg|mp4|webm|docx?|xlsx?|pptx?|txt|csv)$/i;
const domain = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?=[:/?#]|$)/u;

/**
 * The https address that is meant by one that begins with the name of a host: `www.example.com/about`,
 * `//example.com`. Null for every other text.
 */
export function hostAddress(text: string): string | null {
  const address = text.replace(/^\/{2,}/, '');
  const [host = ''] = domain.exec(address) ?? [];
  return host === '' || fileEnding.test(host) ? null : `https://${address}`;
}

/** The same for what a page loads, which must come over https: also of an http address. */
export const secureAddress = (text: string): string | null =>
  /^https?:\/\//i.test(text) ? text.replace(/^http:/i, 'https:') : hostAddress(text);
