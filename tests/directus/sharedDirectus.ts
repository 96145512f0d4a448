import { inject } from 'vitest';
import { createDirectusAdmin, type DirectusAdmin } from '../../scripts/directus/directusAdmin.ts';
import { type DirectusInstance, directusInstance } from './lab.ts';
import { sharedName } from './startDirectus.ts';

/** The instance that all files share, provisioned; a file that changes it puts it back. */
export function sharedDirectus(): DirectusInstance & { readonly admin: DirectusAdmin } {
  const directus = directusInstance(sharedName, inject('directusPort'));
  return { ...directus, admin: createDirectusAdmin(directus.url, directus.token) };
}
