/**
 * Takes an unexpected error with what is known about it; reports it once. Never throws. The context holds
 * no personal data: callers name the route, the request id, the endpoint, never what a visitor typed.
 */
export type ReportError = (error: unknown, context?: Readonly<Record<string, unknown>>) => void;

/** The text of an error, in one line. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // OpenSSL's message has two lines, and names its source file.
  const text = 'library' in error && 'reason' in error ? `TLS: ${error.reason}` : error.message;
  return text || codeOf(error);
}

/** The kind of an error: its code, such as `ECONNREFUSED`, or its name. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
