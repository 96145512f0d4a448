/** A whole response, made before anything is sent, so that a fault can cut, slow or replace it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request whose body has been read. `url` is the raw request target, not normalised. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** @returns these bytes as a response of the given type, with Content-Length. */
export function bytesReply(
  status: number,
  contentType: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const own = { 'Content-Type': contentType, 'Content-Length': String(body.length) };
  return { status, headers: { ...headers, ...own }, body };
}

/** @returns `text` as a response of the given type, with Content-Length. */
export function textReply(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return bytesReply(status, contentType, Buffer.from(text), headers);
}

/** @returns `value` as JSON, with Content-Length. */
export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return textReply(status, 'application/json; charset=utf-8', JSON.stringify(value), headers);
}
