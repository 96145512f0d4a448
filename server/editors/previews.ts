import { field } from '../../shared/field.ts';
import { callDirectus } from '../directus/callDirectus.ts';
import { rightsIn } from '../directus/tokenRights.ts';
import type { Config } from '../process/config.ts';
import { createHttpClient } from '../upstream/httpClient.ts';
import { PreviewContent, type PreviewContentOptions } from './previewContent.ts';
import { createPreviewKeys } from './previewKeys.ts';

/** Why the preview token must not be used. */
interface TokenProblem {
  /** In words for the operator. */
  readonly text: string;
  /** Whether the token may change something: then the site must not be started with it. */
  readonly mayWrite: boolean;
}

/** The problem while the token cannot be judged. */
const unanswered: TokenProblem = { text: 'Directus does not say what it may do', mayWrite: false };

/** For a question about the token. */
const deadlineMs = 2_000;
const maxBodyBytes = 4 * 1024 * 1024;

/** Previews of unpublished content, for editors. */
export type Previews = NonNullable<ReturnType<typeof createPreviews>>;

interface PreviewsOptions extends Omit<PreviewContentOptions, 'directusUrl' | 'token'> {
  readonly config: Pick<Config, 'directusUrl' | 'externalApis' | 'preview'>;
}

/** Makes the previews; null: none are configured. */
export function createPreviews({ config, live, log, context }: PreviewsOptions) {
  const { directusUrl, externalApis, preview } = config;
  const { secret, token } = preview;
  if (secret === null || token === null) return null;
  let last: TokenProblem | null = unanswered;
  const ask = async (): Promise<TokenProblem | null> => {
    const problem = await problemOfPreviewToken(directusUrl, token);
    if (problem && problem !== unanswered && problem.text !== last?.text)
      log.warn(`DIRECTUS_PREVIEW_TOKEN is not used: ${problem.text}.`);
    last = problem;
    return last;
  };
  let asking: Promise<TokenProblem | null> | null = null;
  return {
    keys: createPreviewKeys(secret, externalApis.frontendUrl),
    content: new PreviewContent({ directusUrl, token, live, log, context }),
    /**
     * Why there are no previews; null: there are. Asks Directus what the token may do until the answer is final: an
     * unknown token may still be added there.
     */
    async tokenProblem(): Promise<TokenProblem | null> {
      if (last === null || last.mayWrite) return last;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}

/**
 * Why the preview token must not be used; null: it may only read. Never rejects; returns `unanswered` if Directus does
 * not respond.
 */
export async function problemOfPreviewToken(
  directusUrl: string,
  token: string,
): Promise<TokenProblem | null> {
  const http = createHttpClient({ connectTimeoutMs: 1_000, keepAlive: false });
  const get = (path: string) =>
    callDirectus(http, { directusUrl, token }, { method: 'GET', path, deadlineMs, maxBodyBytes });
  const [globals, rights] = await Promise.all([get('/policies/me/globals'), get('/permissions/me')]);
  http.close();
  if ([globals, rights].some(({ status }) => status === null || status === 429 || status >= 500))
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
