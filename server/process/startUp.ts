import type { Clock } from './clock.ts';

interface StartUpOptions {
  readonly clock: Clock;
  /** Reads the content once; never rejects. */
  readonly load: () => Promise<void>;
  readonly hasContent: () => boolean;
  /** Whether the process waits no more: it is ready, or on its way out. */
  readonly isOver: () => boolean;
  /** Called when the grace is over. */
  readonly beReady: () => void;
}

/**
 * Since the process began, on the clock of the process. With dead content from the start it is of use after all: its
 * pages say so, and the forms work. A balancer that waits ten seconds finds it ready.
 */
const graceMs = 9_500;
const againMs = 1_000;

/**
 * Resolves when there is content, or when the grace for it is over. A replica with a wrong address is not ready until
 * then, so that a rollout does not replace good ones with it.
 */
export async function loadFirstContent(options: StartUpOptions): Promise<void> {
  const { clock, load, hasContent, isOver, beReady } = options;
  const cancel = clock.after(Math.max(0, graceMs - clock.now()), beReady);
  await load();
  while (!hasContent() && !isOver()) {
    await new Promise<void>((resolve) => void clock.after(againMs, resolve));
    await load();
  }
  cancel();
}
