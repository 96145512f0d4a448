import { field } from '../../shared/field.ts';
import { createHttpClient, HttpFailure, jsonBodyOf } from '../upstream/httpClient.ts';

/** Why the token of previews must not be used. */
export interface Objection {
  /** In words for the operator. */
  readonly text: string;
  /** Whether it may change something, so that the site must not be started with it. */
  readonly mayWrite: boolean;
}

/** What is said where the token cannot be judged yet. */
export const unanswered: Objection = { text: 'Directus does not respond', mayWrite: false };

const deadlineMs = 2_000;
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * Why the token of previews must not be used; null: it may read, and nothing else. Never rejects: where Directus does
 * not respond, `unanswered`.
 */
export async function objectionToPreviewToken(directusUrl: string, token: string): Promise<Objection | null> {
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
  const more = Object.entries(Object(rights.data)).flatMap(([collection, actions]) =>
    ['create', 'update', 'delete', 'share']
      .filter((action) => (field(actions, action, 'access') ?? 'none') !== 'none')
      .map((action) => `${action} ${collection}`),
  );
  return more[0] === undefined ? null : { text: `it may also ${more[0]}`, mayWrite: true };
}
