import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import express from 'express';
import pino from 'pino';
import sharp from 'sharp';
import request, { type Response } from 'supertest';
import type { DirectusClientOptions } from '../../server/directus/directusClient.ts';
import { PictureStore } from '../../server/media/pictureStore.ts';
import { createMediaRoutes } from '../../server/routes/media.ts';
import { closeServer, listen } from './listen.ts';
import { createManualClock, type ManualClock } from './manualClock.ts';

/** The picture route by itself, with a file service and a clock that the test controls. */
export interface MediaSite {
  readonly url: string;
  readonly pictures: PictureStore;
  readonly clock: ManualClock;
  /** The file library; an undefined entry cannot be read. At first it holds `lodge` and `lake`. */
  readonly library: Map<string, { readonly version: string | null } | undefined>;
  readonly logs: readonly Record<string, unknown>[];
  readonly reports: readonly unknown[];
  /** The requests that the file service was sent since the last `upstream()`. */
  readonly requests: readonly IncomingMessage[];
  /** Sets how the file service responds; without a listener it makes pictures. */
  respond(listener?: RequestListener): void;
  /** `GET /media/{id}?w={width}` from a browser that accepts WebP, sent at once; the body of a picture is a Buffer. */
  picture(
    id: string,
    width?: number,
    headers?: Readonly<Record<string, string>>,
    version?: string,
  ): Promise<Response>;
  /** The request targets that the file service received since the last call. */
  upstream(): string[];
  close(): Promise<void>;
}

/** Two files of the library. */
export const lodge = '11111111-0000-4000-8000-000000000001';
export const lake = '22222222-0000-4000-8000-000000000002';

/** The `Accept` of a browser's image request. */
export const browserAccept = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

interface MediaSiteOptions {
  readonly client?: Pick<DirectusClientOptions, 'deadlineMs'>;
  readonly maxBytes?: number;
}

/** Starts the file service and the picture route, both on loopback. */
export async function startMediaSite(options: MediaSiteOptions = {}): Promise<MediaSite> {
  let listener: RequestListener = makePicture;
  const requests: IncomingMessage[] = [];
  const service = createServer((received, response) => {
    requests.push(received);
    listener(received, response);
  });
  const logs: Record<string, unknown>[] = [];
  const reports: unknown[] = [];
  const clock = createManualClock();
  const log = pino({ level: 'info' }, { write: (line) => void logs.push(JSON.parse(line)) });
  const reportError = (error: unknown) => void reports.push(error);
  const library: MediaSite['library'] = new Map([lodge, lake].map((id) => [id, { version: 'a1' }]));
  const pictures = new PictureStore({
    baseUrl: await listen(service),
    reportError,
    ...options.client,
    fileFacts: (id) => (library.has(id) ? library.get(id) : null),
    log,
    clock,
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  });
  const app = express().set('trust proxy', 1).use(createMediaRoutes(pictures, []));
  const site = createServer(app);
  const url = await listen(site);
  return {
    url,
    pictures,
    clock,
    library,
    logs,
    reports,
    requests,
    respond: (next = makePicture) => {
      listener = next;
    },
    // `then` sends the request: supertest sends nothing before it is awaited.
    picture: (id, width = 320, headers = {}, version) =>
      request(url)
        .get(`/media/${id}?w=${width}${version ? `&v=${version}` : ''}`)
        .set({ Accept: browserAccept, ...headers })
        .then((reply) => reply),
    upstream: () => requests.splice(0).map((sent) => sent.url ?? ''),
    async close() {
      pictures.close();
      for (const server of [site, service]) await closeServer(server);
    },
  };
}

/** Responds with a picture of the requested width and format, different for each file. */
const makePicture: RequestListener = ({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const format = searchParams.get('format') === 'webp' ? 'webp' : 'jpeg';
  const background = { r: Number.parseInt(pathname.at(8) ?? '', 16) * 10, g: 90, b: 90 };
  const size = { width: Number(searchParams.get('width')), height: 8, channels: 3 as const, background };
  void sharp({ create: size })
    .toFormat(format)
    .toBuffer()
    .then((body) => response.writeHead(200, { 'content-type': `image/${format}` }).end(body));
};
