import { EventEmitter, on, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import {
  type Reply,
  type Respond,
  readRequest,
  type ServiceRequest,
  sendReply,
} from '../../server/demo/httpService.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { type FaultMode, type FaultOptions, sendFaulty } from './faults.ts';

/** A request as a service received it. */
export interface ReceivedRequest extends ServiceRequest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `broken`: either side ended the connection before the whole response was sent. */
  outcome: 'open' | 'sent' | 'broken';
}

/** What both services offer to tests: where they listen, what they received, how to break them. */
export interface FaultyServer<Target extends string> {
  readonly url: string;
  /** Every request that arrived, oldest first; the oldest are dropped beyond the bound. */
  readonly requests: readonly ReceivedRequest[];
  clearRequests(): void;
  /** Resolves with the next request that passes the test; rejects with a TimeoutError after 30 s. */
  nextRequest(matches?: (request: ReceivedRequest) => boolean): Promise<ReceivedRequest>;
  /** How many connections are open now. */
  openConnections(): number;
  /**
   * Switches a fault on; resolves once it applies. A fault of one target overrides that of `*`, and one of a verb alone
   * that of all.
   */
  fault(
    target: Target | '*',
    mode: FaultMode,
    options?: FaultOptions & { readonly verb?: Verb },
  ): Promise<void>;
  /** Ends the fault of one target, or all; resolved once the port is open again. */
  clearFaults(target?: Target | '*'): Promise<void>;
  /** Stops listening and drops every connection at once, as a killed process does. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  reopen(): Promise<void>;
}

interface FaultyServerOptions<Target extends string> {
  /** The targets that a request belongs to. */
  targetsOf(request: ServiceRequest): readonly Target[];
  readonly respond: Respond;
  /** How long an idle connection stays open; Node's five seconds by default. */
  readonly keepAliveMs?: number;
  /** The error response that the service itself gives with this status. */
  errorFor(status: number): Reply;
  /** What its `Date` header says, in milliseconds since 1970; by default the time. */
  readonly now?: (() => number) | undefined;
}

/** What a request asks for: a fault can be that of one verb alone, as at a firewall that knows only GET and POST. */
export type Verb = 'rights' | 'create' | 'update' | 'read' | 'list';

/** A path with an id, as `/items/posts/7` or `/assets/7`, is read; one without is a list. */
function verbOf({ method, path }: ServiceRequest): Verb {
  if (path === '/permissions/me') return 'rights';
  if (method === 'POST') return 'create';
  if (method === 'PATCH') return 'update';
  return /^\/items\/[^/]+\/?$|^\/files\/?$/.test(path) ? 'list' : 'read';
}

const keyOf = (target: string, verb: Verb | undefined) => (verb === undefined ? target : `${target} ${verb}`);

/**
 * Faults under which a request does not reach the service. Under all others it is processed and only the response
 * fails: the message of a contact request that times out has been sent.
 */
const beforeService: ReadonlySet<FaultMode['kind']> = new Set(['refuse', 'rst', 'status', 'redirect']);

