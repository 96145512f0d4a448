import type { DirectusAdmin } from '../../provisioning/directusAdmin.ts';
import { contentTables } from '../../provisioning/forms.ts';

/** Everything that provisioning can touch, as an administrator reads it. */
export async function readState(admin: DirectusAdmin): Promise<Readonly<Record<string, unknown>>> {
  const system = [
    '/collections',
    '/fields',
    '/relations',
    '/permissions',
    '/policies',
    '/access',
    '/flows',
    '/operations',
    '/files',
    '/users',
    '/roles',
    '/presets',
  ];
  const items = contentTables.map((collection) => `/items/${collection}`);
  const state: Record<string, unknown> = {};
  for (const path of system)
    state[path] = await admin.read(path, path === '/users' ? { fields: 'id,role' } : {});
  for (const path of items) state[path] = await admin.read(path, { limit: -1 });
  return state;
}
