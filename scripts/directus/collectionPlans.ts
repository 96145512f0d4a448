import { junctionName, partTables } from '../../server/content/collections/blocks.ts';
import { collections } from '../../server/content/collections/collections.ts';
import {
  type CollectionSchema,
  columnsOf,
  type Field,
  type Relation,
  relationOf,
  type Wording,
} from '../../server/content/collections/schema.ts';

/** A collection as the Directus API takes it. */
export interface CollectionPlan {
  readonly collection: string;
  readonly meta: Data;
  readonly fields: readonly FieldPlan[];
}

/** A field: its column in the database and its input in the form. */
export interface FieldPlan {
  readonly field: string;
  readonly type: string;
  readonly meta: Data;
  /** Null: no column, only something in the form. */
  readonly schema: Data | null;
  readonly relation?: Relation;
}

type PageOfRow = NonNullable<CollectionSchema['pages']>[number];

/** A button in the form of a row that opens its page; no column. */
export function pageLinkPlan(name: string, { path, ...rows }: PageOfRow, origin: string): FieldPlan {
  const link = { label: 'Open its page', icon: 'open_in_new', type: 'primary', actionType: 'url' };
  const meta = {
    ...plainMeta,
    interface: 'presentation-links',
    special: ['alias', 'no-data'],
    options: { links: [{ ...link, url: origin + path }] },
    note: 'Visitors find it there once it is published.',
    ...conditionsOf(rows),
    translations: [{ language: 'en-US', translation: 'On the site' }],
  };
  return { field: name, type: 'alias', schema: null, meta };
}

type Data = Readonly<Record<string, unknown>>;

/** The order of the plans is the order in which Directus lists the collections. */
function planCollection(collection: string, schema: CollectionSchema): CollectionPlan {
  const {
    icon,
    label,
    singular,
    note,
    template,
    sortField = null,
    isSingleton = false,
    isPart = false,
    fields,
  } = schema;
  const hasStatus = Object.values(fields).some(({ kind }) => kind === 'status');
  return {
    collection,
    meta: {
      icon,
      note,
      hidden: isPart,
      singleton: isSingleton,
      display_template: template,
      sort_field: sortField,
      archive_field: hasStatus ? 'status' : null,
      archive_value: hasStatus ? 'archived' : null,
      unarchive_value: hasStatus ? 'draft' : null,
      archive_app_filter: true,
      item_duplication_fields: hasStatus ? Object.entries(fields).flatMap(copiedPaths) : null,
      translations: [{ language: 'en-US', translation: label, singular, plural: label }],
    },
    fields: Object.entries(fields).map(([name, field]) => planField(name, field)),
  };
}

/** What *Save as Copy* copies of a field: the copy is a draft, and has rows of its own for its blocks. */
function copiedPaths([name, { kind }]: readonly [string, Field]): readonly string[] {
  if (kind === 'id' || kind === 'status' || kind === 'changed' || kind === 'group') return [];
  if (kind !== 'blocks') return [name];
  const columns = partTables
    .filter((table) => table.name !== junctionName)
    .flatMap(({ name: table, schema }) =>
      columnsOf(schema).flatMap(([column, field]) => (field.kind === 'id' ? [] : `item:${table}.${column}`)),
    );
  return ['sort', 'collection', ...columns].map((path) => `${name}.${path}`);
}

/** A field of a collection that is not site content, with overrides of the settings of its kind. */
export type OwnField = readonly [field: Field, changes?: Partial<KindPlan>];

/** A collection that is not site content. It has no revisions: they would outlive its rows. */
export function planOwnCollection(
  collection: string,
  form: Omit<CollectionSchema, 'fields'>,
  fields: Readonly<Record<string, OwnField>>,
): CollectionPlan {
  const { meta } = planCollection(collection, { ...form, fields: {} });
  return {
    collection,
    meta: { ...meta, accountability: null },
    fields: Object.entries(fields).map(([name, [field, changes]]) => planField(name, field, changes)),
  };
}

/** Field settings for Directus where neither the declaration nor the kind of the field sets them. */
const plainMeta = {
  interface: 'input',
  options: null,
  special: null,
  display: null,
  display_options: null,
  hidden: false,
  readonly: false,
  required: false,
  width: 'full',
  group: null,
  note: null,
  validation: null,
  validation_message: null,
  conditions: null,
  translations: null,
};

