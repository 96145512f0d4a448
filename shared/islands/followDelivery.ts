import { useEffect, useState } from 'react';
import { type Delivery, parseDelivery } from '../deliveryStatus.ts';
import { contactStatusApiPath } from '../paths.ts';
import { pause, withDeadline } from './withDeadline.ts';

/** When a message's status is polled, in milliseconds. */
const schedule = {
  first: 500,
  usual: 2_000,
  /** No poll takes longer. */
  deadline: 10_000,
  /** After this polling ends; the visitor has the submission id. */
  patience: 10 * 60_000,
};

interface FollowOptions {
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
  /** The submission's number. */
  readonly reference: string;
  readonly onDelivery: (delivery: Delivery) => void;
  /** The status is not final, and will not be polled again. */
  readonly onGivenUp: () => void;
  readonly signal: AbortSignal;
}

/**
 * Polls where a message is until that is final, for ten minutes at most: soon at first, then every two seconds, and
 * not while the page is hidden. A failed poll changes nothing.
 */
export async function followDelivery(options: FollowOptions): Promise<void> {
  const { signal } = options;
  const begun = performance.now();
  for (let ms = schedule.first; ; ms = schedule.usual) {
    await pause(ms, signal);
    if (signal.aborted) return;
    if (performance.now() - begun >= schedule.patience) return options.onGivenUp();
    const delivery = document.hidden ? null : await loadDelivery(options);
    if (signal.aborted) return;
    if (delivery) options.onDelivery(delivery);
    if (delivery && delivery.final !== null) return;
  }
}

/** One poll: null where it failed, for any reason. */
async function loadDelivery({ apiBase, reference, signal }: FollowOptions): Promise<Delivery | null> {
  try {
    const response = await fetch(apiBase + contactStatusApiPath(reference), {
      headers: { Accept: 'application/json' },
      signal: withDeadline(signal, schedule.deadline),
    });
    if (!response.ok) return null;
    const json: unknown = await response.json();
    return typeof json === 'object' && json !== null && 'steps' in json
      ? parseDelivery(json, reference)
      : null;
  } catch {
    return null;
  }
}

interface DeliveryOptions {
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
  readonly reference: string;
  /** What is known of it already. */
  readonly first: Delivery | null;
  /** False: it is too old for anything to change. */
  readonly following: boolean;
}

interface FollowedDelivery {
  /** The last status; null: none yet. */
  readonly delivery: Delivery | null;
  /** No final status came, and polling has ended. */
  readonly givenUp: boolean;
}

/** Where a message is, followed for as long as that can change. */
export function useDelivery({ apiBase, reference, first, following }: DeliveryOptions): FollowedDelivery {
  const [delivery, setDelivery] = useState(first);
  const [givenUp, setGivenUp] = useState(!following);
  const isFinal = delivery !== null && delivery.final !== null;
  useEffect(() => {
    if (isFinal || !following) return;
    const polling = new AbortController();
    const { signal } = polling;
    const onGivenUp = () => setGivenUp(true);
    void followDelivery({ apiBase, reference, signal, onDelivery: setDelivery, onGivenUp });
    return () => polling.abort();
  }, [apiBase, reference, isFinal, following]);
  return { delivery, givenUp };
}
