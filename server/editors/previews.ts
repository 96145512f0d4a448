import type { Logger } from 'pino';
import type { LiveContent } from '../content/liveContent.ts';
import type { ParseContext } from '../content/parse/parseContext.ts';
import type { Config } from '../process/config.ts';
import { PreviewContent } from './previewContent.ts';
import { createPreviewKeys, type PreviewKeys } from './previewKeys.ts';
import { type Objection, objectionToPreviewToken, unanswered } from './previewToken.ts';

/** What editors see before it is published. */
export interface Previews {
  readonly keys: PreviewKeys;
  readonly content: PreviewContent;
  /**
   * Why there are no previews; null: there are. Asks Directus what the token may do until it has said so: a token that
   * it does not know may be mended there.
   */
  objection(): Promise<Objection | null>;
}

interface PreviewsOptions {
  readonly config: Pick<Config, 'directusUrl' | 'externalApis' | 'preview'>;
  readonly live: Pick<LiveContent, 'current'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly context: Omit<ParseContext, 'fileFacts' | 'warn'>;
}

/** Makes the previews that a configuration asks for; null: it asks for none. */
export function createPreviews({ config, live, log, context }: PreviewsOptions): Previews | null {
  const { directusUrl, externalApis, preview } = config;
  const { secret, token } = preview;
  if (secret === null || token === null) return null;
  let last: Objection | null = unanswered;
  const isFinal = () => last === null || last.mayWrite;
  const ask = async (): Promise<Objection | null> => {
    const objection = await objectionToPreviewToken(directusUrl, token);
    if (objection && objection !== unanswered && objection.text !== last?.text)
      log.warn(`DIRECTUS_PREVIEW_TOKEN is not used: ${objection.text}.`);
    last = objection;
    return last;
  };
  let asking: Promise<Objection | null> | null = null;
  return {
    keys: createPreviewKeys(secret, externalApis.frontendUrl),
    content: new PreviewContent({ directusUrl, token, live, log, context }),
    async objection() {
      if (isFinal()) return last;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}
