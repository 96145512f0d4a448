import type { Clock } from '../process/clock.ts';

/** The loads of one collection: one runs, one may wait, and `leastMs` lie between the beginnings of two. */
export class LoadQueue<T> {
  /** Null: none runs. */
  running: Promise<T> | null = null;
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

  /** The load that begins now, or the one that waits: it sees all that was edited before this call. */
  next(): Promise<T> {
    if (this.#waiting) return this.#waiting;
    if (!this.running && this.#clock.now() >= this.#earliest) return this.#begin();
    this.#waiting = this.#beginLater();
    return this.#waiting;
  }

  async #beginLater(): Promise<T> {
    await this.running;
    const pauseMs = this.#earliest - this.#clock.now();
    if (pauseMs > 0) await new Promise<void>((resolve) => void this.#clock.after(pauseMs, resolve));
    this.#waiting = null;
    return this.#begin();
  }

  #begin(): Promise<T> {
    this.#earliest = this.#clock.now() + this.#leastMs;
    this.running = this.#load().finally(() => {
      this.running = null;
    });
    return this.running;
  }
}
