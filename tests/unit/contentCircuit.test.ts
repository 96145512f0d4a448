import { describe, expect, it } from 'vitest';
import { createCircuit } from '../../server/upstream/circuitBreaker.ts';
import { createServiceCircuit } from '../../server/upstream/serviceBreaker.ts';
import { createManualClock } from '../support/manualClock.ts';

const down = new Error('down');

function setUp(sourcesToOpen = 1) {
  const clock = createManualClock();
  const events: string[] = [];
  const circuit = createCircuit({
    clock,
    sourcesToOpen,
    // The middle of the jitter: delays as they are named.
    random: () => 0.5,
    onOpen: () => events.push('open'),
    onHeal: () => events.push('heal'),
  });
  const fail = (pauseMs?: number) => {
    const passage = circuit.enter('a');
    if ('refused' in passage) return 'refused';
    passage.failed(down, pauseMs);
    return passage.probe ? 'probe' : 'call';
  };
  return { clock, circuit, events, fail };
}

describe('the circuit', () => {
  it('refuses with the last reason after three failures in a row', () => {
    const { circuit, fail, events } = setUp();
    expect([fail(), fail(), fail(), fail()]).toEqual(['call', 'call', 'call', 'refused']);
    expect(circuit.enter('a')).toEqual({ refused: down });
    expect(events).toEqual(['open']);
  });

  it('forgets failures that an answer came between', () => {
    const { circuit, fail } = setUp();
    fail();
    fail();
    const passage = circuit.enter('a');
    if ('answered' in passage) passage.answered();
    expect([fail(), fail(), circuit.isOpen()]).toEqual(['call', 'call', false]);
  });

  it('probes after 1, 2, 4 … 30 seconds and no sooner', async () => {
    const { clock, fail } = setUp();
    for (let count = 0; count < 3; count += 1) fail();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      await clock.advance(seconds * 1_000 - 1);
      expect(fail()).toBe('refused');
      await clock.advance(1);
      expect(fail()).toBe('probe');
    }
  });

  it('lets one probe through at a time, and everybody after it is answered', async () => {
    const { clock, circuit, fail, events } = setUp();
    for (let count = 0; count < 3; count += 1) fail();
    await clock.advance(1_000);
    const probe = circuit.enter('a');
    expect('probe' in probe && probe.probe).toBe(true);
    expect(fail()).toBe('refused');
    if ('answered' in probe) probe.answered();
    expect(events).toEqual(['open', 'heal']);
    expect(fail()).toBe('call');
  });

  it('gives the probe to the next caller when its own gives up', async () => {
    const { clock, circuit, fail } = setUp();
    for (let count = 0; count < 3; count += 1) fail();
    await clock.advance(1_000);
    const probe = circuit.enter('a');
    if ('abandoned' in probe) probe.abandoned();
    expect(fail()).toBe('probe');
  });

  it('keeps a pause that the service asked for, before any other rule', async () => {
    const { clock, fail } = setUp();
    expect(fail(5_000)).toBe('call');
    await clock.advance(4_999);
    expect(fail()).toBe('refused');
    await clock.advance(1);
    expect(fail()).toBe('call');
  });

  it('does not lengthen the wait for calls that had set out before it opened', async () => {
    const { clock, circuit, fail } = setUp();
    const late = [circuit.enter('a'), circuit.enter('a'), circuit.enter('a')];
    for (let count = 0; count < 3; count += 1) fail();
    for (const passage of late) if ('failed' in passage) passage.failed(down);
    await clock.advance(1_000);
    expect(fail()).toBe('probe');
  });
});

describe('the circuits of a service', () => {
  function setUpService() {
    const opened: (string | null)[] = [];
    const circuit = createServiceCircuit({
      clock: createManualClock(),
      random: () => 0.5,
      onOpen: (_reason, endpoint) => opened.push(endpoint),
      onHeal: () => undefined,
    });
    const fail = (endpoint: string, pauseMs?: number) => {
      const passage = circuit.enter(endpoint);
      if ('failed' in passage) passage.failed(down, pauseMs);
      return 'failed' in passage;
    };
    return { circuit, opened, fail };
  }

  it('A20 one broken collection closes only itself', () => {
    const { opened, fail } = setUpService();
    for (let count = 0; count < 3; count += 1) fail('/items/pages');
    expect(opened).toEqual(['/items/pages']);
    expect([fail('/items/pages'), fail('/items/services')]).toEqual([false, true]);
  });

  it('A2 failures of several with no answer between close the whole service', () => {
    const { opened, fail, circuit } = setUpService();
    for (const endpoint of ['a', 'b', 'c']) fail(endpoint);
    expect(opened).toEqual([null]);
    expect(circuit.isOpen()).toBe(true);
    expect(fail('d')).toBe(false);
  });

  it('A10 a pause holds for every endpoint', () => {
    const { fail } = setUpService();
    expect(fail('a', 10_000)).toBe(true);
    expect(fail('b')).toBe(false);
  });
});
