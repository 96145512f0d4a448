/**
 * Takes an unexpected error with what is known about it; reports it once. Never throws. The context holds
 * no personal data: callers name the route, the request id, the endpoint, never what a visitor typed.
 */
export type ReportError = (error: unknown, context?: Readonly<Record<string, unknown>>) => void;
