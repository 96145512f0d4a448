import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery } from '../../shared/deliveryStatus.ts';
import { followDelivery } from '../../shared/islands/followDelivery.ts';

/** What a poll gets: a provider's status, or a failure. */
type PollResult = string | 'fails' | 404;

/** A page that can be hidden, and restored from the history. */
class FakePage extends EventTarget {
  hidden = false;

  show(isShown: boolean) {
    this.hidden = !isShown;
    this.dispatchEvent(new Event('visibilitychange'));
  }

  restore() {
    this.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  }
}

let page: FakePage;
let following: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  following = new AbortController();
  page = new FakePage();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', page);
});
afterEach(() => {
  following.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Follows a message whose polls get these responses, the last one for ever. */
const follow = (...results: PollResult[]) => followFrom(true, results);

function followFrom(isPolled: boolean, results: PollResult[]) {
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
    const { signal } = following;
    for await (const news of followDelivery({ apiBase: '', number: 'a1', signal, isPolled })) {
      if (news) reported.push(news);
      else hasEnded = true;
    }
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

  it('C8 does not poll while the page is hidden, which does not count, and polls when it is seen again', async () => {
    const { polledAt, reported, hasEnded } = follow('sent');
    await vi.advanceTimersByTimeAsync(1_000);
    page.show(false);
    await vi.advanceTimersByTimeAsync(12 * 60_000);
    expect([polledAt, hasEnded()]).toEqual([[500], false]);
    page.show(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(polledAt).toEqual([500, 721_000, 723_000]);
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(hasEnded()).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([hasEnded(), reported.at(-1)?.final]).toEqual([true, null]);
    following.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('C8 polls on after the page stood still, in the history or while the machine slept, which does not count', async () => {
    const { polledAt, hasEnded } = follow('sent');
    await vi.advanceTimersByTimeAsync(1_000);
    const now = performance.now.bind(performance);
    const still = vi.spyOn(performance, 'now').mockImplementation(() => now() + 15 * 60_000);
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect([polledAt.length, hasEnded()]).toEqual([271, false]);
    still.mockRestore();
    following.abort();
    await vi.advanceTimersByTimeAsync(0);
  });

  it.each([
    ['it is seen again', () => page.show(true)],
    ['it comes back from the history', () => page.restore()],
  ])('C8 asks once, however old the message is, when %s', async (_when, see) => {
    const { polledAt, reported, hasEnded } = followFrom(false, ['fails', 'sent', 'bounced', 'delivered']);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect([polledAt.length, hasEnded()]).toEqual([0, true]);
    for (const [times, event] of [
      [1, undefined],
      [2, 'sent'],
      [3, 'bounced'],
    ] as const) {
      page.show(false);
      await vi.advanceTimersByTimeAsync(60_000);
      see();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([polledAt.length, reported.at(-1)?.resendStatus]).toEqual([times, event]);
    }
    page.show(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(polledAt, 'it is final').toHaveLength(3);
  });
});
