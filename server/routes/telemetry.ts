import { Router } from 'express';
import { ownNames } from '../http/requestOrigin.ts';
import type { Config } from '../process/config.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { routes } from '../site/routes.tsx';
import { ingestOf } from '../telemetry/envelope.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import { createReportTunnelRoutes } from './reportTunnel.ts';
import { createVitalsRoutes } from './vitals.ts';

/** The names of the site's routes; responses outside of the route table have a page named `status`. */
const routeNames: ReadonlySet<string> = new Set([...routes.map(({ name }) => name), 'status']);

interface Collaborators {
  readonly config: Config;
  readonly counts: SiteCounts;
  readonly redis: RedisConnection | null;
}

/** Reports of browsers. Each endpoint exists only where a service receives them. */
export function createTelemetryRoutes({ config, counts, redis }: Collaborators): Router {
  const router = Router();
  const names = ownNames(config);
  const ingest = config.sentry && ingestOf(config.sentry.dsn);
  if (ingest) {
    const onEnvelope = (outcome: string) => counts.envelopes.inc({ outcome });
    router.use(createReportTunnelRoutes({ ingest, names, onEnvelope, redis }));
  }
  if (config.metricsPort !== null) {
    router.use(createVitalsRoutes({ names, routes: routeNames, counts, redis }));
  }
  return router;
}
