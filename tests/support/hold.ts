import type { FaultMode } from './faults.ts';

interface Service<Target extends string> {
  fault(target: Target, mode: FaultMode): Promise<void>;
}

/** Holds every response of these targets of a service; the returned function releases these and later ones. */
export async function holdResponses<Target extends string>(
  service: Service<Target>,
  ...targets: readonly Target[]
): Promise<() => void> {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  for (const target of targets) await service.fault(target, { kind: 'held', until });
  return resolve;
}
