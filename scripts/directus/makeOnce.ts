import { type Row, readLine, readRow } from '../../server/directus/readField.ts';
import type { DirectusAdmin } from './directusAdmin.ts';
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
  report(held ? 'kept' : 'made', what);
  const made = held ?? readRow(await admin.create(path, { ...names, ...body }));
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

/** Creates a Flow unless one of that name exists. It is activated only once it has its operations. */
export async function makeFlow(run: Run, { name, steps, ...flow }: FlowPlan): Promise<void> {
  const body = { accountability: 'all', ...flow, status: 'inactive' };
  const { id, isNew } = await makeOnce(run, '/flows', { name }, body, `Flow "${name}"`);
  if (!isNew) return;
  const operation = await makeSteps(run.admin, id, steps, 0, 0);
  await run.admin.change(`/flows/${id}`, { operation, status: 'active' });
}

/** Creates the operations from last to first, because each refers to the next. Returns the id of the first. */
async function makeSteps(
  admin: DirectusAdmin,
  flow: string,
  steps: readonly Step[],
  column: number,
  line: number,
): Promise<string | null> {
  let resolve: string | null = null;
  for (const [at, { otherwise = [], ...step }] of [...steps.entries()].reverse()) {
    const reject = await makeSteps(admin, flow, otherwise, column + at + 1, line + 1);
    const place = { position_x: 19 + 18 * (column + at), position_y: 1 + 18 * line };
    const made = await admin.create('/operations', { flow, resolve, reject, ...place, ...step });
    resolve = readLine(readRow(made)?.id);
  }
  return resolve;
}

/** Creates a dashboard with its panels unless one of that name exists. */
export async function makeDashboard(
  run: Run,
  {
    name,
    icon,
    panels,
  }: { readonly name: string; readonly icon: string; readonly panels: readonly object[] },
): Promise<void> {
  const made = await makeOnce(run, '/dashboards', { name }, { icon }, `dashboard ${name}`);
  if (!made.isNew) return;
  for (const panel of panels)
    await run.admin.create('/panels', { dashboard: made.id, icon, show_header: true, ...panel });
}
