import { type BrowserClient, replayIntegration } from '@sentry/react';

/** The address of the worker that compresses recordings: a built file of ours. */
declare const REPLAY_WORKER_URL: string;

/**
 * Records what a page shows, with every text, input and picture replaced: one visit in ten, and the minute
 * before an error. Trusted Types allow one address here, that of the worker, and nothing else.
 */
export function startReplay(client: BrowserClient): void {
  allowWorker();
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
      workerUrl: REPLAY_WORKER_URL,
    }),
  );
}

/** The policy named `default` decides about plain text that a script hands to a browser as an address. */
function allowWorker(): void {
  if (!('trustedTypes' in window)) return;
  const { trustedTypes } = window;
  if (typeof trustedTypes !== 'object' || trustedTypes === null || !('createPolicy' in trustedTypes)) return;
  const { createPolicy } = trustedTypes;
  if (typeof createPolicy !== 'function') return;
  createPolicy.call(trustedTypes, 'default', {
    createScriptURL: (url: string) => (url === REPLAY_WORKER_URL ? url : null),
  });
}