/** Starts a server on a free port of 127.0.0.1 whose responses can be broken while it runs. */
export async function startFaultyServer<Target extends string>(
  options: FaultyServerOptions<Target>,
): Promise<FaultyServer<Target>> {
  const { now = Date.now } = options;
  const faults = new Map<string, { readonly mode: FaultMode; left: number }>();
  const log = createRequestLog();
  // Not an ephemeral port: while this server refuses connections, the system could give that to another connection.
  const port = await findFreePort(0);
  let connections = 0;
  let closed = false;

  const server = createServer((message, response) => {
    handle(message, response).catch(() => response.destroy());
  });
  if (options.keepAliveMs !== undefined) server.keepAliveTimeout = options.keepAliveMs;
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
    });
  });

  /** The fault of the first target that has one; counts one use of it. */
  function takeFault(request: ServiceRequest): FaultMode | undefined {
    const targets = [...options.targetsOf(request), '*'];
    const keys = targets.flatMap((target) => [keyOf(target, verbOf(request)), target]);
    const key = keys.find((one) => faults.has(one));
    const fault = key === undefined ? undefined : faults.get(key);
    if (key === undefined || fault === undefined) return undefined;
    fault.left -= 1;
    if (fault.left <= 0) faults.delete(key);
    return fault.mode;
  }

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: ReceivedRequest = { ...(await readRequest(message)), at: now(), outcome: 'open' };
    log.add(request, response);
    response.setHeader('Date', new Date(now()).toUTCString());
    const mode = takeFault(request);
    if (mode === undefined) return sendReply(response, await options.respond(request));
    const reaches = !beforeService.has(mode.kind) || (mode.kind === 'rst' && mode.afterBytes !== undefined);
    const reply = reaches ? await options.respond(request) : nothing;
    if (reply === null) return sendReply(response, null);
    await sendFaulty(response, mode, reply, options.errorFor);
  }

  /** Opens or closes the port as the faults demand, one change after the other. */
  let lastChange: Promise<void> = Promise.resolve();
  const openOrClose = (): Promise<void> => {
    lastChange = lastChange
      .catch(() => undefined)
      .then(async () => {
        const open = !closed && faults.get('*')?.mode.kind !== 'refuse';
        if (open && !server.listening) {
          server.listen(port, '127.0.0.1');
          await once(server, 'listening');
        } else if (!open && server.listening) {
          const done = once(server, 'close');
          server.close();
          server.closeAllConnections();
          await done;
        }
      });
    return lastChange;
  };

  await openOrClose();

  return {
    url: `http://127.0.0.1:${port}`,
    requests: log.requests,
    clearRequests: log.clear,
    nextRequest: log.next,
    openConnections: () => connections,
    fault(target, mode, { times = Number.POSITIVE_INFINITY, verb } = {}) {
      faults.set(keyOf(target, verb), { mode, left: times });
      return openOrClose();
    },
    clearFaults(target) {
      for (const key of [...faults.keys()])
        if (target === undefined || key.split(' ')[0] === target) faults.delete(key);
      return openOrClose();
    },
    close() {
      closed = true;
      return openOrClose();
    },
    reopen() {
      closed = false;
      return openOrClose();
    },
  };
}

/** Resolves when no request to these servers is under way, nor one that follows from the last. */
export async function settled(...servers: readonly Pick<FaultyServer<string>, 'requests'>[]): Promise<void> {
  const isBusy = () => servers.some(({ requests }) => requests.some(({ outcome }) => outcome === 'open'));
  // Both sides are in this process: a request that follows from a response is there some turns of its loop later.
  for (let quiet = 0; quiet < 25; quiet = isBusy() ? 0 : quiet + 1) await (quiet === 0 ? pause(1) : turn());
}

const nothing: Reply = { status: 200, headers: {}, body: Buffer.alloc(0) };

/** More than any test counts. */
const mostRequests = 10_000;

/** Makes an empty, bounded record of requests. */
function createRequestLog() {
  const requests: ReceivedRequest[] = [];
  const arrivals = new EventEmitter<{ request: [ReceivedRequest] }>();
  arrivals.setMaxListeners(0);
  return {
    requests,
    /** Records a request, and the outcome of its response. */
    add(request: ReceivedRequest, response: ServerResponse) {
      requests.push(request);
      if (requests.length > mostRequests) requests.shift();
      response.once('close', () => {
        request.outcome = response.writableFinished ? 'sent' : 'broken';
      });
      arrivals.emit('request', request);
    },
    clear() {
      requests.length = 0;
    },
    async next(matches: (request: ReceivedRequest) => boolean = () => true): Promise<ReceivedRequest> {
      // Only the signal ends the loop otherwise, by rejecting.
      for await (const arrived of on(arrivals, 'request', { signal: AbortSignal.timeout(30_000) })) {
        const request: ReceivedRequest = arrived[0];
        if (matches(request)) return request;
      }
      throw new Error('No such request.');
    },
  };
}
