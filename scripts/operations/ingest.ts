import { createServer, type Server } from 'node:http';

/** An error reporting service of which only its manners matter. */
export interface FakeIngest {
  readonly dsn: string;
  received(): number;
  close(): void;
}

/** Starts one that answers at once, after some milliseconds, with a refusal, or never. */
export async function startFakeIngest(manner: 'ok' | 'slow' | 'refuse' | 'hang'): Promise<FakeIngest> {
  let received = 0;
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received += 1;
      if (manner === 'hang') return;
      if (manner === 'slow') setTimeout(() => response.end('{}'), 2_000);
      else response.writeHead(manner === 'ok' ? 200 : 503).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/1`,
    received: () => received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
