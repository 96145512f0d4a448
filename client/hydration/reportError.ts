/** Takes every unexpected error of the browser side, whoever found it. Never throws. */
export function reportError(error: unknown, context: Readonly<Record<string, string>> = {}): void {
  // The inline script keeps it until error reporting is there.
  window.noteError?.(error, context);
  console.error(error);
}
