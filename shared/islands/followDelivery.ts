import { useEffect, useState } from 'react';
import { type Delivery, parseDelivery } from '../deliveryStatus.ts';
import { field } from '../field.ts';
import { contactStatusApiPath } from '../paths.ts';
import { pause, withDeadline } from './withDeadline.ts';

/** Delay before the first poll of a message's status, and before each further one. */
const [firstMs, usualMs] = [500, 2_000];
/** Timeout of one poll. */
const deadlineMs = 10_000;
/** Polling stops after this time; the visitor can look up the status by the message's number. */
const maxPollingMs = 10 * 60_000;

/**
 * Polls the delivery status of a message and yields each result, until it is final or ten minutes have passed; pauses
 * while the page is hidden. A failed poll yields nothing.
 *
 * @param apiBase base URL of our JSON endpoints; empty: same origin
 */
export async function* followDelivery(apiBase: string, number: string, signal: AbortSignal) {
  const begun = performance.now();
  for (let ms = firstMs; ; ms = usualMs) {
    await pause(ms, signal);
    if (signal.aborted || performance.now() - begun >= maxPollingMs) return;
    const delivery = document.hidden ? null : await loadDelivery(apiBase, number, signal);
    if (delivery && !signal.aborted) yield delivery;
    if (delivery?.final) return;
  }
}

/** One poll; null if it failed, for any reason. */
async function loadDelivery(apiBase: string, number: string, signal: AbortSignal): Promise<Delivery | null> {
  try {
    const response = await fetch(apiBase + contactStatusApiPath(number), {
      headers: { Accept: 'application/json' },
      signal: withDeadline(signal, deadlineMs),
    });
    const json: unknown = response.ok ? await response.json() : null;
    return field(json, 'steps') === undefined ? null : parseDelivery(json);
  } catch {
    return null;
  }
}

/**
 * The delivery status of a message, polled while it can change, and whether polling has ended.
 *
 * @param first the status that is already known
 * @param following false: its status will never be known, or the message is too old for it to change
 */
export function useDelivery(apiBase: string, number: string | null, first: Delivery, following: boolean) {
  const [delivery, setDelivery] = useState(first);
  const [hasEnded, setHasEnded] = useState(!following);
  const isOpen = following && delivery.final === null;
  useEffect(() => {
    if (!isOpen || number === null) return;
    const polling = new AbortController();
    const follow = async () => {
      for await (const next of followDelivery(apiBase, number, polling.signal)) setDelivery(next);
      if (!polling.signal.aborted) setHasEnded(true);
    };
    void follow();
    return () => polling.abort();
  }, [apiBase, number, isOpen]);
  return { delivery, hasEnded };
}
