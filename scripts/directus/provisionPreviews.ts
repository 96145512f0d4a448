import { type Row, readLine, readRow, readRows } from '../../server/directus/readField.ts';
import { createPreviewKeys, previewed, previewPath } from '../../server/editors/previewKeys.ts';
import { collectionPlans } from './collectionPlans.ts';
import { ProvisioningProblem } from './directusAdmin.ts';
import { extendRights, provisionToken, type RolePlan } from './provisionAccess.ts';
import type { Run } from './provisioningRun.ts';

/** The site's settings for previews, and its origin. */
export interface PreviewAccess {
  /** Its `DIRECTUS_PREVIEW_TOKEN`. */
  readonly token: string;
  /** Its `PREVIEW_SECRET`. */
  readonly secret: string;
  readonly origin: string;
}

/** Content versions are in a table of their own. */
const readable = [
  ...collectionPlans.map(({ collection }) => collection),
  'directus_files',
  'directus_versions',
];

const reader: RolePlan = {
  name: 'Website preview',
  icon: 'preview',
  mayLogIn: false,
  rights: [{ collections: readable, actions: ['read'] }],
};

/** Lets the token of an earlier run read collections that are about to be created. */
export async function extendPreviews(run: Run): Promise<void> {
  await extendRights(run, reader);
}

const ourAddress = new RegExp(`^https?://[^/]+${previewPath}\\?key=[\\w-]+(&collection=|$)`);
/** Whether a preview address is of this site, also before its origin or its secret changed. */
const isOurs = (address: string) => ourAddress.test(address);

/**
 * Creates what previews need: a token that may read all rows and nothing else, the preview address of each collection,
 * and the visual editor. A preview address that is not ours stays; ours is updated when the secret or the origin
 * changes.
 */
export async function provisionPreviews(run: Run, { token, secret, origin }: PreviewAccess): Promise<void> {
  const { admin, report } = run;
  await provisionToken(run, reader, { token, variable: 'DIRECTUS_PREVIEW_TOKEN' });
  const keys = createPreviewKeys(secret, origin);
  const existing = await admin.readRows('/collections');
  for (const name of previewed) {
    const meta = readRow(existing.find(({ collection }) => collection === name)?.meta);
    const before = readLine(meta?.preview_url, 2_000);
    const preview_url = keys.addressFor(name);
    if (before === preview_url) report('kept', `preview of ${name}`);
    else if (before !== null && !isOurs(before))
      report('note', `${name} has a different preview URL: left as is`);
    else {
      await admin.change(`/collections/${name}`, { meta: { preview_url, versioning: true } });
      report('made', `preview of ${name}, with content versions`);
    }
  }
  await provisionVisualEditor(run, keys.addressFor(null));
}

const moduleOf = (id: string) => ({ type: 'module', id, enabled: true });
const documentation = { name: '$t:documentation', icon: 'help', url: 'https://docs.directus.io' };

/** The default modules of Directus 11, with the visual editor enabled. */
const modules: readonly Row[] = [
  ...['content', 'visual', 'users', 'files', 'insights'].map(moduleOf),
  { ...moduleOf('deployments'), enabled: false },
  { type: 'link', id: 'docs', enabled: true, ...documentation },
  { ...moduleOf('settings'), locked: true },
];

async function provisionVisualEditor({ admin, report }: Run, url: string): Promise<void> {
  const settings = readRow(await admin.read('/settings', { fields: 'visual_editor_urls,module_bar' }));
  const held = readRows(settings?.visual_editor_urls);
  if (held.some((entry) => entry.url === url)) return report('kept', 'visual editor of the site');
  const others = held.filter((entry) => !isOurs(String(entry.url)));
  const visual_editor_urls = [...others, { url }];
  // With an address of ours, somebody may have switched the module off since.
  const isNew = others.length === held.length;
  const bar = readRows(settings?.module_bar);
  await admin.change(
    '/settings',
    isNew ? { visual_editor_urls, module_bar: withVisual(bar) } : { visual_editor_urls },
  );
  report('made', 'visual editor of the site');
}

/** Modules with the visual editor enabled. */
function withVisual(bar: readonly Row[]): readonly Row[] {
  const whole = bar.length > 0 ? bar : modules;
  return whole.some(({ id }) => id === 'visual')
    ? whole.map((entry) => (entry.id === 'visual' ? moduleOf('visual') : entry))
    : [...whole, moduleOf('visual')];
}

/**
 * The preview settings from the environment; undefined: no previews.
 * @throws {ProvisioningProblem} when they are incomplete
 */
export function toPreviewAccess(
  read: (name: string) => string | undefined,
  origin: string | undefined,
): PreviewAccess | undefined {
  const [token, secret] = [read('DIRECTUS_PREVIEW_TOKEN'), read('PREVIEW_SECRET')];
  if (token && secret && origin) return { token, secret, origin };
  if (token || secret)
    throw new ProvisioningProblem(
      'Previews need DIRECTUS_PREVIEW_TOKEN, PREVIEW_SECRET and FRONTEND_URL: set all three, or neither of the first two.',
    );
  return undefined;
}
