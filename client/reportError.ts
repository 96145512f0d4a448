/** Errors that were reported before anything was there to send them; the oldest are kept. */
const waiting: { readonly error: unknown; readonly context: Readonly<Record<string, string>> }[] = [];
const mostWaiting = 20;

/** Takes every unexpected error of the browser side, whoever found it. Never throws. */
export function reportError(error: unknown, context: Readonly<Record<string, string>> = {}): void {
  if (waiting.length < mostWaiting) waiting.push({ error, context });
  console.error(error);
}
