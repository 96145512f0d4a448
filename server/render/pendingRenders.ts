import type { BufferedResponse } from '../http/bufferedResponse.ts';
import { areCurrent, type CurrentVersions } from './contentReads.ts';

/** A render under way. */
export interface PendingRender {
  /** What it has read so far. */
  readonly reads: Map<string, number | null>;
  /** Ends it, with the page if others may share it; only the first call counts. */
  settle(page: BufferedResponse | null): void;
}

/** Which render others who ask for the same page may wait for. */
export interface PendingRenders {
  /**
   * The page of a render under way, null if it cannot be shared after all; undefined where there is none to wait
   * for. One that has read what an edit has outdated since is for those who came before the edit.
   */
  find(key: string): Promise<BufferedResponse | null> | undefined;
  /** Begins a render of a page; nobody finds one without a key, or beside another that is found. */
  begin(key: string): PendingRender;
}

interface FoundFlight extends Pick<PendingRender, 'reads'> {
  readonly page: Promise<BufferedResponse | null>;
}

/** Makes the register of renders under way. */
export function createPendingRenders(content: CurrentVersions): PendingRenders {
  const flights = new Map<string, FoundFlight>();
  const find = (key: string) => {
    const flight = flights.get(key);
    return flight && areCurrent(flight.reads, content) ? flight.page : undefined;
  };
  return {
    find,
    begin(key) {
      const { promise: page, resolve } = Promise.withResolvers<BufferedResponse | null>();
      const flight = { page, reads: new Map<string, number | null>() };
      if (key !== '' && find(key) === undefined) flights.set(key, flight);
      return {
        reads: flight.reads,
        settle(landed) {
          resolve(landed);
          if (flights.get(key) === flight) flights.delete(key);
        },
      };
    },
  };
}
