/** The ways in which a service that the site depends on can go wrong. */
export type FaultMode =
  /** Nobody answers: the port is closed (target `*`), or the connection is dropped at once (any other). */
  | { readonly kind: 'refuse' }
  /** The connection is reset, at once or after that many bytes of the true body. */
  | { readonly kind: 'rst'; readonly afterBytes?: number }
  /** The request is taken and never answered. */
  | { readonly kind: 'blackhole' }
  /** The true answer, that much later. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Headers at once, then the true body at that speed. */
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }
  /**
   * Another status. Without `body` and `message` the body is the error that the service itself would give
   * with it; `message` makes `{"message": …}`; a `body` that is text is sent as it is, any other as JSON.
   */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** 200 with a web page, as a proxy or a captive portal sends it. */
  | { readonly kind: 'html200' }
  /** 200, said to be JSON, and cut in the middle of it. */
  | { readonly kind: 'badJson' }
  /** Content-Length of the whole true body, half of the body, then the connection ends. */
  | { readonly kind: 'truncated' }
  /** 200 with `{"data": …}` of whatever is given. */
  | { readonly kind: 'shape'; readonly data: unknown }
  /** These bytes, with status 200 and type JSON unless said otherwise. */
  | {
      readonly kind: 'raw';
      readonly body: string | Uint8Array;
      readonly contentType?: string;
      readonly status?: number;
    }
  /** 200 with valid JSON of about that many bytes, sent as fast as it is read, without Content-Length. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** 200 with a small gzip body that decodes to about that many bytes of valid JSON. */
  | { readonly kind: 'gzipBomb'; readonly bytes: number }
  /** 302 to that place; the path of the request itself makes a loop. */
  | { readonly kind: 'redirect'; readonly to: string };

export interface FaultOptions {
  /** How many requests it lasts, e.g. 1 to fail once and succeed on the retry. Default: until healed. A closed port counts none. */
  readonly times?: number;
}

/** Which fault is on for which part of a service. */
export interface FaultBoard<Target extends string> {
  set(target: Target, mode: FaultMode, options?: FaultOptions): void;
  /** Ends the fault of one target, or of all without one. */
  heal(target?: Target): void;
  /** @returns the fault of a target without using it up. */
  peek(target: Target): FaultMode | undefined;
  /** @returns the fault that the first of these targets has, and counts one use of it. */
  take(targets: readonly Target[]): FaultMode | undefined;
}

/** Makes a board on which nothing is wrong. */
export function createFaultBoard<Target extends string>(): FaultBoard<Target> {
  const active = new Map<Target, { readonly mode: FaultMode; left: number }>();
  return {
    set(target, mode, { times = Number.POSITIVE_INFINITY } = {}) {
      if (times > 0) active.set(target, { mode, left: times });
      else active.delete(target);
    },
    heal(target) {
      if (target === undefined) active.clear();
      else active.delete(target);
    },
    peek: (target) => active.get(target)?.mode,
    take(targets) {
      for (const target of targets) {
        const entry = active.get(target);
        if (entry === undefined) continue;
        entry.left -= 1;
        if (entry.left <= 0) active.delete(target);
        return entry.mode;
      }
      return undefined;
    },
  };
}
