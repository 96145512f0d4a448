/** One request to the content service, as logs and reports name it. */
export interface ContentCall {
  /** The path without its query: `/items/services`. */
  readonly endpoint: string;
  readonly method: 'GET';
  readonly url: string;
}

/** The details of a failed call in its report. `kind` separates network errors from responses. */
interface FailedCall extends ContentCall {
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

/** The content service responded, but not with content: a refusal, or a body that cannot be used. */
export class ContentError extends Error implements FailedCall {
  override readonly name = 'ContentError';
  readonly kind: 'response' | 'malformed';
  readonly endpoint: string;
  readonly method: 'GET';
  readonly url: string;
  readonly status: number;
  readonly body: string | null;
  readonly retryAfter: string | undefined;

  constructor(
    kind: 'response' | 'malformed',
    message: string,
    call: ContentCall,
    response: ReceivedResponse,
  ) {
    super(message);
    this.kind = kind;
    this.endpoint = call.endpoint;
    this.method = call.method;
    this.url = call.url;
    this.status = response.status;
    this.body = response.body?.slice(0, bodyClamp) ?? null;
    this.retryAfter = response.retryAfter;
  }
}

/** A whole response that is larger than the limit. */
export class ContentTooLargeError extends ContentError {
  constructor(maxBytes: number, call: ContentCall, response: ReceivedResponse) {
    super('malformed', `Malformed response: more than ${maxBytes} bytes`, call, response);
  }
}

/** The content service is unreachable: no connection, a broken one, or no complete response in time. */
export class ContentNetworkError extends Error implements FailedCall {
  override readonly name = 'ContentNetworkError';
  readonly kind = 'network';
  readonly status = null;
  readonly body = null;
  readonly endpoint: string;
  readonly method: 'GET';
  readonly url: string;
  /** The connection failed before any response, so sending the call again at once is worth it. */
  readonly isRetryable: boolean;

  constructor(message: string, call: ContentCall, isRetryable: boolean, cause?: unknown) {
    super(message, { cause });
    this.endpoint = call.endpoint;
    this.method = call.method;
    this.url = call.url;
    this.isRetryable = isRetryable;
  }
}

export type FailedContentCall = ContentError | ContentNetworkError;

export function isFailedContentCall(error: unknown): error is FailedContentCall {
  return error instanceof ContentError || error instanceof ContentNetworkError;
}

/** The details in a report beside the error itself. */
export function describeFailure(error: FailedContentCall): FailedCall {
  const { kind, endpoint, status, method, url, body } = error;
  return { kind, endpoint, status, method, url, body };
}
