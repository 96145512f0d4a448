import { Router } from 'express';

/**
 * `GET /dev/reload`, in development only: a stream that never says anything. The browser build for
 * development listens to it; when it comes back after a break, the site was restarted, and the page reloads.
 */
export function createDevReloadRoutes(): Router {
  const router = Router();
  router.get('/dev/reload', (request, response) => {
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 50\n\n');
    request.socket.setTimeout(0);
  });
  return router;
}
