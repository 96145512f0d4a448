import { useLocation } from 'react-router-dom';
import type { MenuEntry } from '../../shared/content.ts';
import { doctorPath } from '../../shared/paths.ts';
import { type CollectionName, collectionOf, type FieldOf } from '../content/collections/collections.ts';
import { columnOf, snakeCase } from '../content/collections/fields.ts';
import type { MenuNode } from '../content/collections/menuTree.ts';
import type { SiteSettings } from '../content/collections/siteSettings.ts';
import { momentText } from '../content/parse/parseDate.ts';
import { valueIn } from '../content/siteContent.ts';
import type { PreviewMark } from '../editors/previewContent.ts';
import { previewEndPath } from '../editors/previewKeys.ts';
import { useSite } from './siteContext.ts';

/** A row that an editor can change; `Name` is its collection. */
export interface EditedRow<Name extends string = string> {
  readonly collection: Name;
  readonly id: string;
}

/** The row of a collection that a block shows; null if there is none. */
export const editedRow = <Name extends CollectionName>(
  collection: Name,
  row: { readonly id?: string | null | undefined } | null | undefined,
): EditedRow<Name> | null => (row?.id ? { collection, id: row.id } : null);

/** The attributes of an element whose text or picture is the value of columns; none outside of a preview. */
export type EditMark = { readonly 'data-directus'?: string };

/** Makes an element editable in the visual editor of Directus. Several columns, or a long one, open in a drawer. */
export function editMark({ collection, id }: EditedRow, columns: readonly string[]): EditMark {
  const isLong =
    columns.length > 1 || /content|description|services_repeater|pictures/.test(columns[0] ?? '');
  const mode = isLong ? 'drawer' : 'popover';
  return { 'data-directus': `collection:${collection};item:${id};fields:${columns.join(',')};mode:${mode}` };
}

/** Returns `editMark` for fields that the collection of the row has; outside of a preview it marks nothing. */
export function useEditable(): <Name extends CollectionName>(
  row: EditedRow<Name> | null,
  ...fields: readonly FieldOf<NoInfer<Name>>[]
) => EditMark {
  const { preview } = useSite();
  return (row, ...names) => {
    if (!preview || !row || names.length === 0) return {};
    const { fields } = collectionOf(row.collection);
    const columns = names.flatMap((name) => {
      const field = fields[name];
      return field ? columnOf(name, field) : [];
    });
    return editMark(row, columns);
  };
}

/** `useEditable` for texts of the settings. */
export function useEditableSettings(): (...fields: readonly Exclude<keyof SiteSettings, 'id'>[]) => EditMark {
  const { preview, settings } = useSite();
  const row = editedRow('site_settings', valueIn(settings));
  return (...names) => (preview && row ? editMark(row, names.map(snakeCase)) : {});
}

/** The entries of the menu to render, with the attributes that make them editable in a preview. */
export function useEditableMenu(nodes: readonly MenuNode[]): readonly MenuEntry[] {
  const { preview } = useSite();
  const editable = useEditable();
  const toEntry = ({ title, url, children, ...row }: MenuNode): MenuEntry => ({
    title,
    url,
    children: children.map(toEntry),
    ...(preview ? { mark: editable(editedRow('navigation', row), 'title', 'url') } : {}),
  });
  return nodes.map(toEntry);
}

/** The admin app's address of a row's form, or of one version's; with a null id, of the collection's list. */
export function formAddress(
  backendUrl: string,
  { collection, id }: { readonly collection: string; readonly id: string | null },
  version: string | null = null,
): string {
  const place = collection === 'directus_files' ? 'files' : `content/${encodeURIComponent(collection)}`;
  const form = id === null ? '' : `/${encodeURIComponent(id)}`;
  const of = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  return `${backendUrl}/admin/${place}${form}${of}`;
}

/** A link to the form of a row, in previews only. */
export function EditLink({ row }: { readonly row: EditedRow | null }) {
  const { preview } = useSite();
  if (!preview?.backendUrl || !row) return null;
  return (
    <a className="edit-link" href={formAddress(preview.backendUrl, row)} target="_blank" rel="noopener">
      Edit<span className="visually-hidden"> this part ({row.collection.replaceAll('_', ' ')})</span>
    </a>
  );
}

/** Says what a preview shows, with links to its form and out of the preview; nothing outside of previews. */
export function PreviewBar() {
  const { preview } = useSite();
  const { pathname } = useLocation();
  if (!preview) return null;
  const { mark, backendUrl, formAddress } = preview;
  return (
    <aside className="preview-bar" aria-label="Preview" data-directus-url={backendUrl ?? undefined}>
      <p>
        <strong>Preview</strong>
        {mark && (
          <>
            . {mark.what}: <Shown {...mark} />
          </>
        )}
      </p>
      {formAddress && (
        <a href={formAddress} target="_blank" rel="noopener">
          Edit in Directus
        </a>
      )}
      {mark && <a href={doctorPath}>Page doctor</a>}
      <a href={`${previewEndPath}?to=${encodeURIComponent(mark ? pathname : '/')}`}>Leave the preview</a>
    </aside>
  );
}

function Shown({ state, from, version }: PreviewMark) {
  const states = {
    draft: 'a draft',
    archived: 'archived',
    published: 'published',
    site: 'with all drafts and scheduled items',
    scheduled: (
      <>
        scheduled for <time dateTime={from ?? undefined}>{from && momentText(Date.parse(from))}</time>
      </>
    ),
  };
  return version === null ? states[state] : `the version “${version}”`;
}
