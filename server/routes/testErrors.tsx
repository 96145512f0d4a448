import { Router } from 'express';
import { sentryExamplePath } from '../../shared/paths.ts';
import type { Content } from '../content/content.ts';
import { contextOf } from '../middleware/requestContext.ts';
import type { ShowPage } from '../render/showPage.ts';
import type { ReportError } from '../reportError.ts';
import { definePage } from '../site/definePage.tsx';
import { sentryExamplePage, sentryTestPath } from '../site/pages/SentryExamplePage.tsx';

interface Collaborators {
  readonly content: Content;
  readonly reportError: ReportError;
  readonly show: ShowPage;
}

/** A page whose component throws, to see what a visitor and the report then get. */
const failingPage = definePage({
  styles: 'plain',
  ask: () => ({}),
  describe: () => ({ title: 'Test', description: null, path: null, unlisted: true }),
  View: () => {
    throw new Error('Test error of a server render.');
  },
});

/** What the buttons of the error reporting test page post to; mounted only with `DEV_PAGES`. */
export function createTestErrorRoutes({ content, reportError, show }: Collaborators): Router {
  const router = Router();
  router.use(sentryExamplePath, (request, _response, next) => {
    contextOf(request).route = 'testErrors';
    next();
  });
  router.post(sentryTestPath('render-error'), (request, response) =>
    show(request, response, failingPage, 200),
  );
  router.post(sentryTestPath('endpoint-error'), () => {
    throw new Error('Test error of a server endpoint.');
  });
  router.post(sentryTestPath('content-error'), async (request, response) => {
    await content.askForRefusal();
    await show(request, response, sentryExamplePage, 200);
  });
  router.post(sentryTestPath('message'), async (request, response) => {
    reportError('Test message of the error reporting test page.');
    await show(request, response, sentryExamplePage, 200);
  });
  return router;
}
