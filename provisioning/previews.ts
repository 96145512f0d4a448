import { rightsTo, tokenWith } from './access.ts';
import { toData, toRows, toText } from './directusAdmin.ts';
import { contentTables } from './forms.ts';
import type { Run } from './run.ts';
import type { Data, Wanted } from './wanted.ts';

/** What the site needs for previews. */
export interface PreviewAccess {
  /** Its `DIRECTUS_PREVIEW_TOKEN`. */
  readonly token: string;
  /** The preview URL of each collection, with the placeholders of Directus. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly visualEditor: string;
}

/** A token that may read all rows and nothing else, the preview URL of each collection, and the visual editor. */
export function previewsWith({ token, ...addresses }: PreviewAccess): readonly Wanted[] {
  // Content versions are in a table of their own.
  const rules = rightsTo([...contentTables, 'directus_files', 'directus_versions'], 'read');
  return [
    ...tokenWith('Website preview', 'preview', { rules, token, variable: 'DIRECTUS_PREVIEW_TOKEN' }),
    {
      kind: 'previews',
      name: 'previews',
      after: Object.keys(addresses.addresses).map((name) => `collection ${name}`),
      ...addresses,
    },
  ];
}

/**
 * Sets the preview URL of each collection and of the visual editor. One that is not of this site stays; ours is updated
 * when the secret or the origin has changed.
 */
export async function ensurePreviews(
  run: Run,
  { addresses, visualEditor }: Extract<Wanted, { kind: 'previews' }>,
): Promise<void> {
  const { admin, report, schema } = run;
  const { pathname } = new URL(visualEditor);
  /** Whether a preview URL is of this site, also before its origin or its secret changed. */
  const isOurs = (url: unknown) =>
    new RegExp(`^https?://[^/]+${pathname}\\?key=[\\w-]+(&collection=|$)`).test(String(url));
  for (const [name, preview_url] of Object.entries(addresses)) {
    const before = toText(schema.metaOf(name).preview_url);
    if (before === preview_url) report('kept', `preview of ${name}`);
    else if (before !== null && !isOurs(before))
      report('note', `${name} has a different preview URL: left as is`);
    else {
      await admin.change(`/collections/${name}`, { meta: { preview_url, versioning: true } });
      report('made', `preview of ${name}, with content versions`);
    }
  }
  const settings = toData(await admin.read('/settings', { fields: 'visual_editor_urls,module_bar' }));
  const held = toRows(settings.visual_editor_urls);
  if (held.some(({ url }) => url === visualEditor)) return report('kept', 'visual editor of the site');
  const others = held.filter(({ url }) => !isOurs(url));
  const visual_editor_urls = [...others, { url: visualEditor }];
  // With a URL of ours, somebody may have switched the module off since.
  const isNew = others.length === held.length;
  const module_bar = isNew ? { module_bar: withVisual(toRows(settings.module_bar)) } : {};
  await admin.change('/settings', { visual_editor_urls, ...module_bar });
  report('made', 'visual editor of the site');
}

const moduleOf = (id: string) => ({ type: 'module', id, enabled: true });
const documentation = { name: '$t:documentation', icon: 'help', url: 'https://docs.directus.io' };

/** The default modules of Directus 11. */
const modules: readonly Data[] = [
  ...['content', 'visual', 'users', 'files', 'insights'].map(moduleOf),
  { ...moduleOf('deployments'), enabled: false },
  { type: 'link', id: 'docs', enabled: true, ...documentation },
  { ...moduleOf('settings'), locked: true },
];

/** Modules with the visual editor enabled. */
function withVisual(bar: readonly Data[]): readonly Data[] {
  const whole = bar.length > 0 ? bar : modules;
  return whole.some(({ id }) => id === 'visual')
    ? whole.map((entry) => (entry.id === 'visual' ? moduleOf('visual') : entry))
    : [...whole, moduleOf('visual')];
}