/**
 * Writes out every form setting, so that nothing depends on the defaults of a Directus version.
 *
 * @param changes overrides of the settings of its kind
 */
function planField(name: string, field: Field, changes: Partial<KindPlan> = {}): FieldPlan {
  const { type, schema = {}, ...ofKind } = { ...planKind(field), ...changes };
  const { label = field.kind === 'slug' ? 'Address' : undefined, note, required, width, group } = field;
  const relation = relationOf(field);
  const said = {
    ...(note === undefined ? {} : { note }),
    ...(required === undefined ? {} : { required }),
    ...(width === undefined ? {} : { width }),
    ...(group === undefined ? {} : { group }),
    ...(field.isHidden ? { hidden: true } : {}),
    ...(field.isOld ? shownIfFilled(name) : {}),
    ...conditionsOf(field),
    ...(label === undefined ? {} : { translations: [{ language: 'en-US', translation: label }] }),
  };
  const meta = { ...plainMeta, ...ofKind, ...said };
  return { field: name, type, schema, ...(relation ? { relation } : {}), meta };
}

/** Hides a field in the forms of rows that must not show it. */
function conditionsOf({ shownFor, hiddenFor }: Pick<Wording, 'shownFor' | 'hiddenFor'>): Data {
  const rows = shownFor ?? hiddenFor;
  if (!rows) return {};
  const test = { [shownFor ? '_nin' : '_in']: rows.values };
  return {
    conditions: [{ name: 'Hidden elsewhere', rule: { _and: [{ [rows.field]: test }] }, hidden: true }],
  };
}

/** Hides a field in the forms of rows where it is empty. */
const shownIfFilled = (name: string): Data => ({
  hidden: true,
  conditions: [{ name: 'Not empty', rule: { _and: [{ [name]: { _nnull: true } }] }, hidden: false }],
});

const uniqueKey = { is_unique: true, is_nullable: false };

/** The addresses that the site serves, as a rule of a field `slug`. */
const addressRule = {
  validation: { slug: { _regex: '^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$' } },
  validation_message:
    'Only lowercase letters, digits and single hyphens, 100 at most, for example snow-removal.',
};

interface KindPlan {
  readonly type: string;
  readonly schema?: Data | null;
  readonly [meta: string]: unknown;
}

