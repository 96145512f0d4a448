import type { Logger } from 'pino';
import type { Config } from './config.ts';
import {
  type ContactService,
  type ContactServiceOptions,
  createContactService,
} from './contact/contactService.ts';
import { type Content, type ContentOptions, createContent } from './content/content.ts';
import { type ContentStoreOptions, createContentStore } from './content/contentStore.ts';
import { createDirectusClient, type DirectusClientOptions } from './content/directusClient.ts';
import type { ServiceCallerOptions } from './content/serviceCaller.ts';
import { createPictureClient } from './media/pictureClient.ts';
import { createPictureStore, type PictureStore, type PictureStoreOptions } from './media/pictureStore.ts';
import { type AssetManifest, readAssetManifest } from './render/assetManifest.ts';
import { createSecurityHeaders } from './render/contentSecurityPolicy.ts';
import type { ReportError } from './reportError.ts';
import { readStaticFiles, type StaticFiles } from './routes/staticFiles.ts';

/** Everything that the application stands on. */
export interface Collaborators {
  readonly config: Config;
  readonly content: Content;
  readonly contact: ContactService;
  readonly pictures: PictureStore;
  readonly assets: AssetManifest;
  readonly staticFiles: StaticFiles;
  readonly log: Logger;
  readonly reportError: ReportError;
  /** Whether traffic should come here. */
  readonly isReady: () => boolean;
  /** Bound of the kept pages in bytes; 0 keeps none, for measurements. */
  readonly pageCacheBytes?: number;
}

interface Surroundings {
  readonly config: Config;
  readonly log: Logger;
  readonly reportError: ReportError;
  readonly isReady: () => boolean;
  /** The folder of the build. */
  readonly dist: URL;
}

/** What tests and measurements set otherwise than the defaults: deadlines, clocks, bounds. */
export interface Tuning {
  readonly client?: Partial<DirectusClientOptions>;
  readonly store?: Partial<ContentStoreOptions>;
  readonly content?: Partial<ContentOptions>;
  readonly contact?: Partial<ContactServiceOptions>;
  readonly pictureClient?: Partial<ServiceCallerOptions>;
  readonly pictures?: Partial<PictureStoreOptions>;
  readonly pageCacheBytes?: number;
}

/**
 * Builds the collaborators from a configuration, for the process and for tests alike. Throws when the build
 * is missing. `close` ends their timers and connections.
 */
export function createCollaborators(
  { config, log, reportError, isReady, dist }: Surroundings,
  tuning: Tuning = {},
): Collaborators & { close(): void } {
  const assets = readAssetManifest(new URL('manifest.json', dist));
  const staticFiles = readStaticFiles(
    new URL('static/', dist),
    createSecurityHeaders(config, assets).resource,
  );
  const upstream = { baseUrl: config.directusUrl, reportError, log };
  const content = createContent({
    client: createDirectusClient({ ...upstream, ...tuning.client }),
    store: createContentStore({ log, ...tuning.store }),
    log,
    reportError,
    imageHosts: config.imageHosts,
    embedHosts: config.embedHosts,
    assetHosts: [config.directusUrl, config.backendUrl].map((url) => new URL(url).host),
    publicAssetBase: config.backendUrl,
    ...tuning.content,
  });
  const pictures = createPictureStore({
    client: createPictureClient({ ...upstream, ...tuning.pictureClient }),
    log,
    ...tuning.pictures,
  });
  const contact = createContactService({
    baseUrl: config.contactApiUrl,
    log,
    reportError,
    ...tuning.contact,
  });
  return {
    ...{ config, content, contact, pictures, assets, staticFiles, log, reportError, isReady },
    ...(tuning.pageCacheBytes === undefined ? {} : { pageCacheBytes: tuning.pageCacheBytes }),
    close() {
      content.close();
      pictures.close();
    },
  };
}
