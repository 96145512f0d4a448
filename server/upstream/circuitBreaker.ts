import type { Clock } from '../process/clock.ts';

/** What became of one admitted call. Exactly one of the three is called, once. */
export interface Passage {
  readonly probe: boolean;
  /** The service answered, be it with a refusal of this one question. */
  answered(): void;
  /** The service is unwell; `pauseMs`: it asked not to be called for so long. */
  failed(reason: Error, pauseMs?: number | null): void;
  /** Nothing was learned: it did not go out after all, or broke in our own code. */
  abandoned(): void;
}

export interface CircuitOptions {
  /** How many different sources must have failed before the circuit opens. */
  readonly sourcesToOpen: number;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly onOpen: (reason: Error) => void;
  readonly onHeal: () => void;
}

export interface Circuit {
  /** `source` names what is asked. */
  enter(source: string): Passage | { readonly refused: Error };
  /** Whether all calls but probes are refused at present. */
  isOpen(): boolean;
}

const failuresToOpen = 3;
const firstProbeMs = 1_000;
const lastProbeMs = 30_000;

/**
 * Keeps calls away from a service that does not answer. After three failures in a row one call at a time is
 * let through as a probe, 1, 2, 4 … 30 seconds apart (± 25 %, so that replicas do not probe in step); the
 * first answer lets everybody in again. A pause that the service asks for is kept even before that.
 *
 * @returns `enter`: the passage of an admitted call, or the last failure for a refused one
 */
export function createCircuit(options: CircuitOptions): Circuit {
  const { clock, random, sourcesToOpen, onOpen, onHeal } = options;
  const sources = new Set<string>();
  let failures = 0;
  let probes = 0;
  let probing = false;
  let nextProbeAt = 0;
  let pausedUntil = 0;
  let lastReason: Error | null = null;

  const isOpen = () => failures >= failuresToOpen && sources.size >= sourcesToOpen;

  const refusal = (): Error | null => {
    const closedNow = clock.now() < pausedUntil || (isOpen() && (probing || clock.now() < nextProbeAt));
    return closedNow ? lastReason : null;
  };

  const scheduleProbe = () => {
    const wait = Math.min(firstProbeMs * 2 ** probes, lastProbeMs);
    nextProbeAt = clock.now() + wait * (0.75 + random() / 2);
    probes += 1;
  };

  return {
    enter(source) {
      const refused = refusal();
      if (refused) return { refused };
      const probe = isOpen();
      if (probe) probing = true;
      const leave = () => {
        if (probe) probing = false;
      };
      return {
        probe,
        answered() {
          leave();
          if (isOpen()) onHeal();
          failures = 0;
          probes = 0;
          sources.clear();
        },
        failed(reason, pauseMs) {
          leave();
          const wasOpen = isOpen();
          failures += 1;
          sources.add(source);
          lastReason = reason;
          if (pauseMs) pausedUntil = Math.max(pausedUntil, clock.now() + pauseMs);
          // Calls that set out before the circuit opened and fail now tell nothing new.
          if (isOpen() && (probe || !wasOpen)) scheduleProbe();
          if (isOpen() && !wasOpen) onOpen(reason);
        },
        abandoned: leave,
      };
    },
    isOpen,
  };
}
