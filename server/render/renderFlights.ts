import { areCurrent, type CurrentVersions } from './contentReads.ts';
import type { FinishedPage } from './finishedPage.ts';

/** A render under way. */
export interface Flight {
  /** What it has read so far. */
  readonly reads: Map<string, number | null>;
  /** Ends it, with the page if others may share it; only the first call counts. */
  land(page: FinishedPage | null): void;
}

/** Which render others who ask for the same page may wait for. */
export interface RenderFlights {
  /**
   * The page of a render under way, null if it cannot be shared after all; undefined where there is none to wait
   * for. One that has read what an edit has outdated since is for those who came before the edit.
   */
  find(key: string): Promise<FinishedPage | null> | undefined;
  /** Begins a render of a page; nobody finds one without a key, or beside another that is found. */
  begin(key: string): Flight;
}

interface FoundFlight extends Pick<Flight, 'reads'> {
  readonly page: Promise<FinishedPage | null>;
}

/** Makes the register of renders under way. */
export function createRenderFlights(content: CurrentVersions): RenderFlights {
  const flights = new Map<string, FoundFlight>();
  const find = (key: string) => {
    const flight = flights.get(key);
    return flight && areCurrent(flight.reads, content) ? flight.page : undefined;
  };
  return {
    find,
    begin(key) {
      const { promise: page, resolve } = Promise.withResolvers<FinishedPage | null>();
      const flight = { page, reads: new Map<string, number | null>() };
      if (key !== '' && find(key) === undefined) flights.set(key, flight);
      return {
        reads: flight.reads,
        land(landed) {
          resolve(landed);
          if (flights.get(key) === flight) flights.delete(key);
        },
      };
    },
  };
}
