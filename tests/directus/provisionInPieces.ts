import { createServer } from 'node:http';
import { provision } from '../../provisioning/provision.ts';
import { closeServer, listen } from '../support/listen.ts';

type Options = Omit<Parameters<typeof provision>[0], 'write'>;

/**
 * Provisions in many runs: each loses its connection at its first write of a kind that no run before has made, after
 * Directus has done it. The last one ends.
 * @returns the lines of all runs
 */
export async function provisionInPieces(options: Options): Promise<readonly string[]> {
  const kinds = new Set<string>();
  const between = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request;
    const { authorization = '', 'content-type': type = '' } = headers;
    const body = method === 'GET' ? null : Buffer.concat(await request.toArray());
    const reply = await fetch(options.url + url, {
      method,
      headers: { authorization, 'content-type': type },
      body,
    });
    const kind = `${method} ${url.split('/')[1]}`;
    if (method !== 'GET' && !kinds.has(kind)) {
      kinds.add(kind);
      response.destroy();
    } else response.writeHead(reply.status).end(await reply.text());
  });
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const url = await listen(between);
  try {
    for (;;) {
      const { size } = kinds;
      try {
        await provision({ ...options, url, write });
        return lines;
      } catch (error) {
        // It is not the connection that failed.
        if (kinds.size === size) throw error;
      }
    }
  } finally {
    await closeServer(between);
  }
}
