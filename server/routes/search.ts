import { type Request, type RequestHandler, Router } from 'express';
import { isUrgent } from '../../shared/enquiryHints.ts';
import { searchApiPath } from '../../shared/paths.ts';
import { readSearchQuery } from '../../shared/search.ts';
import { valueIn } from '../content/siteContent.ts';
import { createLimit } from '../http/rateLimits.ts';
import { contextOf } from '../http/requestContext.ts';
import { urgentChoiceOf } from '../site/components/Urgent.tsx';
import { tooManySearchesPage } from '../site/pages/ErrorPage.tsx';
import type { Collaborators } from './collaborators.ts';

/** More than anybody needs: a letter each second, with a search for each, makes 60. */
const perMinute = 120;
/** What a list of suggestions has room for. */
const mostSuggestions = 8;

const queryOf = ({ originalUrl }: Request): string | null =>
  readSearchQuery(new URL(originalUrl, 'http://site').searchParams);

/**
 * The search as JSON, `GET /api/search?q=`, for suggestions while somebody types; and the rate limit of searches, which
 * also covers all pages that are made for each request: the search page, and homes with prices for chosen dates. Right
 * after the start a search waits for the first index.
 */
export function createSearchRoutes({ search, finder, content, redis, sendPage }: Collaborators) {
  const isWithin = createLimit({ identifier: 'search', windowMs: 60_000, limit: perMinute, redis });
  const api = Router();
  api.get(searchApiPath, async (request, response) => {
    contextOf(request).route = 'api.search';
    if (!(await isWithin(request, response))) {
      response.status(429).json({ error: 'Too many searches.' });
      return;
    }
    const query = queryOf(request);
    if (query !== null) await search.untilReady();
    const result = query === null ? { ok: { hits: [], total: 0 } } : search.find(query, mostSuggestions);
    if ('ok' in result) {
      const offersCall = result.ok.total === 0 || (query !== null && isUrgent(query));
      const settings = offersCall ? valueIn(content.current().site_settings) : undefined;
      response.json({ ...result.ok, urgent: settings ? urgentChoiceOf(settings) : null });
    } else response.status(503).set('Retry-After', '5').json({ error: 'The search is not ready yet.' });
  });
  const limit: RequestHandler = async (request, response, next) => {
    if (!finder.isMadeAnew(request.originalUrl)) return next();
    if (!(await isWithin(request, response))) {
      await sendPage(request, response, tooManySearchesPage, 429, 'search 429');
      return;
    }
    if (queryOf(request) !== null) await search.untilReady();
    next();
  };
  return { limit, api };
}
