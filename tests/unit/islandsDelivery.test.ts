import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery } from '../../shared/deliveryStatus.ts';
import { followDelivery } from '../../shared/islands/followDelivery.ts';

/** What a poll gets: a provider's status, or a failure. */
type PollResult = string | 'fails' | 404;

let hidden: boolean;
let following: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  following = new AbortController();
  vi.stubGlobal('document', {
    get hidden() {
      return hidden;
    },
  });
});
afterEach(() => {
  following.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Follows a message whose polls get these responses, the last one for ever. */
function follow(...results: PollResult[]) {
  const polledAt: number[] = [];
  const reported: Delivery[] = [];
  const begun = performance.now();
  let hasEnded = false;
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe('/api/contact/status/a1');
    polledAt.push(Math.round(performance.now() - begun));
    const result = results.length > 1 ? results.shift() : results[0];
    if (result === 'fails') throw new TypeError('Failed to fetch');
    if (typeof result === 'number') return new Response('{}', { status: result });
    return Response.json({ resendStatus: result, steps: [] });
  });
  const read = async () => {
    for await (const delivery of followDelivery('', 'a1', following.signal)) reported.push(delivery);
    hasEnded = true;
  };
  void read();
  return { polledAt, reported, hasEnded: () => hasEnded };
}

describe('following a message', () => {
  it('C8 polls after 500 ms and then every 2000 ms, until it is delivered', async () => {
    const { polledAt, reported } = follow('queued', 'sent', 'delivery_delayed', 'delivered');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(polledAt).toEqual([500, 2_500, 4_500, 6_500]);
    expect(reported.at(-1)?.final).toBe('delivered');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('C8 reports nothing for failed polls, and polls on', async () => {
    const { polledAt, reported } = follow('sent', 'fails', 404, 'fails', 'delivered');
    await vi.advanceTimersByTimeAsync(20_000);
    expect([polledAt.length, reported.length, reported.at(-1)?.final]).toEqual([5, 2, 'delivered']);
  });

  it('C8 stops after ten minutes', async () => {
    const { polledAt, hasEnded } = follow('sent');
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect([polledAt.length, hasEnded()]).toEqual([300, true]);
    expect(polledAt.at(-1)).toBeLessThan(600_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('C8 does not poll while the page is hidden, and polls again when it is visible', async () => {
    const { polledAt } = follow('sent');
    await vi.advanceTimersByTimeAsync(1_000);
    hidden = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(polledAt).toEqual([500]);
    hidden = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(polledAt).toEqual([500, 32_500]);
    following.abort();
    expect(vi.getTimerCount()).toBe(0);
  });
});
