import type { Clock } from '../process/clock.ts';

/** The loads of one collection: one runs, one may wait, and their starts are at least `leastMs` apart. */
export class LoadQueue<T> {
  /** The load that is running, or the last one; null: there was none. */
  latest: Promise<T> | null = null;
  #waiting: Promise<T> | null = null;
  #earliest = Number.NEGATIVE_INFINITY;
  readonly #load: () => Promise<T>;
  readonly #leastMs: number;
  readonly #clock: Clock;

  /** @param load never rejects */
  constructor(load: () => Promise<T>, leastMs: number, clock: Clock) {
    this.#load = load;
    this.#leastMs = leastMs;
    this.#clock = clock;
  }

  /** The load that starts next: it sees all edits from before this call. */
  next(): Promise<T> {
    this.#waiting ??= this.#begin();
    return this.#waiting;
  }

  async #begin(): Promise<T> {
    await this.latest;
    const pauseMs = this.#earliest - this.#clock.now();
    if (pauseMs > 0) await new Promise<void>((resolve) => void this.#clock.after(pauseMs, resolve));
    this.#waiting = null;
    this.#earliest = this.#clock.now() + this.#leastMs;
    this.latest = this.#load();
    return this.latest;
  }
}
