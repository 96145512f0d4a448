import { Router } from 'express';
import { sentryExamplePath } from '../../shared/paths.ts';
import { contextOf } from '../http/requestContext.ts';
import { screen } from '../site/pages/ErrorPage.tsx';
import { sentryExamplePageWith, sentryTestPath } from '../site/pages/SentryExamplePage.tsx';
import type { Collaborators } from './collaborators.ts';

/** A page whose component throws, to see what the visitor and the error report get. */
const failingPage = screen('Test', () => {
  throw new Error('Test error of a server render.');
});

/** What the buttons of the error reporting test page post to; mounted only with `DEV_PAGES`. */
export function createTestErrorRoutes({ config, directus, reportError, sendPage }: Collaborators): Router {
  const router = Router();
  const outcome = config.sentry ? 'was reported.' : 'was logged: error reporting is off here.';
  router.use(sentryExamplePath, (request, _response, next) => {
    contextOf(request).route = 'testErrors';
    next();
  });
  // "Try Again" on the error screen leads to the address of the post.
  router.get(`${sentryExamplePath}/:name`, (_request, response) => response.redirect(sentryExamplePath));
  router.post(sentryTestPath('render-error'), (request, response) =>
    sendPage(request, response, failingPage, 200),
  );
  router.post(sentryTestPath('endpoint-error'), () => {
    throw new Error('Test error of a server endpoint.');
  });
  router.post(sentryTestPath('content-error'), async (request, response) => {
    await directus.item('pages', 'no-such-page').catch(() => undefined);
    const page = sentryExamplePageWith(`The content service refused, and the error ${outcome}`);
    await sendPage(request, response, page, 200);
  });
  router.post(sentryTestPath('message'), async (request, response) => {
    reportError('Test message of the error reporting test page.');
    await sendPage(request, response, sentryExamplePageWith(`A message ${outcome}`), 200);
  });
  return router;
}
