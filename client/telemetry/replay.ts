import { type BrowserClient, replayIntegration } from '@sentry/react';

/**
 * Records what a page shows, with every text, input and picture replaced: one visit in ten, and the minute
 * before an error. Not compressed: the worker for that would need `blob:` in the content security policy.
 */
export function startReplay(client: BrowserClient): void {
  client.addIntegration(
    replayIntegration({
      maskAllText: true,
      maskAllInputs: true,
      blockAllMedia: true,
      maskAttributes: ['title', 'alt', 'aria-label', 'placeholder', 'value', 'data-props'],
      // Addresses are not masked, and this one may hold a message that could not be sent.
      block: ['[href^="mailto:"]'],
      networkDetailAllowUrls: [],
      networkCaptureBodies: false,
      useCompression: false,
    }),
  );
}
