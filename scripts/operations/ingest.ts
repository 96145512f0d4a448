import { createServer, type Server } from 'node:http';

/** How an error reporting service behaves; of one that is down nobody listens. */
export type Manner = 'well' | 'down' | 'slow' | 'refusing' | 'silent';

/** The ways of not being well. */
export const faults = ['down', 'slow', 'refusing', 'silent'] as const;

/** An error reporting service of which only its manners matter. */
export interface FakeIngest {
  readonly dsn: string;
  received(): number;
  /** What is under way breaks off. */
  behave(manner: Manner): Promise<void>;
  close(): Promise<void>;
}

const slowMs = 2_000;

/** Starts one on a free port. */
export async function startFakeIngest(first: Manner = 'well'): Promise<FakeIngest> {
  let received = 0;
  let manner: Manner = 'well';
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received += 1;
      if (manner === 'silent') return;
      const answer = () => response.writeHead(manner === 'refusing' ? 503 : 200).end('{}');
      if (manner === 'slow') setTimeout(answer, slowMs);
      else answer();
    });
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const behave = async (next: Manner) => {
    manner = next;
    server.closeAllConnections();
    if (next === 'down' && server.listening) await stop();
    else if (next !== 'down' && !server.listening) await listen(port);
  };
  await behave(first);
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/1`,
    received: () => received,
    behave,
    close: stop,
  };
}
