import { describe, expect, it } from 'vitest';
import { createCircuitBreaker, createServiceBreaker } from '../../server/upstream/circuitBreaker.ts';
import { createManualClock } from '../support/manualClock.ts';

const down = new Error('down');

function setUp(sourcesToOpen = 1) {
  const clock = createManualClock();
  const events: string[] = [];
  const breaker = createCircuitBreaker({
    clock,
    sourcesToOpen,
    // The middle of the jitter: delays as they are named.
    random: () => 0.5,
    onOpen: () => events.push('open'),
    onClose: () => events.push('close'),
  });
  const fail = (pauseMs?: number) => {
    const call = breaker.admit('a');
    if ('rejected' in call) return 'rejected';
    call.failed(down, pauseMs);
    return call.isProbe ? 'probe' : 'call';
  };
  return { clock, breaker, events, fail };
}

describe('a circuit breaker', () => {
  it('opens and rejects with the last reason after three failures in a row', () => {
    const { breaker, fail, events } = setUp();
    expect([fail(), fail(), fail(), fail()]).toEqual(['call', 'call', 'call', 'rejected']);
    expect(breaker.admit('a')).toEqual({ rejected: down });
    expect(events).toEqual(['open']);
  });

  it('forgets failures when a response comes between', () => {
    const { breaker, fail } = setUp();
    fail();
    fail();
    const call = breaker.admit('a');
    if ('succeeded' in call) call.succeeded();
    expect([fail(), fail(), breaker.isOpen()]).toEqual(['call', 'call', false]);
  });

  it('probes after 1, 2, 4 … 30 seconds and no sooner', async () => {
    const { clock, fail } = setUp();
    for (let count = 0; count < 3; count += 1) fail();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      await clock.advance(seconds * 1_000 - 1);
      expect(fail()).toBe('rejected');
      await clock.advance(1);
      expect(fail()).toBe('probe');
    }
  });

  it('admits one probe while half-open, and closes when it succeeds', async () => {
    const { clock, breaker, fail, events } = setUp();
    for (let count = 0; count < 3; count += 1) fail();
    await clock.advance(1_000);
    const probe = breaker.admit('a');
    expect('isProbe' in probe && probe.isProbe).toBe(true);
    expect(fail()).toBe('rejected');
    if ('succeeded' in probe) probe.succeeded();
    expect(events).toEqual(['open', 'close']);
    expect(fail()).toBe('call');
  });

  it('admits another probe when the first is abandoned', async () => {
    const { clock, breaker, fail } = setUp();
    for (let count = 0; count < 3; count += 1) fail();
    await clock.advance(1_000);
    const probe = breaker.admit('a');
    if ('abandoned' in probe) probe.abandoned();
    expect(fail()).toBe('probe');
  });

  it('rejects for as long as the service demands, also while closed', async () => {
    const { clock, fail } = setUp();
    expect(fail(5_000)).toBe('call');
    await clock.advance(4_999);
    expect(fail()).toBe('rejected');
    await clock.advance(1);
    expect(fail()).toBe('call');
  });

  it('does not lengthen the wait for calls that were admitted before it opened', async () => {
    const { clock, breaker, fail } = setUp();
    const late = [breaker.admit('a'), breaker.admit('a'), breaker.admit('a')];
    for (let count = 0; count < 3; count += 1) fail();
    for (const call of late) if ('failed' in call) call.failed(down);
    await clock.advance(1_000);
    expect(fail()).toBe('probe');
  });
});

describe('the circuit breakers of a service', () => {
  function setUpService() {
    const opened: (string | null)[] = [];
    const breaker = createServiceBreaker({
      clock: createManualClock(),
      random: () => 0.5,
      onOpen: (_reason, endpoint) => opened.push(endpoint),
      onClose: () => undefined,
    });
    const fail = (endpoint: string, pauseMs?: number) => {
      const call = breaker.admit(endpoint);
      if ('failed' in call) call.failed(down, pauseMs);
      return 'failed' in call;
    };
    return { breaker, opened, fail };
  }

  it('A20 one broken collection opens only its own breaker', () => {
    const { opened, fail } = setUpService();
    for (let count = 0; count < 3; count += 1) fail('/items/pages');
    expect(opened).toEqual(['/items/pages']);
    expect([fail('/items/pages'), fail('/items/services')]).toEqual([false, true]);
  });

  it('A2 failures of several with no response between open the breaker of the service', () => {
    const { opened, fail, breaker } = setUpService();
    for (const endpoint of ['a', 'b', 'c']) fail(endpoint);
    expect(opened).toEqual([null]);
    expect(breaker.isOpen()).toBe(true);
    expect(fail('d')).toBe(false);
  });

  it('A10 a pause holds for every endpoint', () => {
    const { fail } = setUpService();
    expect(fail('a', 10_000)).toBe(true);
    expect(fail('b')).toBe(false);
  });
});
