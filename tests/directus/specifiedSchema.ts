import type { DirectusAdmin } from '../../provisioning/directusAdmin.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { specifiedColumns, specifiedRows } from '../../server/demo/specifiedContent.ts';
import { readRows } from '../../server/directus/readField.ts';

const types: Readonly<Record<string, string>> = {
  id: 'integer',
  parent_id: 'integer',
  service_id: 'integer',
  display_order: 'integer',
  sort: 'integer',
  published_at: 'timestamp',
  published_date: 'date',
};

/**
 * Makes the collections of the product specification in an empty Directus, lets anybody read them, and fills them with
 * the demo's rows: what an owner has who has prepared nothing for the site. The first column is the primary key.
 */
export async function makeSpecifiedSchema(admin: DirectusAdmin): Promise<void> {
  const links = await admin.readRows('/access', {
    filter: { role: { _null: true }, user: { _null: true } },
    fields: 'policy',
  });
  const rows = specifiedRows(demoRows());
  for (const [collection, columns] of Object.entries(specifiedColumns)) {
    const fields = columns.map((field, at) => ({
      field,
      type: types[field] ?? (at === 0 ? 'string' : 'text'),
      schema: at === 0 ? { is_primary_key: true, has_auto_increment: field === 'id' } : {},
      meta: {},
    }));
    await admin.create('/collections', { collection, schema: {}, meta: {}, fields });
    const read = { policy: links[0]?.policy, collection, action: 'read', fields: ['*'], permissions: {} };
    await admin.create('/permissions', read);
  }
  for (const collection of Object.keys(specifiedColumns)) {
    const own = readRows(Object.entries(rows).find(([name]) => name === collection)?.[1]);
    await admin.create(`/items/${collection}`, own);
  }
}
