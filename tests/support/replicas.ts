import { vi } from 'vitest';
import { startContactService } from './contactService.ts';
import { startContentService } from './contentService.ts';
import { fromOwnPage } from './goodEnquiry.ts';
import { hookSecret } from './hook.ts';
import type { TestRedis } from './redis.ts';
import { startSite, type TestSite, type TestSiteOptions } from './site.ts';

/** Several replicas of one site over the same services. */
export interface Replicas {
  readonly sites: readonly TestSite[];
  readonly contentService: TestSite['contentService'];
  readonly contactService: TestSite['contactService'];
  /** The headers of a post from a page of the site, whichever replica served that page. */
  readonly ownPageHeaders: Readonly<Record<string, string>>;
  /** Starts one more, with other variables if need be. */
  add(environment?: Readonly<Record<string, string>>): Promise<TestSite>;
  close(): Promise<void>;
}

interface ReplicasOptions {
  readonly redis?: TestRedis | null;
  readonly environment?: Readonly<Record<string, string>>;
  /** The deadline of a Redis call: by default ten seconds, so that no test depends on how busy the machine is. */
  readonly redisDeadlineMs?: number;
  /** The clock by which content ages, on all of them. */
  readonly clock?: TestSiteOptions['clock'];
  readonly contact?: Parameters<typeof startContactService>[0];
}

/** Starts two replicas; without Redis each is on its own. */
export async function startReplicas(options: ReplicasOptions = {}): Promise<Replicas> {
  const { redis = null } = options;
  const frontendUrl = 'https://www.ridge.example';
  const now = options.clock ? { now: options.clock.date } : {};
  const contentService = await startContentService(now);
  const contactService = await startContactService({ ...now, ...options.contact });
  const sites: TestSite[] = [];
  const add: Replicas['add'] = async (environment = {}) => {
    const site = await startSite({
      ...(options.clock ? { clock: options.clock } : {}),
      redisDeadlineMs: options.redisDeadlineMs ?? 10_000,
      contentService,
      contactService,
      environment: {
        FRONTEND_URL: frontendUrl,
        CONTENT_HOOK_SECRET: hookSecret,
        ...(redis ? { REDIS_URL: redis.url } : {}),
        ...options.environment,
        ...environment,
      },
    });
    sites.push(site);
    return site;
  };
  for (const _ of [1, 2]) await add();
  return {
    sites,
    contentService,
    contactService,
    ownPageHeaders: fromOwnPage(frontendUrl),
    add,
    async close() {
      await Promise.all(sites.map((site) => site.close()));
      await Promise.all([contentService.close(), contactService.close()]);
    },
  };
}

/** Polls until a condition holds. */
export const waitUntil = (isThere: () => unknown): Promise<unknown> =>
  vi.waitUntil(isThere, { timeout: 45_000, interval: 5 });
