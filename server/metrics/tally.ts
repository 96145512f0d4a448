/** Things counted by a name. The names are bounded: what comes beyond `most` counts as `other`. */
export interface Tally<T> {
  /** The thing of this name, made when it is first asked for. */
  of(name: string): T;
  all(): Iterable<readonly [name: string, thing: T]>;
}

/** The name of everything that has no place of its own. */
export const otherName = 'other';

/** Makes an empty tally of at most `most` names, so that nobody can fill memory by inventing them. */
export function createTally<T>(make: () => T, most = 60): Tally<T> {
  const things = new Map<string, T>();
  const add = (name: string): T => {
    const known = things.get(name);
    if (known !== undefined) return known;
    const made = make();
    things.set(name, made);
    return made;
  };
  return {
    of: (name) => things.get(name) ?? add(things.size < most ? name : otherName),
    all: () => things,
  };
}

/** A number that only grows. */
export interface Count {
  value: number;
}

/** Numbers by name. */
export interface Counts {
  add(name: string): void;
  all(): Iterable<readonly [name: string, count: Count]>;
}

/** Makes empty counts by at most `most` names. */
export function createCounts(most?: number): Counts {
  const tally = createTally<Count>(() => ({ value: 0 }), most);
  return {
    add(name) {
      tally.of(name).value += 1;
    },
    all: tally.all,
  };
}
