import type { Logger } from 'pino';
import type { LiveContent } from '../content/liveContent.ts';
import type { ParseContext } from '../content/parse/parseContext.ts';
import type { Config } from '../process/config.ts';
import { PreviewContent } from './previewContent.ts';
import { createPreviewKeys, type PreviewKeys } from './previewKeys.ts';
import { problemOfPreviewToken, type TokenProblem, unanswered } from './previewToken.ts';

/** Previews of unpublished content, for editors. */
export interface Previews {
  readonly keys: PreviewKeys;
  readonly content: PreviewContent;
  /**
   * Why there are no previews; null: there are. Asks Directus what the token may do until the answer is final: an
   * unknown token may still be added there.
   */
  tokenProblem(): Promise<TokenProblem | null>;
}

interface PreviewsOptions {
  readonly config: Pick<Config, 'directusUrl' | 'externalApis' | 'preview'>;
  readonly live: Pick<LiveContent, 'current'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly context: Omit<ParseContext, 'fileFacts' | 'warn'>;
}

/** Makes the previews; null: none are configured. */
export function createPreviews({ config, live, log, context }: PreviewsOptions): Previews | null {
  const { directusUrl, externalApis, preview } = config;
  const { secret, token } = preview;
  if (secret === null || token === null) return null;
  let last: TokenProblem | null = unanswered;
  const isFinal = () => last === null || last.mayWrite;
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
    async tokenProblem() {
      if (isFinal()) return last;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}
