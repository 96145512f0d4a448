import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Router } from 'express';
import { contextOf } from '../middleware/requestContext.ts';
import type { HeaderList } from '../render/contentSecurityPolicy.ts';
import { chooseEncoding, createFinishedPage, type FinishedPage } from '../render/finishedPage.ts';
import { sendPage } from '../render/sendPage.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Built files by their path under `/static/`. */
export type StaticFiles = ReadonlyMap<string, FinishedPage>;

/**
 * Reads the built files into memory: their names hold a hash of their content, so they never change and may
 * be kept for ever. Source maps stay out. Throws when the folder is missing.
 */
export function readStaticFiles(folder: URL, security: HeaderList): StaticFiles {
  const names = readdirSync(folder).filter((name) => extname(name) in contentTypes);
  return new Map(
    names.map((name) => {
      const headers = [
        ...security,
        'Content-Type',
        contentTypes[extname(name)] ?? '',
        'Cache-Control',
        'public, max-age=31536000, immutable',
      ];
      return [
        `/static/${name}`,
        createFinishedPage('static', 200, readFileSync(new URL(name, folder)), headers),
      ];
    }),
  );
}

/** `/static/*`: the built files, from memory; anything else there is a plain 404 and never a page. */
export function createStaticRoutes(files: StaticFiles): Router {
  const router = Router();
  router.get('/static/{*name}', async (request, response) => {
    const context = contextOf(request);
    context.route = 'static';
    const file = files.get(request.path);
    if (!file) {
      response.status(404).set('Cache-Control', 'no-store').type('text').send('No such file.\n');
      return;
    }
    await sendPage(request, response, file, ['X-Request-Id', context.id]);
  });
  return router;
}

/** Compresses every file once, before the first visitor asks. */
export async function compressStaticFiles(files: StaticFiles): Promise<void> {
  for (const file of files.values()) await file.encode(chooseEncoding('br'));
}
