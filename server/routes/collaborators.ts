import type { Logger } from 'pino';
import type { ContactService } from '../contact/contactService.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { DirectusClient } from '../directus/directusClient.ts';
import type { PageDoctor } from '../doctor/pageDoctor.ts';
import type { SecurityHeaders } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/errors.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import type { PageFinder } from '../render/pageFinder.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import type { SendPage } from '../render/sendPage.ts';
import type { SiteSearch } from '../search/siteSearch.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';

/** What endpoints use of the rest of the server. */
export interface Collaborators {
  readonly config: Config;
  readonly contact: ContactService;
  readonly content: LiveContent;
  readonly counts: SiteCounts;
  readonly directus: DirectusClient;
  readonly doctor: PageDoctor;
  readonly finder: PageFinder;
  readonly log: Logger;
  /** Null: this replica is on its own. */
  readonly redis: RedisConnection | null;
  readonly renderer: PageRenderer;
  readonly reportError: ReportError;
  readonly search: SiteSearch;
  readonly security: SecurityHeaders;
  readonly sendPage: SendPage;
}
