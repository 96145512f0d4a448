/** A field of one of our collections: what the database holds, and what an editor sees. */
export interface FieldPlan {
  readonly field: string;
  readonly type: string;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Null: no column, only something in the form. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly relation?: RelationPlan;
}

/** Which row elsewhere a field names. */
export interface RelationPlan {
  readonly collection: string;
  /** What becomes of our row, or of its field, when that row is deleted. */
  readonly onDelete: 'SET NULL' | 'CASCADE';
  /** The list on the other side, where its form shows one. */
  readonly list?: { readonly field: string; readonly sortField: string };
}

/** What every field may say of itself. */
export interface Wording {
  /** The label, where the name of the field alone does not read well. */
  readonly label?: string;
  /** The help text below the input. */
  readonly note?: string;
  readonly required?: boolean;
  readonly width?: 'half' | 'full';
  /** The group of the form that holds it. */
  readonly group?: string;
}

interface Making {
  readonly interface?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly special?: readonly string[];
  readonly display?: string;
  readonly displayOptions?: Readonly<Record<string, unknown>>;
  readonly hidden?: boolean;
  readonly validation?: Readonly<Record<string, unknown>>;
  readonly validationMessage?: string;
  readonly schema?: Readonly<Record<string, unknown>> | null;
  readonly relation?: RelationPlan;
}

/** Makes a field, everything of its form written out, so that nothing depends on a version's defaults. */
export function planField(field: string, type: string, wording: Wording, making: Making): FieldPlan {
  const { label, note, required = false, width = 'full', group } = wording;
  return {
    field,
    type,
    schema: making.schema === undefined ? {} : making.schema,
    ...(making.relation ? { relation: making.relation } : {}),
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
