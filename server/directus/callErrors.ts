/** One request to the content service, as logs, reports and metrics name it. */
export interface ServiceCall {
  /** The collection by its name in Directus; `assets` for pictures. */
  readonly collection: string;
  /** The path without its query: `/items/services`. */
  readonly endpoint: string;
  readonly method: 'GET';
  readonly url: string;
}

/** The details of a failed call in its report. `kind` separates network errors from responses. */
interface FailedCall extends ServiceCall {
  readonly kind: 'response' | 'malformed' | 'network';
  readonly status: number | null;
  /** The beginning of the body, at most 1 kB. */
  readonly body: string | null;
}

const bodyClamp = 1024;

/** A call that failed: one of the classes below. */
export class CallFailure extends Error {
  readonly kind: FailedCall['kind'];
  readonly status: number | null;
  /** For the report, beside the error itself. */
  readonly details: FailedCall;

  constructor(message: string, details: FailedCall, cause?: unknown) {
    super(message, { cause });
    this.details = details;
    this.kind = details.kind;
    this.status = details.status;
  }
}

/** The service responded, but not as it should: a refusal, or a body that cannot be used. */
export class ResponseError extends CallFailure {
  override readonly name = 'ResponseError';

  constructor(
    kind: 'response' | 'malformed',
    message: string,
    call: ServiceCall,
    status: number,
    body: string | null,
  ) {
    super(message, { ...call, kind, status, body: body?.slice(0, bodyClamp) ?? null });
  }
}

/** The service is unreachable: no connection, a broken one, or no complete response in time. */
export class NetworkError extends CallFailure {
  override readonly name = 'NetworkError';

  constructor(message: string, call: ServiceCall, cause: unknown) {
    super(message, { ...call, kind: 'network', status: null, body: null }, cause);
  }
}
