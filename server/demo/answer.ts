/** A whole answer, made before anything is sent, so that a fault can cut, slow or replace it. */
export interface Answer {
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

/** @returns these bytes as an answer of the given type, with Content-Length. */
export function bytesAnswer(
  status: number,
  contentType: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const own = { 'Content-Type': contentType, 'Content-Length': String(body.length) };
  return { status, headers: { ...headers, ...own }, body };
}

/** @returns `text` as an answer of the given type, with Content-Length. */
export function textAnswer(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return bytesAnswer(status, contentType, Buffer.from(text), headers);
}

/** @returns `value` as JSON, with Content-Length. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return textAnswer(status, 'application/json; charset=utf-8', JSON.stringify(value), headers);
}
