import { reportError } from './reportError.ts';

/** Reports what nobody has caught: in listeners of ours, and in promises that nobody waits for. */
export function reportUncaughtErrors(): void {
  // Errors of foreign scripts arrive without an error object and say nothing.
  addEventListener('error', ({ error }) => {
    if (error) reportError(error, { kind: 'uncaught' });
  });
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason, { kind: 'rejection' }));
}
