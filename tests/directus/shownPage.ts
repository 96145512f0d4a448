import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import type { TestSite } from '../support/site.ts';

/** What stands on a page of a site. */
export async function shownPage(site: TestSite, address: string) {
  const { status, text } = await sendRequest(site.url, address);
  const page = parseHtml(text);
  return { status, title: page.one('title').text, main: page.one('main').text };
}
