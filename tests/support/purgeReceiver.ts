import { reply } from '../../server/demo/httpService.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { type FaultyServer, startFaultyServer } from './faultyServer.ts';

interface Purge {
  readonly tags: readonly string[];
  readonly urls: readonly string[];
}

/** A CDN as the site sees it: an address that receives purges. */
export interface PurgeReceiver extends FaultyServer<never> {
  /** The bodies it was sent, parsed, oldest first. */
  readonly purges: readonly Purge[];
}

/**
 * Starts one on a free loopback port.
 *
 * @param onPurge called before it responds
 */
export async function startPurgeReceiver(onPurge = () => {}): Promise<PurgeReceiver> {
  const purges: Purge[] = [];
  const server = await startFaultyServer<never>({
    targetsOf: () => [],
    errorFor: (status) => reply(status, 'text/plain', ''),
    async respond({ body }) {
      purges.push(Object(jsonOf(body)));
      onPurge();
      return reply(204, 'text/plain', '');
    },
  });
  return { ...server, purges };
}
