import { useEffect, useState } from 'react';
import type { Delivery } from '../deliveryStatus.ts';
import { followDelivery } from './followDelivery.ts';

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
    const asking = new AbortController();
    const { signal } = asking;
    const onGivenUp = () => setGivenUp(true);
    followDelivery({ apiBase, reference, signal, onDelivery: setDelivery, onGivenUp });
    return () => asking.abort();
  }, [apiBase, reference, isFinal, following]);
  return { delivery, givenUp };
}
