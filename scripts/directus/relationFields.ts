import { type FieldPlan, planField, type RelationPlan, type Wording } from './planField.ts';

/** A picture of the file library. */
export function pictureField(field: string, wording: Wording = {}): FieldPlan {
  return planField(field, 'uuid', wording, {
    interface: 'file-image',
    special: ['file'],
    display: 'image',
    relation: { collection: 'directus_files', onDelete: 'SET NULL' },
  });
}

/** One row of a collection. */
export function rowField(
  field: string,
  wording: Wording & { readonly relation: RelationPlan; readonly template: string },
): FieldPlan {
  const { relation, template } = wording;
  return planField(field, 'integer', wording, {
    interface: 'select-dropdown-m2o',
    options: { template },
    special: ['m2o'],
    display: 'related-values',
    displayOptions: { template },
    relation,
  });
}

/** The rows that name this one, edited in its own form. */
export function rowsField(field: string, wording: Wording & { readonly template: string }): FieldPlan {
  return planField(field, 'alias', wording, {
    interface: 'list-o2m',
    options: { template: wording.template, enableSelect: false },
    special: ['o2m'],
    schema: null,
  });
}

/** A foldable part of the form; fields name it as their group. */
export function groupField(
  field: string,
  label: string,
  options: { readonly note?: string; readonly isOpen?: boolean } = {},
): FieldPlan {
  const { note, isOpen = false } = options;
  return planField(
    field,
    'alias',
    { label, ...(note === undefined ? {} : { note }) },
    {
      interface: 'group-detail',
      options: { start: isOpen ? 'open' : 'closed' },
      special: ['alias', 'no-data', 'group'],
      schema: null,
    },
  );
}

/** A list of small forms in one field, each entry with these inputs. */
export function entriesField(
  field: string,
  wording: Wording & {
    readonly template: string;
    readonly addLabel: string;
    readonly inputs: readonly FieldPlan[];
  },
): FieldPlan {
  const { template, addLabel, inputs } = wording;
  const fields = inputs.map(({ field: name, type, meta }) => ({
    field: name,
    name,
    type,
    meta: { ...meta, field: name, type },
  }));
  return planField(field, 'json', wording, {
    interface: 'list',
    options: { template, addLabel, fields },
    special: ['cast-json'],
  });
}
