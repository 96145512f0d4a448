import { useEffect, useState } from 'react';
import { type Delivery, parseDelivery } from '../deliveryStatus.ts';
import { field } from '../field.ts';
import { contactStatusApiPath } from '../paths.ts';
import { pause, withDeadline } from './withDeadline.ts';

/** When a message's status is polled first, and then. */
const [firstMs, usualMs] = [500, 2_000];
/** No poll takes longer. */
const deadlineMs = 10_000;
/** After this polling ends; the visitor has the message's number. */
const patienceMs = 10 * 60_000;

/**
 * Polls where a message is until that is final, for ten minutes at most, and not while the page is hidden. A failed
 * poll changes nothing.
 *
 * @param apiBase where our JSON endpoints are; empty: here
 */
export async function* followDelivery(apiBase: string, number: string, signal: AbortSignal) {
  const begun = performance.now();
  for (let ms = firstMs; ; ms = usualMs) {
    await pause(ms, signal);
    if (signal.aborted || performance.now() - begun >= patienceMs) return;
    const delivery = document.hidden ? null : await loadDelivery(apiBase, number, signal);
    if (delivery && !signal.aborted) yield delivery;
    if (delivery?.final) return;
  }
}

/** One poll: null where it failed, for any reason. */
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
 * Where a message is, followed for as long as that can change; and whether polling has ended.
 *
 * @param first what is known of it already
 * @param following false: nobody will know, or it is too old for anything to change
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
