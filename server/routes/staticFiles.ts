import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Router } from 'express';
import {
  createVariant,
  type Encoding,
  encodingFor,
  type ResponseVariant,
  sendVariant,
} from '../http/bufferedResponse.ts';
import { contextOf } from '../http/requestContext.ts';
import type { HeaderList, SecurityHeaders } from '../http/securityHeaders.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** A built file in every encoding that the build made; `identity` is one of them. */
type StaticFile = ReadonlyMap<Encoding, ResponseVariant>;

/**
 * Reads the built files into memory, by their path. The names in `static/` contain a hash of the content, so these
 * files never change and may be cached forever. The files in `root/` beside it, all of them pictures, have fixed
 * addresses, such as `/favicon.ico`. Source maps are left out. Throws when a folder is missing.
 */
export function readStaticFiles(
  folder: URL,
  { resource, picture }: Pick<SecurityHeaders, 'resource' | 'picture'>,
): ReadonlyMap<string, StaticFile> {
  return new Map([
    ...readFolder(folder, '/static/', 'public, max-age=31536000, immutable', resource),
    ...readFolder(new URL('../root/', folder), '/', 'public, max-age=86400', picture),
  ]);
}

function readFolder(folder: URL, at: string, lifetime: string, security: HeaderList) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const names = paths.filter((name) => extname(name) in contentTypes);
  return names.map((name): [string, StaticFile] => {
    const type = contentTypes[extname(name)] ?? '';
    const headers = [...security, 'Content-Type', type, 'Cache-Control', lifetime];
    return [at + name, readStaticFile(new URL(name, folder), headers)];
  });
}

/** A file and its compressed versions, which the build puts beside it as `name.br` and `name.gz`. */
function readStaticFile(file: URL, headers: HeaderList): StaticFile {
  const endings = [['identity', ''] as const, ['br', '.br'] as const, ['gzip', '.gz'] as const];
  return new Map(
    endings.flatMap(([encoding, ending]) => {
      const encoded = new URL(file.href + ending);
      return existsSync(encoded) ? [[encoding, createVariant(headers, encoding, readFileSync(encoded))]] : [];
    }),
  );
}

/**
 * The built files, from memory. Anything else under `/static/` is a plain 404 and never a page; elsewhere the
 * request goes on.
 */
export function createStaticRoutes(files: ReadonlyMap<string, StaticFile>): Router {
  const router = Router();
  router.use((request, response, next) => {
    const file = files.get(request.path);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || (!file && !request.path.startsWith('/static/'))) return next();
    const context = contextOf(request);
    context.route = 'static';
    const variant = file?.get(encodingFor(request)) ?? file?.get('identity');
    if (!variant) {
      response.status(404).type('text').send('No such file.\n');
      return;
    }
    sendVariant(request, response, 200, variant, ['X-Request-Id', context.id]);
  });
  return router;
}
