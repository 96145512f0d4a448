import { type BrowserClient, replayIntegration } from '@sentry/react';

/**
 * Session replay with every text, input and picture masked: one visit in ten, and the minute before an error.
 * Not compressed: the worker for that would need `blob:` in the content security policy.
 */
export function startReplay(client: BrowserClient): void {
  client.addIntegration(
    replayIntegration({
      maskAllText: true,
      maskAllInputs: true,
      blockAllMedia: true,
      maskAttributes: ['title', 'alt', 'aria-label', 'placeholder', 'value', 'data-props'],
      // Link addresses are not masked, and a mail link may contain a message that could not be sent.
      block: ['[href^="mailto:"]'],
      networkDetailAllowUrls: [],
      networkCaptureBodies: false,
      useCompression: false,
    }),
  );
}
