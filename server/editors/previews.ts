import type { Logger } from 'pino';
import type { LiveContent } from '../content/liveContent.ts';
import type { ParseContext } from '../content/parse/parseContext.ts';
import type { Config } from '../process/config.ts';
import { PreviewContent } from './previewContent.ts';
import { createPreviewKeys, type PreviewKeys } from './previewKeys.ts';
import { objectionToPreviewToken } from './previewToken.ts';

/** What editors see before it is published. */
export interface Previews {
  readonly keys: PreviewKeys;
  readonly content: PreviewContent;
  /**
   * Why there are no previews, in words for the operator; null: there are. Asks Directus what the token may do until
   * it has said so; `Directus does not respond` may pass.
   */
  objection(): Promise<string | null>;
}

interface PreviewsOptions {
  readonly config: Pick<Config, 'directusUrl' | 'externalApis' | 'preview'>;
  readonly live: Pick<LiveContent, 'current'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly context: Omit<ParseContext, 'fileFacts' | 'warn'>;
}

/** What is said where the token cannot be judged yet. */
export const unanswered = 'Directus does not respond';

/** Makes the previews that a configuration asks for; null: it asks for none. */
export function createPreviews({ config, live, log, context }: PreviewsOptions): Previews | null {
  const { directusUrl, externalApis, preview } = config;
  const { secret, token } = preview;
  if (secret === null || token === null) return null;
  let known: string | null | undefined;
  const ask = async (): Promise<string | null> => {
    known = await objectionToPreviewToken(directusUrl, token);
    if (known) log.warn(`DIRECTUS_PREVIEW_TOKEN is not used: ${known}.`);
    return known === undefined ? unanswered : known;
  };
  let asking: Promise<string | null> | null = null;
  return {
    keys: createPreviewKeys(secret, externalApis.frontendUrl),
    content: new PreviewContent({ directusUrl, token, live, log, context }),
    async objection() {
      if (known !== undefined) return known;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}
