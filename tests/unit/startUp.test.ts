import { describe, expect, it } from 'vitest';
import { loadFirstContent } from '../../server/process/startUp.ts';
import { createManualClock, settle } from '../support/manualClock.ts';

/** A process that has begun to start, with content from the given attempt on. */
async function start(reachedAt: number) {
  const clock = createManualClock();
  const process = { loads: 0, isReady: false, isWaiting: true, isDraining: false };
  void loadFirstContent({
    clock,
    async load() {
      process.loads += 1;
    },
    hasContent: () => process.loads >= reachedAt,
    isOver: () => process.isReady || process.isDraining,
    beReady() {
      process.isReady = true;
    },
  }).then(() => {
    process.isWaiting = false;
  });
  await settle();
  return { clock, process };
}

describe('the start of a process', () => {
  it('waits for nothing when the first load brings content', async () => {
    const { clock, process } = await start(1);
    expect([process.isWaiting, process.loads, clock.pending()]).toEqual([false, 1, 0]);
  });

  it('A1 tries once a second, and is done with the first content', async () => {
    const { clock, process } = await start(4);
    await clock.advance(2_900);
    expect([process.isWaiting, process.isReady, process.loads]).toEqual([true, false, 3]);
    await clock.advance(200);
    expect([process.isWaiting, process.isReady, clock.pending()]).toEqual([false, false, 0]);
  });

  it('A1 is ready without content within ten seconds, not earlier', async () => {
    const { clock, process } = await start(Number.POSITIVE_INFINITY);
    await clock.advance(9_000);
    expect([process.isWaiting, process.isReady]).toEqual([true, false]);
    await clock.advance(1_000);
    expect([process.isReady, process.loads]).toEqual([true, 11]);
    await clock.advance(1_000);
    expect([process.isWaiting, clock.pending()]).toEqual([false, 0]);
  });

  it('ends with the process', async () => {
    const { clock, process } = await start(Number.POSITIVE_INFINITY);
    process.isDraining = true;
    await clock.advance(1_000);
    expect([process.isWaiting, process.isReady]).toEqual([false, false]);
  });
});
