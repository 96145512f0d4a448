import { readLine, readRow } from '../../server/directus/readField.ts';
import type { DirectusAdmin, Report } from './directusAdmin.ts';

/** An operation of a Flow, and those that follow where it fails. */
export interface Step {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly options: object;
  readonly otherwise?: readonly Step[];
}

/** Makes the operations of a Flow that has none, and activates it: until then it would have nothing to do. */
export async function giveSteps(admin: DirectusAdmin, flow: string, steps: readonly Step[]): Promise<void> {
  const first = await createSteps(admin, flow, steps, 0, 0);
  await admin.change(`/flows/${flow}`, { operation: first, status: 'active' });
}

/** From the last to the first, because each names the next. Returns the id of the first. */
async function createSteps(
  admin: DirectusAdmin,
  flow: string,
  steps: readonly Step[],
  column: number,
  line: number,
): Promise<string | null> {
  let resolve: string | null = null;
  for (const [at, { otherwise = [], ...step }] of [...steps.entries()].reverse()) {
    const reject = await createSteps(admin, flow, otherwise, column + at + 1, line + 1);
    const place = { position_x: 19 + 18 * (column + at), position_y: 1 + 18 * line };
    resolve = readLine(
      readRow(await admin.create('/operations', { flow, resolve, reject, ...place, ...step }))?.id,
    );
  }
  return resolve;
}

/** Makes a collection that provisioning alone knows, unless it is there. */
export async function makeCollection(
  admin: DirectusAdmin,
  report: Report,
  collection: string,
  meta: object,
  fields: readonly OwnField[],
): Promise<void> {
  const collections = await admin.readRows('/collections');
  if (collections.some((row) => row.collection === collection))
    return report('kept', `collection ${collection}`);
  await admin.create('/collections', { collection, schema: {}, meta, fields: fields.map(placed) });
  report('made', `collection ${collection}`);
}

/** A field of such a collection. */
export interface OwnField {
  readonly field: string;
  readonly type: string;
  readonly label: string;
  readonly schema?: object;
  readonly meta?: object;
}

const placed = ({ label, schema = {}, meta: own, ...field }: OwnField, at: number) => ({
  ...{ ...field, schema },
  meta: { ...own, sort: at + 1, translations: [{ language: 'en-US', translation: label }] },
});
