import { reportError } from './reportError.ts';

/** Reports what nobody has caught; the inline script has listened since the first byte (`earlyErrors.ts`). */
export function reportUncaughtErrors(): void {
  window.takeErrors?.((error, kind) => reportError(error, { kind }));
}
