import { field } from '../../shared/field.ts';
import { type HttpClient, HttpFailure, type HttpRequest, jsonBodyOf } from '../upstream/httpClient.ts';

/** A Directus, and a token for it. */
export interface DirectusAccess {
  readonly directusUrl: string;
  readonly token: string;
}

export interface DirectusCall extends Pick<HttpRequest, 'method' | 'deadlineMs' | 'maxBodyBytes'> {
  /** With its query. */
  readonly path: string;
  readonly body?: object;
}

export interface DirectusAnswer {
  /** Null: no response. */
  readonly status: number | null;
  /** The code of Directus's error, or why there was no response. */
  readonly code: unknown;
  /** The column that Directus's error names, if any. */
  readonly column: unknown;
  /** What Directus sent with 200; undefined: nothing that could be read. */
  readonly data: unknown;
  /** Whether the response is 200 and JSON. */
  readonly isJson: boolean;
  /** Whether the response is 200 and longer than is read. */
  readonly isTooLong: boolean;
  /** The `Date` header. */
  readonly date: string | undefined;
}

/** Makes one call with a token. Never rejects. */
export async function callDirectus(
  http: HttpClient,
  { directusUrl, token }: DirectusAccess,
  { path, body, ...call }: DirectusCall,
): Promise<DirectusAnswer> {
  const response = await http.send({
    ...call,
    url: directusUrl + path,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { status } = response;
  const json = jsonBodyOf(response);
  const isFailure = response instanceof HttpFailure;
  return {
    status,
    code: isFailure ? response.code : field(json, 'errors', 0, 'extensions', 'code'),
    column: field(json, 'errors', 0, 'extensions', 'field'),
    data: status === 200 ? field(json, 'data') : undefined,
    isJson: status === 200 && json !== null,
    isTooLong: status === 200 && response.body === null,
    date: isFailure ? undefined : response.headers.date,
  };
}
