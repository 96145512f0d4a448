import { field } from '../../shared/field.ts';
import { rightsIn } from '../directus/tokenRights.ts';
import { createHttpClient, HttpFailure, jsonBodyOf } from '../upstream/httpClient.ts';

/** Why the preview token must not be used. */
export interface TokenProblem {
  /** In words for the operator. */
  readonly text: string;
  /** Whether the token may change something: then the site must not be started with it. */
  readonly mayWrite: boolean;
}

/** The problem while the token cannot be judged. */
export const unanswered: TokenProblem = { text: 'Directus does not respond', mayWrite: false };

const deadlineMs = 2_000;
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * Why the preview token must not be used; null: it may only read. Never rejects; returns `unanswered` if Directus does
 * not respond.
 */
export async function problemOfPreviewToken(
  directusUrl: string,
  token: string,
): Promise<TokenProblem | null> {
  const http = createHttpClient({ connectTimeoutMs: 1_000, keepAlive: false });
  const get = async (path: string): Promise<{ readonly status: number; readonly data: unknown }> => {
    const response = await http.send({
      url: directusUrl + path,
      method: 'GET',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      deadlineMs,
      maxBodyBytes,
    });
    if (response instanceof HttpFailure) return { status: 0, data: null };
    return { status: response.status, data: field(jsonBodyOf(response), 'data') };
  };
  const [globals, rights] = await Promise.all([get('/policies/me/globals'), get('/permissions/me')]);
  http.close();
  if ([globals, rights].some(({ status }) => status === 0 || status === 429 || status >= 500))
    return unanswered;
  if (globals.status === 401 || rights.status === 401)
    return { text: 'Directus does not know it', mayWrite: false };
  if (globals.status !== 200 || rights.status !== 200)
    return { text: 'Directus does not say what it may do', mayWrite: false };
  if (field(globals.data, 'admin_access') !== false)
    return { text: 'it is an administrator’s', mayWrite: true };
  const more = rightsIn(rights.data).find((right) => !right.startsWith('read '));
  return more ? { text: `it may also ${more}`, mayWrite: true } : null;
}
