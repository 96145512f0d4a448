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

/** Built files by their path. */
export type StaticFiles = ReadonlyMap<string, FinishedPage>;

/**
 * Reads the built files into memory. The names in `static/` hold a hash of the content, so these files never
 * change and may be kept for ever; those in `root/` beside it stand at addresses that everybody knows, such
 * as `/favicon.ico`. Source maps stay out. Throws when a folder is missing.
 */
export function readStaticFiles(folder: URL, security: HeaderList): StaticFiles {
  return new Map([
    ...readFolder(folder, '/static/', 'public, max-age=31536000, immutable', security),
    ...readFolder(new URL('../root/', folder), '/', 'public, max-age=86400', security),
  ]);
}

function readFolder(folder: URL, at: string, lifetime: string, security: HeaderList) {
  const names = readdirSync(folder).filter((name) => extname(name) in contentTypes);
  return names.map((name): [string, FinishedPage] => {
    const type = contentTypes[extname(name)] ?? '';
    const headers = [...security, 'Content-Type', type, 'Cache-Control', lifetime];
    return [at + name, createFinishedPage('static', 200, readFileSync(new URL(name, folder)), headers)];
  });
}

/**
 * The built files, from memory. Anything else under `/static/` is a plain 404 and never a page; elsewhere the
 * request goes on.
 */
export function createStaticRoutes(files: StaticFiles): Router {
  const router = Router();
  router.use(async (request, response, next) => {
    const file = files.get(request.path);
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (!isAsked || (!file && !request.path.startsWith('/static/'))) return next();
    const context = contextOf(request);
    context.route = 'static';
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
