import type { FieldPlan } from './planField.ts';

export interface CollectionPlan {
  readonly collection: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldPlan[];
}

interface Naming {
  readonly icon: string;
  /** What it is called in lists of collections. */
  readonly name: string;
  readonly singular: string;
  readonly note: string;
  /** How one row is named elsewhere. */
  readonly template: string;
  readonly sortField?: string;
  /** Rows have a status, and archived ones are hidden from the list. */
  readonly hasStatus?: boolean;
  readonly hidden?: boolean;
}

/** Makes a collection; its place among the others is the order in which they are listed. */
export function planCollection(
  collection: string,
  naming: Naming,
  fields: readonly FieldPlan[],
): CollectionPlan {
  const {
    icon,
    name,
    singular,
    note,
    template,
    sortField = null,
    hasStatus = false,
    hidden = false,
  } = naming;
  return {
    collection,
    meta: {
      icon,
      note,
      hidden,
      singleton: false,
      display_template: template,
      sort_field: sortField,
      archive_field: hasStatus ? 'status' : null,
      archive_value: hasStatus ? 'archived' : null,
      unarchive_value: hasStatus ? 'draft' : null,
      archive_app_filter: true,
      translations: [{ language: 'en-US', translation: name, singular, plural: name }],
    },
    fields,
  };
}
