import { collections } from '../../server/content/collections/collections.ts';
import {
  type CollectionSchema,
  type Field,
  type Relation,
  relationOf,
} from '../../server/content/collections/schema.ts';

/** A collection in the form of Directus' API. */
export interface CollectionPlan {
  readonly collection: string;
  readonly meta: Data;
  readonly fields: readonly FieldPlan[];
}

/** A field: what the database holds, and what an editor sees. */
export interface FieldPlan {
  readonly field: string;
  readonly type: string;
  readonly meta: Data;
  /** Null: no column, only something in the form. */
  readonly schema: Data | null;
  readonly relation?: Relation;
}

type Data = Readonly<Record<string, unknown>>;

/** Its place among the others is the order in which collections are listed. */
function planCollection(collection: string, schema: CollectionSchema): CollectionPlan {
  const { icon, label, singular, note, template, sortField = null, fields } = schema;
  const hasStatus = Object.values(fields).some(({ kind }) => kind === 'status');
  return {
    collection,
    meta: {
      icon,
      note,
      hidden: false,
      singleton: false,
      display_template: template,
      sort_field: sortField,
      archive_field: hasStatus ? 'status' : null,
      archive_value: hasStatus ? 'archived' : null,
      unarchive_value: hasStatus ? 'draft' : null,
      archive_app_filter: true,
      translations: [{ language: 'en-US', translation: label, singular, plural: label }],
    },
    fields: Object.entries(fields).map(([name, field]) => planField(name, field)),
  };
}

interface Making {
  readonly type: string;
  readonly interface?: string;
  readonly options?: Data;
  readonly special?: readonly string[];
  readonly display?: string;
  readonly displayOptions?: Data;
  readonly hidden?: boolean;
  readonly validation?: Data;
  readonly validationMessage?: string;
  readonly schema?: Data | null;
}

/** Everything of the form is written out, so that nothing depends on a version's defaults. */
function planField(name: string, field: Field): FieldPlan {
  const { label, note, required = false, width = 'full', group } = withDefaults(field);
  const making = makingOf(field);
  const relation = relationOf(field);
  return {
    field: name,
    type: making.type,
    schema: making.schema === undefined ? {} : making.schema,
    ...(relation ? { relation } : {}),
    meta: {
      interface: making.interface ?? 'input',
      options: making.options ?? null,
      special: making.special ?? null,
      display: making.display ?? null,
      display_options: making.displayOptions ?? null,
      hidden: making.hidden ?? false,
      readonly: false,
      required,
      width,
      group: group ?? null,
      note: note ?? null,
      validation: making.validation ?? null,
      validation_message: making.validationMessage ?? null,
      translations: label === undefined ? null : [{ language: 'en-US', translation: label }],
    },
  };
}

/** What a kind says of itself where a declaration does not. */
function withDefaults(field: Field): Field {
  switch (field.kind) {
    case 'status':
      return {
        note: 'Visitors see this only while it is published.',
        required: true,
        width: 'half',
        ...field,
      };
    case 'slug':
      return { label: 'Address', required: true, width: 'half', ...field };
    case 'order':
      return { width: 'half', ...field };
    default:
      return field;
  }
}

const uniqueKey = { is_unique: true, is_nullable: false };

/** The type, input and display of a kind of field. */
function makingOf(field: Field): Making {
  switch (field.kind) {
    case 'id':
      return { type: 'integer', hidden: true, schema: { is_primary_key: true, has_auto_increment: true } };
    case 'status':
      return statusMaking;
    case 'slug':
      return {
        type: 'string',
        options: { slug: true, trim: true, font: 'monospace' },
        display: 'raw',
        validation: { slug: { _regex: '^[a-z0-9]+(-[a-z0-9]+)*$' } },
        validationMessage: 'Small letters, digits and single hyphens only, for example snow-removal.',
        schema: uniqueKey,
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
      const schema = isKey ? uniqueKey : {};
      return { type: 'string', interface: 'select-dropdown', options, display: 'raw', schema };
    }
    case 'words':
      return {
        type: 'csv',
        interface: 'tags',
        options: { whitespace: null, capitalization: null, alphabetize: false, allowCustom: true },
        special: ['cast-csv'],
        display: 'labels',
      };
    case 'moment': {
      const displayOptions = { relative: true };
      return { type: 'timestamp', interface: 'datetime', display: 'datetime', displayOptions };
    }
    case 'day':
      return { type: 'date', interface: 'datetime', display: 'datetime' };
    case 'order':
      return { type: 'integer', hidden: true };
    case 'picture':
      return { type: 'uuid', interface: 'file-image', special: ['file'], display: 'image' };
    case 'row': {
      const { template } = field;
      return {
        type: 'integer',
        interface: 'select-dropdown-m2o',
        options: { template },
        special: ['m2o'],
        display: 'related-values',
        displayOptions: { template },
      };
    }
    case 'rows': {
      const options = { template: field.template, enableSelect: false };
      return { type: 'alias', interface: 'list-o2m', options, special: ['o2m'], schema: null };
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
        return { field: name, name, type, meta: { ...meta, field: name, type } };
      });
      return {
        type: 'json',
        interface: 'list',
        options: { template, addLabel, fields },
        special: ['cast-json'],
      };
    }
  }
}

/** Buttons for what the site shows and no others. */
const toolbar = [
  ...['undo', 'redo', 'bold', 'italic', 'underline', 'strikethrough', 'h2', 'h3', 'h4'],
  ...['bullist', 'numlist', 'blockquote', 'table', 'hr', 'customLink', 'customImage', 'customMedia'],
  ...['removeformat', 'code', 'fullscreen'],
];

const statusChoices = [
  { text: '$t:published', value: 'published', color: 'var(--theme--success)' },
  { text: '$t:draft', value: 'draft', color: 'var(--theme--warning)' },
  { text: '$t:archived', value: 'archived', color: 'var(--theme--foreground-subdued)' },
];

const statusMaking: Making = {
  type: 'string',
  interface: 'select-dropdown',
  options: { choices: statusChoices },
  display: 'labels',
  displayOptions: {
    showAsDot: true,
    choices: statusChoices.map((choice) => ({
      ...choice,
      foreground: choice.color,
      background: 'var(--theme--background-normal)',
    })),
  },
  schema: { default_value: 'draft', is_nullable: false },
};

/** The collections that are not tables of Directus itself, in the order in which they can point at each other. */
export const collectionPlans: readonly CollectionPlan[] = Object.values(collections).flatMap(
  ({ name, schema }) => (schema === null ? [] : [planCollection(name, schema)]),
);
