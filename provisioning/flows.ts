import { randomUUID } from 'node:crypto';
import type { Data, Wanted } from './wanted.ts';

/** A Flow: what triggers it and what it does. */
interface FlowPlan extends Pick<Extract<Wanted, { kind: 'item' }>, 'checks' | 'signs' | 'triggers'> {
  readonly name: string;
  readonly after?: readonly string[];
  readonly icon: string;
  readonly description?: string;
  readonly trigger: 'event' | 'schedule';
  readonly options: Data;
  /** Null: Directus keeps no log of its runs. */
  readonly accountability?: null;
  readonly steps: readonly Step[];
}

/** An operation of a Flow, and those that run if it fails. */
export interface Step {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly options: Data;
  readonly otherwise?: readonly Step[];
}

/** A Flow with its operations in one call: an interrupted run must not leave a Flow that does nothing. */
export function flow({ name, after, steps, checks, signs, triggers, ...settings }: FlowPlan): Wanted {
  const operations = operationsOf(steps, 0, 0);
  return {
    kind: 'item',
    name: `Flow "${name}"`,
    path: '/flows',
    key: { name },
    values: {
      accountability: 'all',
      ...settings,
      status: 'active',
      operation: operations.at(-1)?.id ?? null,
      operations,
    },
    ...(after && { after }),
    ...(checks && { checks }),
    ...(signs && { signs }),
    ...(triggers && { triggers }),
  };
}

/** The operations from last to first, because each refers to the next by its id. */
function operationsOf(
  steps: readonly Step[],
  column: number,
  line: number,
): readonly { readonly id: string }[] {
  const [first, ...others] = steps;
  if (!first) return [];
  const { otherwise = [], ...step } = first;
  const next = operationsOf(others, column + 1, line);
  const onFailure = operationsOf(otherwise, column + 1, line + 1);
  const resolve = next.at(-1)?.id ?? null;
  const reject = onFailure.at(-1)?.id ?? null;
  const place = { position_x: 19 + 18 * column, position_y: 1 + 18 * line };
  const operation = { id: randomUUID(), ...step, resolve, reject, ...place };
  return [...next, ...onFailure, operation];
}

/** A step on rows of a collection: with all rights, and without triggering a Flow, unless `options` say otherwise. */
export const onRows = (
  action: 'read' | 'create' | 'update' | 'delete',
  collection: string,
  options: Data,
): Pick<Step, 'type' | 'options'> => ({
  type: `item-${action}`,
  options: { collection, permissions: '$full', emitEvents: false, ...options },
});

/** The moment some days before now, in filters of Directus. */
export const daysAgo = (days: number) => `$NOW(-${days} days)`;

/** A dashboard with its panels. */
export const dashboard = (name: string, icon: string, panels: readonly Data[]): Wanted => ({
  kind: 'item',
  name: `dashboard ${name}`,
  path: '/dashboards',
  key: { name },
  values: { icon, panels: panels.map((panel) => ({ icon, show_header: true, ...panel })) },
});
