import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery } from '../../shared/deliveryStatus.ts';
import { followDelivery } from '../../shared/islands/followDelivery.ts';

/** What a poll gets: a provider's word, or a failure. */
type Answer = string | 'fails' | 404;

let hidden: boolean;
let page: EventTarget;
let following: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  page = new EventTarget();
  following = new AbortController();
  vi.stubGlobal('document', {
    get hidden() {
      return hidden;
    },
    addEventListener: page.addEventListener.bind(page),
  });
});
afterEach(() => {
  following.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Follows a message whose polls get these answers, the last one for ever. */
function follow(...answers: Answer[]) {
  const asked: number[] = [];
  const heard: Delivery[] = [];
  const begun = performance.now();
  let givenUp = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe('/api/contact/status/a1');
    asked.push(Math.round(performance.now() - begun));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'fails') throw new TypeError('Failed to fetch');
    if (typeof answer === 'number') return new Response('{}', { status: answer });
    return Response.json({ resendStatus: answer, steps: [] });
  });
  followDelivery({
    apiBase: '',
    reference: 'a1',
    onDelivery: (delivery) => heard.push(delivery),
    onGivenUp: () => {
      givenUp += 1;
    },
    signal: following.signal,
  });
  return { asked, heard, givenUp: () => givenUp };
}

describe('following a message', () => {
  it('C8 asks after 500 ms and then every 2000 ms, until it is delivered', async () => {
    const { asked, heard } = follow('queued', 'sent', 'delivery_delayed', 'delivered');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([500, 2_500, 4_500, 6_500]);
    expect(heard.at(-1)?.final).toBe('delivered');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['opened', 'clicked', 'complained', 'bounced', 'failed', 'suppressed', 'canceled'])(
    'C8 asks no more after %s',
    async (state) => {
      const { asked } = follow(state);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toEqual([500]);
    },
  );

  it('C8 two failed polls change nothing, three in a row make it slow until one succeeds', async () => {
    const { asked, heard } = follow(
      'sent',
      'fails',
      404,
      'sent',
      'fails',
      404,
      'fails',
      'fails',
      'sent',
      'sent',
    );
    await vi.advanceTimersByTimeAsync(36_000);
    expect(asked).toEqual([500, 2_500, 4_500, 6_500, 8_500, 10_500, 12_500, 22_500, 32_500, 34_500]);
    expect(heard.length).toBe(4);
  });

  it('C8 stops after ten minutes', async () => {
    const { asked, givenUp } = follow('sent');
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect([asked.length, givenUp()]).toEqual([300, 1]);
    expect(asked.at(-1)).toBeLessThan(600_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('C8 does not ask while the page is hidden, and asks at once when it is seen again', async () => {
    const { asked } = follow('sent');
    await vi.advanceTimersByTimeAsync(1_000);
    hidden = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toEqual([500]);
    hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toEqual([500, 31_000, 33_000]);
  });

  it('C8 leaves no timer behind when it is ended', async () => {
    follow('sent');
    await vi.advanceTimersByTimeAsync(3_000);
    following.abort();
    expect(vi.getTimerCount()).toBe(0);
  });
});
