import { randomUUID } from 'node:crypto';
import { type Row, readLine, readRow } from '../../server/directus/readField.ts';
import { ProvisioningProblem } from './directusAdmin.ts';
import type { Run } from './provisioningRun.ts';

/** An id that nothing has, for use in a dry run, which creates nothing. */
export const placeholderId = '00000000-0000-0000-0000-000000000000';

/** Creates an item unless one with these values exists, and reports which. */
export async function makeOnce({ admin, report }: Run, path: string, names: Row, body: object, what: string) {
  const test = ([name, value]: [string, unknown]) => [
    name,
    value === null ? { _null: true } : { _eq: value },
  ];
  const filter = Object.fromEntries(Object.entries(names).map(test));
  const [held] = await admin.readRows(path, { filter, limit: 1 });
  const made = held ?? readRow(await admin.create(path, { ...names, ...body }));
  report(held ? 'kept' : 'made', what);
  return { id: readLine(made?.id) ?? placeholderId, isNew: !held };
}

/** A Flow: what triggers it and what it does. */
export interface FlowPlan {
  readonly name: string;
  readonly icon: string;
  readonly description?: string;
  readonly trigger: 'event' | 'schedule';
  readonly options: object;
  /** Null: Directus keeps no log of its runs. */
  readonly accountability?: null;
  readonly steps: readonly Step[];
}

/** An operation of a Flow, and those that run if it fails. */
export interface Step {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly options: object;
  readonly otherwise?: readonly Step[];
}

/**
 * Creates a Flow with its operations unless one of that name exists. One call: an interrupted run must not leave a Flow
 * that does nothing.
 */
export async function makeFlow(run: Run, { name, steps, ...flow }: FlowPlan): Promise<void> {
  const what = `Flow "${name}"`;
  const operations = operationsOf(steps, 0, 0);
  const operation = operations.at(-1)?.id ?? null;
  const body = { accountability: 'all', ...flow, status: 'active', operation, operations };
  try {
    await makeOnce(run, '/flows', { name }, body, what);
  } catch (error) {
    if (!(error instanceof ProvisioningProblem) || error.code !== 'LIMIT_EXCEEDED') throw error;
    run.report('note', `${what} is missing: the license of this Directus allows no more active ones.`);
  }
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

/** Creates a dashboard with its panels in one call, unless one of that name exists. */
export async function makeDashboard(
  run: Run,
  {
    name,
    icon,
    panels,
  }: { readonly name: string; readonly icon: string; readonly panels: readonly object[] },
): Promise<void> {
  const shown = panels.map((panel) => ({ icon, show_header: true, ...panel }));
  await makeOnce(run, '/dashboards', { name }, { icon, panels: shown }, `dashboard ${name}`);
}
