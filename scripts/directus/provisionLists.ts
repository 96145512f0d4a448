import { collectionNames, collectionOf } from '../../server/content/collections/collections.ts';
import type { Field } from '../../server/content/collections/schema.ts';
import { makeOnce } from './makeOnce.ts';
import type { Run } from './provisioningRun.ts';

/**
 * Sets the initial layout of the editors' lists, with the columns that tell rows apart first. An existing layout for
 * everybody stays.
 */
export async function provisionLists(run: Run): Promise<void> {
  for (const collection of collectionNames) {
    const { columns, listed, sortField = '-id', fields = {} } = collectionOf(collection).schema ?? {};
    if (columns === undefined) continue;
    const widths = Object.fromEntries(columns.map((column) => [column, widthOf(fields[column])]));
    await provisionList(run, collection, { widths, sort: sortField, filter: listed ?? null });
  }
}

/** Sets the initial layout of one list: its columns in order, with their widths in pixels. */
export async function provisionList(
  run: Run,
  collection: string,
  {
    widths,
    sort,
    filter = null,
  }: {
    readonly widths: Readonly<Record<string, number>>;
    readonly sort: string;
    readonly filter?: object | null;
  },
): Promise<void> {
  const forEverybody = { collection, user: null, role: null, bookmark: null };
  const list = {
    layout: 'tabular',
    layout_query: { tabular: { fields: Object.keys(widths), sort: [sort] } },
    layout_options: { tabular: { spacing: 'comfortable', widths } },
    filter,
  };
  await makeOnce(run, '/presets', forEverybody, list, `list of ${collection}`);
}

/** Column width in pixels. */
function widthOf(field: Field | undefined): number {
  if (field?.kind === 'picture' || field?.kind === 'status' || field?.kind === 'number') return 90;
  return field?.kind === 'line' || field?.kind === 'text' || field?.kind === 'rows' ? 280 : 160;
}
