import { blockTableNames, junctionName, partTables } from '../server/content/collections/blocks.ts';
import { collectionNames, collectionOf } from '../server/content/collections/collections.ts';
import {
  type CollectionSchema,
  columnsOf,
  type Field,
  relationOf,
  type Wording,
} from '../server/content/collections/schema.ts';
import type { CollectionPlan, Data, FieldPlan, Wanted } from './wanted.ts';

type PageOfRow = NonNullable<CollectionSchema['pages']>[number];

/** A button in the form of a row that opens its page; no column. */
function pageLink(name: string, { path, ...rows }: PageOfRow, origin: string): FieldPlan {
  const link = { label: 'Open its page', icon: 'open_in_new', type: 'primary', actionType: 'url' };
  const note = 'Visitors find it there once it is published.';
  return planField(
    name,
    { kind: 'group', label: 'On the site', note, ...rows },
    {
      interface: 'presentation-links',
      special: ['alias', 'no-data'],
      options: { links: [{ ...link, url: origin + path }] },
    },
  );
}

/** @param origin the site's origin, for links from rows to their pages; undefined: no links */
function planCollection(collection: string, schema: CollectionSchema, origin?: string): CollectionPlan {
  const {
    icon,
    label,
    singular,
    plural = label,
    note,
    template,
    sortField = null,
    isSingleton = false,
    isPart = false,
    pages = [],
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
      translations: [{ language: 'en-US', translation: label, singular, plural }],
    },
    fields: [
      ...(origin === undefined ? [] : pages).map((page, at) =>
        pageLink(at === 0 ? 'site_link' : `site_link_${at + 1}`, page, origin ?? ''),
      ),
      ...Object.entries(fields).map(([name, field]) => planField(name, field)),
    ],
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

/**
 * A collection that is not site content, with its list, newest rows first. It has no revisions: they would outlive its
 * rows.
 *
 * @param widths the columns of the list in order, with their widths in pixels
 */
export function ownCollection(
  collection: string,
  form: Omit<CollectionSchema, 'fields'>,
  fields: Readonly<Record<string, OwnField>>,
  widths: Readonly<Record<string, number>>,
): readonly Wanted[] {
  const { meta } = planCollection(collection, { ...form, fields: {} });
  const plan = {
    collection,
    meta: { ...meta, accountability: null },
    fields: Object.entries(fields).map(([name, [field, changes]]) => planField(name, field, changes)),
  };
  const forms = Object.fromEntries(Object.entries(fields).map(([name, [field]]) => [name, field]));
  return [
    wantedCollection(plan),
    ...relationsOf(collection, forms),
    listOf(plan, { widths, sort: '-created' }),
  ];
}

const wantedCollection = (plan: CollectionPlan): Wanted => ({
  kind: 'collection',
  name: `collection ${plan.collection}`,
  plan,
});

/** The relations of the fields of a collection. */
function relationsOf(collection: string, fields: Readonly<Record<string, Field>>): readonly Wanted[] {
  return Object.entries(fields).flatMap(([field, form]): readonly Wanted[] => {
    const relation = relationOf(form);
    if (!relation) return [];
    const { collection: related_collection, onDelete, list } = relation;
    const meta = {
      one_field: list?.field ?? null,
      sort_field: list?.sortField ?? null,
      junction_field: list?.junctionField ?? null,
      one_deselect_action: list ? 'delete' : 'nullify',
    };
    const others = related_collection.startsWith('directus_') ? [] : [`collection ${related_collection}`];
    return [
      {
        kind: 'relation',
        name: `relation ${collection}.${field} to ${related_collection}`,
        after: [`collection ${collection}`, ...others],
        collection,
        field,
        values: { related_collection, schema: { on_delete: onDelete }, meta },
      },
    ];
  });
}

/** From the junction to blocks of any kind. */
const relationToBlocks: Wanted = {
  kind: 'relation',
  name: `relation ${junctionName}.item to blocks of any kind`,
  after: [junctionName, ...blockTableNames].map((name) => `collection ${name}`),
  collection: junctionName,
  field: 'item',
  values: {
    related_collection: null,
    schema: null,
    meta: {
      one_collection_field: 'collection',
      one_allowed_collections: blockTableNames,
      junction_field: 'pages_id',
      one_deselect_action: 'nullify',
    },
  },
};

/**
 * Writes out every form setting, so that nothing depends on the defaults of a Directus version.
 *
 * @param changes overrides of the settings of its kind
 */
function planField(name: string, field: Field, changes: Partial<KindPlan> = {}): FieldPlan {
  const { type, schema = {}, ofOldRows, ...ofKind } = { ...planKind(field), ...changes };
  const label = field.label ?? (field.kind === 'slug' ? 'Address' : undefined);
  const meta = {
    interface: 'input',
    options: null,
    special: null,
    display: null,
    display_options: null,
    hidden: field.isHidden ?? false,
    readonly: false,
    required: false,
    width: 'full',
    note: null,
    validation: null,
    validation_message: null,
    ...ofKind,
    ...(field.note !== undefined && { note: field.note }),
    ...(field.required && { required: true }),
    ...(field.width && { width: field.width }),
    group: field.group ?? null,
    conditions: conditionsOf(field),
    ...(field.isOld && shownIfFilled(name)),
    translations: label === undefined ? null : [{ language: 'en-US', translation: label }],
  };
  return { field: name, type, schema, meta, ...(ofOldRows !== undefined && { ofOldRows }) };
}

/** Hides a field in the forms of rows that must not show it; null: all show it. */
function conditionsOf({
  shownFor,
  hiddenFor,
}: Pick<Wording, 'shownFor' | 'hiddenFor'>): readonly Data[] | null {
  const rows = shownFor ?? hiddenFor;
  if (!rows) return null;
  const test = { [shownFor ? '_nin' : '_in']: rows.values };
  return [{ name: 'Hidden elsewhere', rule: { _and: [{ [rows.field]: test }] }, hidden: true }];
}

/** Hides a field in the forms of rows where it is empty. */
const shownIfFilled = (name: string): Data => ({
  hidden: true,
  conditions: [{ name: 'Not empty', rule: { _and: [{ [name]: { _nnull: true } }] }, hidden: false }],
});

/** A column for addresses that the site serves; no two rows share one. */
const uniqueAddress = {
  schema: { is_unique: true, is_nullable: false },
  validation: { slug: { _regex: '^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$' } },
  validation_message:
    'Only lowercase letters, digits and single hyphens, 100 at most, for example snow-removal.',
};

interface KindPlan {
  readonly type: string;
  readonly schema?: Data | null;
  readonly ofOldRows?: string | null;
  readonly [meta: string]: unknown;
}

const datetime = (display_options: Data) => ({ interface: 'datetime', display: 'datetime', display_options });
const related = (template: string) => ({ display: 'related-values', display_options: { template } });

/** The type, the column and the input of a kind of field. */
function planKind(field: Field): KindPlan {
  switch (field.kind) {
    case 'id':
      return { type: 'integer', hidden: true, schema: { is_primary_key: true, has_auto_increment: true } };
    case 'status':
      return field.ifMissing ? { ...statusPlan, ofOldRows: field.ifMissing } : statusPlan;
    case 'slug': {
      const options = { slug: true, trim: true, font: 'monospace' };
      return { type: 'string', required: true, width: 'half', display: 'raw', options, ...uniqueAddress };
    }
    case 'line':
      return { type: 'string', options: { trim: true, placeholder: field.placeholder }, display: 'raw' };
    case 'text': {
      const options = { trim: true, softLength: field.softLength };
      return { type: 'text', interface: 'input-multiline', options };
    }
    case 'html':
      return { type: 'text', interface: 'input-rich-text-html', options: { toolbar } };
    case 'choice': {
      const { choices, allowOther = false, isKey = false } = field;
      const options = { choices, allowOther, allowNone: field.required !== true };
      // Lists show the text of a choice, not its value.
      const showAsDot = choices.some(({ color }) => color !== undefined);
      const display = { display: 'labels', display_options: { choices, showAsDot } };
      return {
        type: 'string',
        interface: 'select-dropdown',
        options,
        ...display,
        ...(isKey && uniqueAddress),
      };
    }
    case 'words': {
      const options = { whitespace: null, capitalization: null, alphabetize: false, allowCustom: true };
      return { type: 'csv', interface: 'tags', options, special: ['cast-csv'], display: 'labels' };
    }
    case 'moment':
      return { type: 'timestamp', ...datetime({ relative: true }) };
    case 'day':
      return { type: 'date', ...datetime({ format: 'short' }) };
    case 'number': {
      const { least = 0, most, step = 1 } = field;
      const options = { min: least, max: most, step };
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
      return { type: 'timestamp', special, hidden: true, readonly: true, ...datetime({ relative: true }) };
    }
    default:
      return planParts(field);
  }
}

/** The same for a field that holds more than one value: a file, rows, other fields. */
function planParts(
  field: Extract<Field, { kind: 'picture' | 'row' | 'rows' | 'blocks' | 'group' | 'entries' }>,
) {
  const alias = (input: string, special: readonly string[], options: Data): KindPlan => ({
    type: 'alias',
    interface: input,
    special,
    options,
    schema: null,
  });
  switch (field.kind) {
    case 'picture':
      return { type: 'uuid', interface: 'file-image', special: ['file'], display: 'image' };
    case 'row': {
      const { template, relation } = field;
      const type = relation.collection === 'directus_users' ? 'uuid' : 'integer';
      const options = { template };
      return { type, interface: 'select-dropdown-m2o', options, special: ['m2o'], ...related(template) };
    }
    case 'rows': {
      const { template, isTree } = field;
      const options = { [isTree ? 'displayTemplate' : 'template']: template, enableSelect: false };
      return { ...alias(isTree ? 'list-o2m-tree-view' : 'list-o2m', ['o2m'], options), ...related(template) };
    }
    case 'blocks':
      // A block that two pages share would change on both.
      return alias('list-m2a', ['m2a'], { enableSelect: false });
    case 'group':
      return alias('group-detail', ['alias', 'no-data', 'group'], {
        start: field.isOpen ? 'open' : 'closed',
      });
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
const toolbar =
  'undo redo bold italic underline strikethrough h2 h3 h4 alignleft aligncenter alignright bullist numlist blockquote table hr customLink customImage customMedia removeformat code fullscreen'.split(
    ' ',
  );

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

const tables: readonly { readonly name: string; readonly schema: CollectionSchema }[] = [
  ...collectionNames.flatMap((name) => {
    const { schema } = collectionOf(name);
    return schema === null ? [] : [{ name, schema }];
  }),
  // Last, because lists hide them.
  ...partTables,
];

/** The names of the collections of the site, without system tables of Directus. */
export const contentTables: readonly string[] = tables.map(({ name }) => name);

/**
 * The collections of the site with their forms, relations and lists, in the order in which Directus lists them.
 * @param origin the site's origin, for links from rows to their pages; undefined: no links
 */
export function contentForms(origin?: string): readonly Wanted[] {
  const plans = tables.map(({ name, schema }, at) => {
    const { meta, ...plan } = planCollection(name, schema, origin);
    return { ...plan, meta: { ...meta, sort: at + 1 } };
  });
  return [
    ...plans.map(wantedCollection),
    ...tables.flatMap(({ name, schema }) => relationsOf(name, schema.fields)),
    relationToBlocks,
    ...tables.flatMap(({ schema }, at): readonly Wanted[] => {
      const [{ columns, listed, sortField = '-id', fields }, plan] = [schema, plans[at]];
      if (columns === undefined || !plan) return [];
      const widths = Object.fromEntries(columns.map((column) => [column, widthOf(fields[column])]));
      return [listOf(plan, { widths, sort: sortField, filter: listed ?? null })];
    }),
  ];
}

/** The list of a collection. */
const listOf = (
  plan: CollectionPlan,
  list: Pick<Extract<Wanted, { kind: 'list' }>, 'widths' | 'sort' | 'filter'>,
): Wanted => ({
  kind: 'list',
  name: `list of ${plan.collection}`,
  after: [`collection ${plan.collection}`],
  plan,
  ...list,
});

/** Column width in pixels. */
function widthOf(field: Field | undefined): number {
  if (field?.kind === 'picture' || field?.kind === 'status' || field?.kind === 'number') return 90;
  return field?.kind === 'line' || field?.kind === 'text' || field?.kind === 'rows' ? 280 : 160;
}
