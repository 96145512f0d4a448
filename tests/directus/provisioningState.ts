import type { DirectusAdmin } from '../../scripts/directus/directusAdmin.ts';
import { siteCollections } from '../../scripts/directus/siteCollections.ts';

/** Everything that provisioning can touch, as an administrator reads it. */
export async function readState(admin: DirectusAdmin): Promise<Readonly<Record<string, unknown>>> {
  const system = [
    ...['/collections', '/fields', '/relations', '/permissions', '/policies', '/access'],
    ...['/flows', '/operations', '/files', '/users', '/roles'],
  ];
  const items = siteCollections.map(({ collection }) => `/items/${collection}`);
  const state: Record<string, unknown> = {};
  for (const path of system)
    state[path] = await admin.read(path, path === '/users' ? { fields: 'id,role' } : {});
  for (const path of items) state[path] = await admin.read(path, { limit: -1 });
  return state;
}
