import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import type { TestSite } from '../support/site.ts';

/** The status, title and main text of a page. */
export async function shownPage(site: TestSite, address: string) {
  const { status, text } = await sendRequest(site.url, address);
  const page = parseHtml(text);
  return { status, title: page.one('title').text, main: page.one('main').text };
}
