import { collectionNames, collectionOf } from '../../server/content/collections/collections.ts';
import type { Field } from '../../server/content/collections/schema.ts';
import type { DirectusAdmin, Report } from './directusAdmin.ts';

/**
 * Sets how editors see the lists of rows until they arrange them otherwise: what tells rows apart first. A list that has
 * been arranged for everybody stays so.
 */
export async function provisionLists(admin: DirectusAdmin, report: Report): Promise<void> {
  const everybody = { user: { _null: true }, role: { _null: true }, bookmark: { _null: true } };
  const held = await admin.readRows('/presets', { filter: everybody, fields: 'collection', limit: -1 });
  for (const collection of collectionNames) {
    const { columns, listed, sortField = '-id', fields = {} } = collectionOf(collection).schema ?? {};
    if (columns === undefined) continue;
    if (held.some((preset) => preset.collection === collection)) {
      report('kept', `list of ${collection}`);
      continue;
    }
    const widths = Object.fromEntries(columns.map((column) => [column, widthOf(fields[column])]));
    await admin.create('/presets', {
      collection,
      layout: 'tabular',
      layout_query: { tabular: { fields: columns, sort: [sortField] } },
      layout_options: { tabular: { spacing: 'comfortable', widths } },
      filter: listed ?? null,
    });
    report('made', `list of ${collection}`);
  }
}

/** In pixels. */
function widthOf(field: Field | undefined): number {
  if (field?.kind === 'picture' || field?.kind === 'status' || field?.kind === 'number') return 90;
  return field?.kind === 'line' || field?.kind === 'text' || field?.kind === 'rows' ? 280 : 160;
}
