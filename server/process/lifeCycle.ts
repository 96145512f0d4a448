import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReportError } from './errors.ts';

interface LifeCycleOptions {
  readonly log: Pick<Logger, 'info' | 'flush'>;
  readonly reportError: ReportError;
  readonly server: Server;
  /** Closes the connections that serve no request, as `createBoundedServer` returns it. */
  readonly closeIdle: () => void;
  /** Ends timers and connections, and sends what is still queued. Never rejects. */
  readonly close: () => Promise<unknown>;
  /** Milliseconds between "not ready" and the last accepted connection: load balancers need to notice. */
  readonly noticeMs: number;
  /** Milliseconds after which connections that are still open are cut. */
  readonly forceMs: number;
}

/** One press of Ctrl-C arrives more than once: from the terminal, and from npm, which passes it on. */
const sameSignalMs = 500;
/** Limit for the last writes and reports: what is not done by then is given up. */
const longestCloseMs = 2_000;
/** Limit for the last log lines, which nobody may be reading. */
const longestFlushMs = 1_000;

/** The phases of the process: starting, ready, draining. Draining is final. */
export function createLifeCycle(options: LifeCycleOptions) {
  const { log, reportError, server, closeIdle, noticeMs, forceMs, close } = options;
  let phase: 'starting' | 'ready' | 'draining' = 'starting';
  let exitCode = 0;
  let drainingSince = 0;

  const drainAndExit = async (reason: string, waitMs: number): Promise<void> => {
    phase = 'draining';
    drainingSince = performance.now();
    log.info({ reason }, 'Draining.');
    await drain(server, closeIdle, { noticeMs: waitMs, forceMs });
    await Promise.race([close(), pause(longestCloseMs)]);
    log.info('Drained.');
    setTimeout(() => process.exit(exitCode), longestFlushMs);
    log.flush(() => process.exit(exitCode));
  };

  return {
    /** Whether traffic should come here. */
    isReady: () => phase === 'ready',
    isDraining: () => phase === 'draining',
    /** Makes the process ready, unless it is draining already. */
    markReady(): void {
      if (phase === 'starting') phase = 'ready';
    },
    /** Starts draining; a second signal ends the process at once. */
    onSignal(signal: NodeJS.Signals): void {
      if (phase === 'draining') {
        if (performance.now() - drainingSince >= sameSignalMs) process.exit(exitCode || 1);
        return;
      }
      // No notice if the site was not ready, because no traffic was sent to it yet; and none for Ctrl-C.
      void drainAndExit(signal, phase === 'ready' && signal === 'SIGTERM' ? noticeMs : 0);
    },
    /** An uncaught error: it is reported, accepted requests are finished, and the process ends with code 1. */
    onUncaught(error: unknown, origin: string): void {
      exitCode = 1;
      reportError(error, { kind: origin });
      if (phase !== 'draining') void drainAndExit(origin, phase === 'ready' ? noticeMs : 0);
    },
  };
}

const sweepEveryMs = 250;

/**
 * Closes a server without losing accepted requests. `close()` alone would wait for unused sockets that load balancers
 * hold open, and keep serving idle ones. Resolves when the last connection is closed.
 *
 * @param closeIdle closes the connections that serve no request, as `createBoundedServer` returns it
 */
export async function drain(
  server: Server,
  closeIdle: () => void,
  { noticeMs, forceMs }: Pick<LifeCycleOptions, 'noticeMs' | 'forceMs'>,
): Promise<void> {
  // From now on every response ends its connection.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  await pause(noticeMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(closeIdle, sweepEveryMs);
  const force = setTimeout(() => server.closeAllConnections(), Math.max(0, forceMs - noticeMs));
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
