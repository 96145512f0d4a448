import { Router } from 'express';

/**
 * Probes: `/livez` reports the process only; `/readyz` whether traffic should come here. Matched in exact spelling, so
 * that a load balancer can close them to the public.
 */
export function createHealthRoutes(isReady: () => boolean): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/livez', (_request, response) => void response.type('text').send('ok\n'));
  router.get('/readyz', (_request, response) => {
    const ready = isReady();
    response
      .status(ready ? 200 : 503)
      .type('text')
      .send(ready ? 'ready\n' : 'not ready\n');
  });
  return router;
}
