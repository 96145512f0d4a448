import type { Logger } from 'pino';
import type { ReportError } from './errors.ts';

interface LifeCycleOptions {
  readonly log: Pick<Logger, 'info'>;
  readonly reportError: ReportError;
  /** Milliseconds between "not ready" and the end of listening, so that load balancers notice. */
  readonly noticeMs: number;
  /** Finishes what was accepted, and resolves when that is done. */
  readonly drain: (noticeMs: number) => Promise<void>;
  /** Ends timers and connections, and sends what is still queued. Bounded in time; never rejects. */
  readonly close: () => Promise<void>;
  /** Ends the process once the log is written. */
  readonly exit: (code: number) => void;
}

/** One press of Ctrl-C arrives more than once: from the terminal, and from npm, which passes it on. */
const sameSignalMs = 500;

/** The phases of the process: starting, ready, draining. Draining is final. */
export function createLifeCycle(options: LifeCycleOptions) {
  const { log, reportError, noticeMs, drain, close, exit } = options;
  let phase: 'starting' | 'ready' | 'draining' = 'starting';
  let exitCode = 0;
  let endedAt = 0;

  const end = async (reason: string, waitMs: number): Promise<void> => {
    phase = 'draining';
    endedAt = performance.now();
    log.info({ reason }, 'Draining.');
    await drain(waitMs);
    await close();
    log.info('Drained.');
    exit(exitCode);
  };

  return {
    /** Whether traffic should come here. */
    isReady: () => phase === 'ready',
    isDraining: () => phase === 'draining',
    /** Makes the process ready, unless it is draining already. */
    beReady(): void {
      if (phase === 'starting') phase = 'ready';
    },
    /** Starts draining; a second signal ends the process at once. */
    onSignal(signal: NodeJS.Signals): void {
      if (phase === 'draining') {
        if (performance.now() - endedAt >= sameSignalMs) process.exit(exitCode || 1);
        return;
      }
      // No notice if the site was not ready, because no traffic was sent to it yet; and none for Ctrl-C.
      void end(signal, phase === 'ready' && signal === 'SIGTERM' ? noticeMs : 0);
    },
    /** An uncaught error: it is reported, accepted requests are finished, and the process ends with code 1. */
    onUncaught(error: unknown, origin: string): void {
      exitCode = 1;
      reportError(error, { kind: origin });
      if (phase !== 'draining') void end(origin, phase === 'ready' ? noticeMs : 0);
    },
  };
}