/** The type, the column and the input of a kind of field. */
function planKind(field: Field): KindPlan {
  switch (field.kind) {
    case 'id':
      return { type: 'integer', hidden: true, schema: { is_primary_key: true, has_auto_increment: true } };
    case 'status':
      return statusPlan;
    case 'slug':
      return {
        type: 'string',
        schema: uniqueKey,
        required: true,
        width: 'half',
        display: 'raw',
        options: { slug: true, trim: true, font: 'monospace' },
        ...addressRule,
      };
    case 'line': {
      const { placeholder } = field;
      const options = { trim: true, ...(placeholder === undefined ? {} : { placeholder }) };
      return { type: 'string', options, display: 'raw' };
    }
    case 'text': {
      const { softLength } = field;
      const options = { trim: true, ...(softLength === undefined ? {} : { softLength }) };
      return { type: 'text', interface: 'input-multiline', options };
    }
    case 'html':
      return { type: 'text', interface: 'input-rich-text-html', options: { toolbar } };
    case 'choice': {
      const { choices, allowOther = false, isKey = false } = field;
      const options = { choices, allowOther, allowNone: field.required !== true };
      const key = isKey ? { schema: uniqueKey, ...addressRule } : {};
      // Lists show the text of a choice, not its value.
      const display = { display: 'labels', display_options: { choices, showAsDot: false } };
      return { type: 'string', interface: 'select-dropdown', options, ...display, ...key };
    }
    case 'words': {
      const options = { whitespace: null, capitalization: null, alphabetize: false, allowCustom: true };
      return { type: 'csv', interface: 'tags', options, special: ['cast-csv'], display: 'labels' };
    }
    case 'moment': {
      const display = { display: 'datetime', display_options: { relative: true } };
      return { type: 'timestamp', interface: 'datetime', ...display };
    }
    case 'day':
      return {
        type: 'date',
        interface: 'datetime',
        display: 'datetime',
        display_options: { format: 'short' },
      };
    case 'number': {
      const { least = 0, most, step = 1 } = field;
      const options = { min: least, ...(most === undefined ? {} : { max: most }), step };
      return { type: step === 1 ? 'integer' : 'float', options, display: 'raw' };
    }
    case 'flag': {
      const schema = { default_value: field.isOn ?? false };
      return { type: 'boolean', interface: 'boolean', special: ['cast-boolean'], display: 'boolean', schema };
    }
    case 'order':
      return { type: 'integer', hidden: true, width: 'half' };
    case 'changed': {
      const special = ['date-created', 'date-updated'];
      const shown = { display: 'datetime', display_options: { relative: true } };
      return { type: 'timestamp', interface: 'datetime', special, hidden: true, readonly: true, ...shown };
    }
    case 'picture':
      return { type: 'uuid', interface: 'file-image', special: ['file'], display: 'image' };
    case 'row': {
      const template = { template: field.template };
      const display = { display: 'related-values', display_options: template };
      return {
        type: field.relation.collection === 'directus_users' ? 'uuid' : 'integer',
        interface: 'select-dropdown-m2o',
        options: template,
        special: ['m2o'],
        ...display,
      };
    }
    case 'rows': {
      const options = field.isTree
        ? { displayTemplate: field.template, enableSelect: false }
        : { template: field.template, enableSelect: false };
      const list = field.isTree ? 'list-o2m-tree-view' : 'list-o2m';
      const display = { display: 'related-values', display_options: { template: field.template } };
      return { type: 'alias', interface: list, options, special: ['o2m'], ...display, schema: null };
    }
    case 'blocks': {
      // A block that two pages share would change on both.
      const options = { enableSelect: false };
      return { type: 'alias', interface: 'list-m2a', options, special: ['m2a'], schema: null };
    }
    case 'group': {
      const options = { start: field.isOpen ? 'open' : 'closed' };
      const special = ['alias', 'no-data', 'group'];
      return { type: 'alias', interface: 'group-detail', options, special, schema: null };
    }
    case 'entries': {
      const { template, addLabel, inputs } = field;
      const fields = Object.entries(inputs).map(([name, input]) => {
        const { type, meta } = planField(name, input);
        const pictures = input.kind === 'picture' ? { collection: tableWithPicture(name) } : {};
        // Here, Directus shows the name and no translation.
        const shown = input.label ?? name;
        return { field: name, name: shown, type, ...pictures, meta: { ...meta, field: name, type } };
      });
      const options = { template, addLabel, fields };
      return { type: 'json', interface: 'list', options, special: ['cast-json'] };
    }
  }
}

/** A collection with a picture of this name: an input for one shows only what such a relation leads to. */
const tableWithPicture = (name: string) =>
  partTables.find(({ schema }) => schema.fields[name]?.kind === 'picture')?.name;

/** Buttons only for what the site can show. */
const toolbar = [
  'undo',
  'redo',
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'h2',
  'h3',
  'h4',
  'bullist',
  'numlist',
  'blockquote',
  'table',
  'hr',
  'customLink',
  'customImage',
  'customMedia',
  'removeformat',
  'code',
  'fullscreen',
];

const statusChoices = [
  { text: '$t:published', value: 'published', color: 'var(--theme--success)' },
  { text: '$t:draft', value: 'draft', color: 'var(--theme--warning)' },
  { text: '$t:archived', value: 'archived', color: 'var(--theme--foreground-subdued)' },
];

const statusPlan: KindPlan = {
  type: 'string',
  note: 'Visitors see this only while it is published.',
  required: true,
  width: 'half',
  interface: 'select-dropdown',
  options: { choices: statusChoices },
  display: 'labels',
  display_options: {
    showAsDot: true,
    choices: statusChoices.map((choice) => ({
      ...choice,
      foreground: choice.color,
      background: 'var(--theme--background-normal)',
    })),
  },
  schema: { default_value: 'draft', is_nullable: false },
};

/** The collections that are not system tables of Directus, each after those that it refers to. */
export const collectionPlans: readonly CollectionPlan[] = [
  ...Object.values(collections).flatMap(({ name, schema }) =>
    schema === null ? [] : [planCollection(name, schema)],
  ),
  // Last, because lists hide them.
  ...partTables.map(({ name, schema }) => planCollection(name, schema)),
];
