import { type Circuit, type CircuitOptions, createCircuit } from './circuitBreaker.ts';

export interface ServiceCircuitOptions extends Pick<CircuitOptions, 'clock' | 'random'> {
  /** `endpoint`: the one that fails, or null for the whole service. */
  readonly onOpen: (reason: Error, endpoint: string | null) => void;
  readonly onHeal: (endpoint: string | null) => void;
}

/**
 * A circuit for each endpoint and one for the service as a whole. One broken collection closes only itself;
 * failures of two or more with no answer between them are taken for a failure of the service.
 */
export function createServiceCircuit({ clock, random, onOpen, onHeal }: ServiceCircuitOptions): Circuit {
  const endpoints = new Map<string, Circuit>();
  const service = createCircuit({
    ...{ clock, random, sourcesToOpen: 2 },
    onOpen: (reason) => onOpen(reason, null),
    onHeal: () => onHeal(null),
  });
  const circuitOf = (endpoint: string) => {
    const known = endpoints.get(endpoint);
    if (known) return known;
    const created = createCircuit({
      ...{ clock, random, sourcesToOpen: 1 },
      onOpen: (reason) => onOpen(reason, endpoint),
      onHeal: () => onHeal(endpoint),
    });
    endpoints.set(endpoint, created);
    return created;
  };

  return {
    enter(endpoint) {
      const inner = circuitOf(endpoint).enter(endpoint);
      if ('refused' in inner) return inner;
      const outer = service.enter(endpoint);
      if ('refused' in outer) {
        inner.abandoned();
        return outer;
      }
      return {
        probe: inner.probe || outer.probe,
        answered() {
          inner.answered();
          outer.answered();
        },
        failed(reason, pauseMs) {
          inner.failed(reason);
          // A pause is asked of the caller, whatever it wanted to know.
          outer.failed(reason, pauseMs);
        },
        abandoned() {
          inner.abandoned();
          outer.abandoned();
        },
      };
    },
    isOpen: service.isOpen,
  };
}
