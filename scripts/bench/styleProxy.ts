import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { listen } from '../../tests/support/listen.ts';

/**
 * Stands before the site and answers with its pages as they are (`inline`), or with their CSS moved into files
 * that are kept for ever (`file`). Both without the content policy, which allows the CSS by its hash.
 */
export async function startStyleProxy(siteUrl: string, kind: 'inline' | 'file') {
  const styles = new Map<string, Buffer>();
  const kept = new Map<string, { readonly headers: Record<string, string>; readonly body: Buffer }>();

  const moveStyles = (html: string): string =>
    html.replace(/<style[^>]*>(.*?)<\/style>(?!<\/noscript>)/gs, (_, text: string) => {
      const path = `/styles/${createHash('sha256').update(text).digest('hex').slice(0, 8)}.css`;
      styles.set(path, brotliCompressSync(text));
      return `<link rel="stylesheet" href="${path}">`;
    });

  const load = async (path: string) => {
    const response = await fetch(siteUrl + path);
    const type = response.headers.get('content-type') ?? '';
    const lifetime = response.headers.get('cache-control') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    const body =
      kind === 'file' && type.startsWith('text/html') ? Buffer.from(moveStyles(bytes.toString())) : bytes;
    const isText = /^(text|application\/json|image\/svg)/.test(type);
    return {
      headers: {
        'Content-Type': type,
        'Cache-Control': lifetime,
        ...(isText ? { 'Content-Encoding': 'br' } : {}),
      },
      body: isText ? brotliCompressSync(body) : body,
    };
  };

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const style = styles.get(path);
    if (style) {
      const lifetime = 'public, max-age=31536000, immutable';
      response.writeHead(200, {
        'Content-Type': 'text/css',
        'Content-Encoding': 'br',
        'Cache-Control': lifetime,
      });
      response.end(style);
      return;
    }
    const answer = kept.get(path) ?? (await load(path));
    kept.set(path, answer);
    response.writeHead(200, answer.headers).end(answer.body);
  });
  return {
    url: await listen(server),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
