import type { IncomingMessage, ServerResponse } from 'node:http';
import { contextOf, requestHeaders, visitorSignal } from '../http/requestContext.ts';
import { sendBuffered } from '../http/sendBuffered.ts';
import type { SitePage } from '../site/definePage.tsx';
import type { PageRenderer } from './renderPage.tsx';

/** Answers with a page of its own status, which nobody else gets: a form's answer, an error screen. */
export type ShowPage = (
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  status: number,
) => Promise<void>;

/** Makes the one way to answer with a page outside of the route table. `path`: what to call the address. */
export function createShowPage(renderer: PageRenderer): ShowPage {
  return async (request, response, page, status) => {
    const context = contextOf(request);
    const [path = '/'] = (request.url ?? '/').split('?');
    const finished = await renderer.renderStatus(page, status, {
      // An address that does not decode must not reach the router.
      path: status === 400 ? '/' : path,
      search: '',
      whole: false,
      requestId: context.id,
      signal: visitorSignal(response),
    });
    await sendBuffered(request, response, finished, requestHeaders(context));
  };
}
