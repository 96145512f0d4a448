import { createHash, timingSafeEqual } from 'node:crypto';
import express, { Router } from 'express';
import type { Logger } from 'pino';
import type { ContentRefresher } from '../content/contentRefresher.ts';
import { contextOf } from '../middleware/requestContext.ts';
import type { Republisher } from '../render/republisher.ts';

export const hookPath = '/hooks/content';

/** The header in which a Directus Flow sends the secret: its request operation can only set fixed headers. */
export const hookSecretHeader = 'x-content-hook-secret';

interface Collaborators {
  readonly secret: string;
  readonly refresher: ContentRefresher;
  readonly republisher: Republisher;
  readonly log: Pick<Logger, 'warn'>;
}

/** What feeds pages; a body that names none of them refreshes them all. */
const collections = [
  'navigation',
  'site_settings',
  'pages',
  'services',
  'service_features',
  'cta_settings',
  'blog_posts',
  'directus_files',
];

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * `POST /hooks/content`: the content service says that something was saved. Answers, when the site serves the
 * new content, with the addresses that are new and the milliseconds that it took.
 */
export function createContentHookRoutes(collaborators: Collaborators): Router {
  const { refresher, republisher, log } = collaborators;
  const expected = digest(collaborators.secret);
  const router = Router();

  router.post(
    hookPath,
    express.text({ type: () => true, limit: '64kb', inflate: false }),
    async (request, response) => {
      const context = contextOf(request);
      context.route = 'hook';
      response.set('Cache-Control', 'no-store');
      // Digests of equal length: neither the comparison nor its length tells anything of the secret.
      if (!timingSafeEqual(digest(request.get(hookSecretHeader) ?? ''), expected)) {
        log.warn({ id: context.id }, 'The content hook was called with a wrong secret.');
        response.status(401).json({ error: 'Wrong secret.' });
        return;
      }
      const startedAt = performance.now();
      const named = collectionOf(request.body);
      const affected = collections.filter((collection) => collection === named);
      const rounds = await Promise.all((affected.length > 0 ? affected : collections).map(refresher.refresh));
      const urls = await republisher.republish(rounds.flatMap((round) => round.changed));
      response.json({ urls, milliseconds: Math.round(performance.now() - startedAt) });
    },
  );
  return router;
}

/**
 * The collection that a Flow's body names. Directus sends a body whose template had an absent value as one
 * JSON string that is no JSON inside, so the name is then looked for in the text.
 */
function collectionOf(body: unknown): string | null {
  if (typeof body !== 'string') return null;
  const outer = parse(body);
  const inner = typeof outer === 'string' ? (parse(outer) ?? outer) : outer;
  if (typeof inner === 'string') return /"collection"\s*:\s*"(\w{1,64})"/.exec(inner)?.[1] ?? null;
  if (typeof inner !== 'object' || inner === null || !('collection' in inner)) return null;
  return typeof inner.collection === 'string' ? inner.collection : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
