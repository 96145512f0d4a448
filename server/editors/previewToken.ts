import { field } from '../../shared/field.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { createHttpClient, HttpFailure } from '../upstream/httpClient.ts';

const deadlineMs = 2_000;
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * Why the token of previews must not be used, in words for the operator; null: it may read, and nothing else; undefined:
 * Directus does not respond. Never rejects.
 */
export async function objectionToPreviewToken(
  directusUrl: string,
  token: string,
): Promise<string | null | undefined> {
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
    return { status: response.status, data: field(jsonOf(response.body?.toString('utf8') ?? null), 'data') };
  };
  const [globals, rights] = await Promise.all([get('/policies/me/globals'), get('/permissions/me')]);
  http.close();
  if ([globals, rights].some(({ status }) => status === 0 || status === 429 || status >= 500))
    return undefined;
  if (globals.status === 401 || rights.status === 401) return 'Directus does not know it';
  if (globals.status !== 200 || rights.status !== 200) return 'Directus does not say what it may do';
  if (field(globals.data, 'admin_access') !== false) return 'it is an administrator’s';
  const more = Object.entries(Object(rights.data)).flatMap(([collection, actions]) =>
    ['create', 'update', 'delete', 'share']
      .filter((action) => (field(actions, action, 'access') ?? 'none') !== 'none')
      .map((action) => `${action} ${collection}`),
  );
  return more[0] === undefined ? null : `it may also ${more[0]}`;
}
