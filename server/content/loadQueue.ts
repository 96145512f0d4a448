/** The loads of one collection: one runs, one may wait. */
export class LoadQueue<T> {
  /** The load that is running, or the last one; null: there was none. */
  latest: Promise<T> | null = null;
  #waiting: Promise<T> | null = null;
  readonly #load: () => Promise<T>;

  /** @param load never rejects */
  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** The load that starts next: it sees all edits from before this call. */
  next(): Promise<T> {
    this.#waiting ??= this.#begin();
    return this.#waiting;
  }

  async #begin(): Promise<T> {
    await this.latest;
    this.#waiting = null;
    this.latest = this.#load();
    return this.latest;
  }
}
