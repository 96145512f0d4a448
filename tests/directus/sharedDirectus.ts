import { inject } from 'vitest';
import { createDirectusAdmin, type DirectusAdmin } from '../../scripts/directus/directusAdmin.ts';
import { admin, directusVersion } from '../../scripts/directus/realDirectus.ts';

/** Without a licence, 12.x knows no rules for single rows and fields. */
export const isCoreTier = directusVersion.startsWith('12.');

/** The instance that all files share, provisioned; a file that changes its content puts it back. */
export function sharedDirectus(): {
  readonly url: string;
  readonly token: string;
  readonly admin: DirectusAdmin;
} {
  const url = `http://127.0.0.1:${inject('directusPort')}`;
  return { url, token: admin.token, admin: createDirectusAdmin(url, admin.token) };
}
