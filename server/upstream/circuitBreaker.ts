import type { Clock } from '../process/clock.ts';

/** An admitted call. Exactly one of the three functions is called, once, when it is over. */
interface AdmittedCall {
  /** The breaker is half-open: this call decides whether it closes. */
  readonly isProbe: boolean;
  /** The service responded, if only to refuse this one request. */
  succeeded(): void;
  /** The service fails; `pauseMs`: it demands a pause of so long. */
  failed(reason: Error, pauseMs?: number | null): void;
  /** No result: the call was not sent after all, or failed in our own code. */
  abandoned(): void;
}

export interface CircuitBreaker {
  /** `source` names what is called. A rejected call gets the last failure. */
  admit(source: string): AdmittedCall | { readonly rejected: Error };
  /** Whether all calls but probes are rejected at present. */
  isOpen(): boolean;
}

interface CircuitBreakerOptions {
  /** How many different sources must have failed before the breaker opens. */
  readonly sourcesToOpen: number;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly onOpen: (reason: Error) => void;
  readonly onClose: () => void;
}

const failuresToOpen = 3;
const firstProbeMs = 1_000;
const lastProbeMs = 30_000;

/**
 * Stops calls to a service that does not respond. After three failures in a row the breaker opens and rejects all
 * calls; after 1, 2, 4 … 30 seconds (± 25 %, so that replicas do not probe in step) it is half-open and admits one
 * probe, while it goes on rejecting the others. The first response closes it. A pause that the service demands
 * holds while the breaker is closed too.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { clock, random, sourcesToOpen, onOpen, onClose } = options;
  const failedSources = new Set<string>();
  let failures = 0;
  let probes = 0;
  let isProbing = false;
  let nextProbeAt = 0;
  let pausedUntil = 0;
  let lastReason: Error | null = null;

  const isOpen = () => failures >= failuresToOpen && failedSources.size >= sourcesToOpen;

  const scheduleProbe = () => {
    const waitMs = Math.min(firstProbeMs * 2 ** probes, lastProbeMs);
    nextProbeAt = clock.now() + waitMs * (0.75 + random() / 2);
    probes += 1;
  };

  return {
    isOpen,
    admit(source) {
      const isProbe = isOpen();
      const isRejected = clock.now() < pausedUntil || (isProbe && (isProbing || clock.now() < nextProbeAt));
      if (isRejected && lastReason) return { rejected: lastReason };
      if (isProbe) isProbing = true;
      const end = () => {
        if (isProbe) isProbing = false;
      };
      return {
        isProbe,
        succeeded() {
          end();
          if (isOpen()) onClose();
          failures = 0;
          probes = 0;
          failedSources.clear();
        },
        failed(reason, pauseMs) {
          end();
          const wasOpen = isOpen();
          failures += 1;
          failedSources.add(source);
          lastReason = reason;
          if (pauseMs) pausedUntil = Math.max(pausedUntil, clock.now() + pauseMs);
          // A call that was admitted before the breaker opened and fails now says nothing new.
          if (isOpen() && (isProbe || !wasOpen)) scheduleProbe();
          if (isOpen() && !wasOpen) onOpen(reason);
        },
        abandoned: end,
      };
    },
  };
}

export interface ServiceBreakerOptions extends Pick<CircuitBreakerOptions, 'clock' | 'random'> {
  /** `endpoint`: the one that fails, or null for the whole service. */
  readonly onOpen: (reason: Error, endpoint: string | null) => void;
  readonly onClose: (endpoint: string | null) => void;
}

/**
 * A circuit breaker for each endpoint and one for the service as a whole. One broken collection opens only its own;
 * failures of two or more with no response between them count as a failure of the service.
 */
export function createServiceBreaker(options: ServiceBreakerOptions): CircuitBreaker {
  const { clock, random, onOpen, onClose } = options;
  const breakers = new Map<string, CircuitBreaker>();
  const create = (endpoint: string | null) =>
    createCircuitBreaker({
      clock,
      random,
      sourcesToOpen: endpoint === null ? 2 : 1,
      onOpen: (reason) => onOpen(reason, endpoint),
      onClose: () => onClose(endpoint),
    });
  const service = create(null);

  return {
    isOpen: service.isOpen,
    admit(endpoint) {
      const breaker = breakers.get(endpoint) ?? create(endpoint);
      breakers.set(endpoint, breaker);
      const own = breaker.admit(endpoint);
      if ('rejected' in own) return own;
      const whole = service.admit(endpoint);
      if ('rejected' in whole) {
        own.abandoned();
        return whole;
      }
      return {
        isProbe: own.isProbe || whole.isProbe,
        succeeded() {
          own.succeeded();
          whole.succeeded();
        },
        failed(reason, pauseMs) {
          own.failed(reason);
          // A pause holds for all calls of this caller.
          whole.failed(reason, pauseMs);
        },
        abandoned() {
          own.abandoned();
          whole.abandoned();
        },
      };
    },
  };
}
