import { readLine, readRow, readRows } from './readField.ts';

/** One request to the content service, as logs, reports and metrics name it. */
export interface ServiceCall {
  /** The collection by its name in Directus; `assets` for pictures. */
  readonly collection: string;
  /** The path without its query: `/items/services`. */
  readonly endpoint: string;
  readonly method: 'GET';
  readonly url: string;
}

const longestBody = 1024;
const longestMessage = 1024;

/**
 * A call that failed. `response`: the service refused. `malformed`: its response cannot be used. `network`: there was
 * no connection, a broken one, or no complete response in time.
 */
export class CallFailure extends Error {
  readonly kind: 'response' | 'malformed' | 'network';
  /** Null: there was no response. */
  readonly status: number | null;
  /** For the report, besides the error itself; `body` is only the beginning of the response body. */
  readonly details: ServiceCall & Pick<CallFailure, 'kind' | 'status'> & { readonly body: string | null };

  constructor(
    kind: CallFailure['kind'],
    message: string,
    call: ServiceCall,
    received: { readonly status: number; readonly body?: string | null } | null,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = kind === 'network' ? 'NetworkError' : 'ResponseError';
    this.kind = kind;
    this.status = received?.status ?? null;
    const body = received?.body?.slice(0, longestBody) ?? null;
    this.details = { ...call, kind, status: this.status, body };
  }
}

/**
 * The message of a refused call: the `message` field of the JSON error body if present, else the first of
 * Directus' own `errors` (it never sends a top-level `message`), else the status.
 */
export function refusalMessage(status: number, body: unknown): string {
  const messageIn = (value: unknown) => readLine(readRow(value)?.message, longestMessage);
  const [first] = readRows(readRow(body)?.errors);
  return messageIn(body) ?? messageIn(first) ?? `HTTP error! status: ${status}`;
}

/** Whether a call failed with 403: Directus sends it for what may not be read and for what does not exist. */
export function isForbidden(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 403;
}

/** Whether a query was refused for what it asks: it would be each time. 408 and 429 are about when it was asked. */
export function isRefusedQuery(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false;
  const { status } = error;
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
