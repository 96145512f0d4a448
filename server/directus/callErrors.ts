/** One request to another service, as logs and reports name it. */
export interface ServiceCall {
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

interface ReceivedResponse {
  readonly status: number;
  readonly body: string | null;
  /** The `Retry-After` header as it came. */
  readonly retryAfter?: string | undefined;
}

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
  readonly retryAfter: string | undefined;

  constructor(
    kind: 'response' | 'malformed',
    message: string,
    call: ServiceCall,
    { status, body, retryAfter }: ReceivedResponse,
  ) {
    super(message, { ...call, kind, status, body: body?.slice(0, bodyClamp) ?? null });
    this.retryAfter = retryAfter;
  }
}

/** A whole response that is larger than the limit. */
export class TooLargeError extends ResponseError {
  constructor(maxBytes: number, call: ServiceCall, response: ReceivedResponse) {
    super('malformed', `Malformed response: more than ${maxBytes} bytes`, call, response);
  }
}

/** The service is unreachable: no connection, a broken one, or no complete response in time. */
export class NetworkError extends CallFailure {
  override readonly name = 'NetworkError';
  /** The connection failed before any response, so sending the call again at once is worth it. */
  readonly isRetryable: boolean;

  constructor(message: string, call: ServiceCall, isRetryable: boolean, cause?: unknown) {
    super(message, { ...call, kind: 'network', status: null, body: null }, cause);
    this.isRetryable = isRetryable;
  }
}
