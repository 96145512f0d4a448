import type { Logger } from 'pino';
import type { ReportError } from './errors.ts';

interface LifeCycleOptions {
  readonly log: Pick<Logger, 'info'>;
  readonly reportError: ReportError;
  /** Milliseconds between "not ready" and the end of listening, where a balancer has to notice. */
  readonly noticeMs: number;
  /** Finishes what was accepted, and resolves when that is done. */
  readonly drain: (noticeMs: number) => Promise<void>;
  /** Ends timers and connections, and sends what is still queued. Bounded in time; never rejects. */
  readonly close: () => Promise<void>;
  /** Ends the process once the log is written. */
  readonly exit: (code: number) => void;
}

/** One press of Ctrl-C comes more than once: from the terminal, and from npm, which passes it on. */
const sameSignalMs = 500;

/** From start to end: starting, ready, draining. A process never comes back from draining. */
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
    /** Makes the process ready, unless the end has begun. */
    beReady(): void {
      if (phase === 'starting') phase = 'ready';
    },
    /** Begins the end; a second signal ends the process at once. */
    onSignal(signal: NodeJS.Signals): void {
      if (phase === 'draining') {
        // A second signal means: now.
        if (performance.now() - endedAt >= sameSignalMs) process.exit(exitCode || 1);
        return;
      }
      // No notice before the site was ready, because no traffic was sent yet; and none at a terminal.
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
