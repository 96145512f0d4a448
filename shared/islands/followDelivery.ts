import { useEffect, useState } from 'react';
import { type Delivery, parseStatus } from '../deliveryStatus.ts';
import { contactStatusApiPath } from '../paths.ts';
import { pause, withDeadline } from './withDeadline.ts';

/** Delay before the first poll of a message's status, and before each further one. */
const [firstMs, usualMs] = [500, 2_000];
/** Timeout of one poll. */
const deadlineMs = 10_000;
/** Polling stops when the page has been seen for this time; after that it asks when it is seen again. */
const maxSeenMs = 10 * 60_000;

/** A message whose delivery is followed. */
interface Followed {
  /** Base URL of our JSON endpoints; empty: same origin. */
  readonly apiBase: string;
  readonly number: string;
  readonly signal: AbortSignal;
  /** False: it is so old that it is not polled, and only asked about when its page is seen again. */
  readonly isPolled: boolean;
}

/**
 * Follows the delivery of a message until it is final: polls its status while the page is seen, for ten minutes of
 * that, and then asks each time that the page is seen again. Yields each result, and null when polling has ended. A
 * failed poll yields nothing.
 */
export async function* followDelivery(message: Followed) {
  const { signal, isPolled } = message;
  let seenMs = isPolled ? 0 : maxSeenMs;
  for (let ms = firstMs; !signal.aborted; ms = usualMs) {
    const isOver = seenMs + ms > maxSeenMs;
    if (isOver) yield null;
    else await pause(ms, signal);
    if (isOver || document.hidden) await seenAgain(signal);
    // Not by a clock, which goes on while the page stands still: in the history, or while the machine sleeps.
    else seenMs += ms;
    const delivery = signal.aborted ? null : await loadDelivery(message);
    if (delivery) yield delivery;
    if (delivery?.final) return;
  }
}

/** Resolves when the page is shown: its tab is chosen, or it comes back from the history. Also when aborted. */
function seenAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const isDone = new AbortController();
    const end = () => {
      isDone.abort();
      resolve();
    };
    const options = { signal: isDone.signal };
    document.addEventListener('visibilitychange', () => !document.hidden && end(), options);
    window.addEventListener('pageshow', ({ persisted }) => persisted && end(), options);
    signal.addEventListener('abort', end, options);
    if (signal.aborted) end();
  });
}

/** One poll; null if it failed, for any reason. */
async function loadDelivery({ apiBase, number, signal }: Followed): Promise<Delivery | null> {
  try {
    const response = await fetch(apiBase + contactStatusApiPath(number), {
      headers: { Accept: 'application/json' },
      signal: withDeadline(signal, deadlineMs),
    });
    const json: unknown = response.ok ? await response.json() : null;
    return signal.aborted ? null : parseStatus(json);
  } catch {
    return null;
  }
}

interface DeliveryOptions {
  readonly apiBase: string;
  /** Null: the message cannot be followed. */
  readonly number: string | null;
  /** The delivery as it is known. */
  readonly first: Delivery;
  /** Whether it is new enough to be polled. */
  readonly isPolled: boolean;
}

/**
 * The delivery of a message, followed by script, and how: `before` any script runs, `polling`, or `over`, which ends with
 * the last news.
 */
export function useDelivery({ apiBase, number, first, isPolled }: DeliveryOptions) {
  const [delivery, setDelivery] = useState(first);
  const [phase, setPhase] = useState<'before' | 'polling' | 'over'>(isPolled ? 'before' : 'over');
  const isOpen = delivery.final === null;
  useEffect(() => {
    if (!isOpen || number === null) return;
    const following = new AbortController();
    const { signal } = following;
    const follow = async () => {
      for await (const news of followDelivery({ apiBase, number, signal, isPolled })) {
        if (news) setDelivery(news);
        else setPhase('over');
      }
    };
    if (isPolled) setPhase('polling');
    void follow();
    return () => following.abort();
  }, [apiBase, number, isOpen, isPolled]);
  return { delivery, phase };
}
