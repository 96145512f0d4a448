import { collectionNames, collectionOf } from '../../server/content/collections/collections.ts';
import { readLine, readRow } from '../../server/directus/readField.ts';
import { type DirectusAdmin, ProvisioningProblem, type Report } from './directusAdmin.ts';

/**
 * Lets the public read what the site shows. A rule that is there is left as it is, also where it allows more
 * or less than ours would.
 * @throws {ProvisioningProblem} for strict rules where the licence does not allow them
 */
export async function provisionAccess(
  admin: DirectusAdmin,
  report: Report,
  isStrict: boolean,
): Promise<void> {
  const policy = await publicPolicy(admin);
  const query = { filter: { policy: { _eq: policy }, action: { _eq: 'read' } }, limit: -1 };
  const held = await admin.readRows('/permissions', query);
  const missing = readRules(isStrict).filter(({ collection }) => {
    const rule = held.find((row) => row.collection === collection);
    if (!rule) return true;
    report('kept', `public reading of ${collection}`);
    if (isStrict && isOpen(rule)) {
      report(
        'note',
        `${collection} may be read whole. Delete its rule under Settings, Access Policies, Public, and run this again to have the strict one.`,
      );
    }
    return false;
  });
  for (const rule of missing) {
    await grant(admin, policy, rule);
    report('made', `public reading of ${rule.collection}`);
  }
  if (!isStrict && missing.some(({ collection }) => collection === 'blog_posts')) {
    report(
      'note',
      'The public may read every row, drafts too, from Directus itself; the site shows only what is published. --strict closes that where the licence allows it.',
    );
  }
}

async function grant(admin: DirectusAdmin, policy: string, rule: ReadRule): Promise<void> {
  const { collection, permissions, fields } = rule;
  try {
    await admin.create('/permissions', { policy, action: 'read', collection, permissions, fields });
  } catch (error) {
    if (!(error instanceof ProvisioningProblem) || error.code !== 'RESOURCE_RESTRICTED') throw error;
    throw new ProvisioningProblem(
      'The licence of this Directus does not allow rules for single rows and fields. Run without --strict: the public then reads these collections whole, and the site itself leaves drafts out.',
    );
  }
}

/** The policy of those who are not logged in. */
async function publicPolicy(admin: DirectusAdmin): Promise<string> {
  const nobody = { role: { _null: true }, user: { _null: true } };
  const rows = await admin.readRows('/access', { filter: nobody, sort: 'sort', fields: 'policy', limit: 1 });
  const policy = readLine(rows[0]?.policy);
  if (policy === null) {
    throw new ProvisioningProblem(
      'This Directus has no policy for the public. Create one under Settings, Access Policies, and give it to Public.',
    );
  }
  return policy;
}

function isOpen(rule: Readonly<Record<string, unknown>>): boolean {
  const filter = readRow(rule.permissions);
  return filter === null || Object.keys(filter).length === 0;
}

/** What the public may read of a collection. */
interface ReadRule {
  readonly collection: string;
  /** The rows, as a filter; empty for all of them. */
  readonly permissions: Readonly<Record<string, unknown>>;
  readonly fields: readonly string[];
}

/**
 * Strict: only what the site shows, that is published rows, posts from their date on, and the fields that the site
 * knows, so that a field which editors add for themselves stays theirs. Else every row and every field, which is
 * all that a Directus without the licence for more can grant.
 */
function readRules(isStrict: boolean): readonly ReadRule[] {
  return collectionNames.map((collection) => {
    const { publicRows = {}, publicFields } = collectionOf(collection);
    return isStrict
      ? { collection, permissions: publicRows, fields: publicFields }
      : { collection, permissions: {}, fields: ['*'] };
  });
}
