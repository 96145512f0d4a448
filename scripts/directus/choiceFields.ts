import { type FieldPlan, planField, type Wording } from './planField.ts';

interface Choice {
  readonly text: string;
  readonly value: string;
}

/** One of several words; the editor may write another one where that is allowed. */
export function choiceField(
  field: string,
  wording: Wording & { readonly choices: readonly Choice[]; readonly allowOther?: boolean },
  schema: Readonly<Record<string, unknown>> = {},
): FieldPlan {
  const { choices, allowOther = false } = wording;
  const options = { choices, allowOther, allowNone: wording.required !== true };
  return planField(field, 'string', wording, {
    interface: 'select-dropdown',
    options,
    display: 'raw',
    schema,
  });
}

/** Whether visitors see the row; a new one is a draft. */
export function statusField(): FieldPlan {
  const choices = [
    { text: '$t:published', value: 'published', color: 'var(--theme--success)' },
    { text: '$t:draft', value: 'draft', color: 'var(--theme--warning)' },
    { text: '$t:archived', value: 'archived', color: 'var(--theme--foreground-subdued)' },
  ];
  const background = 'var(--theme--background-normal)';
  const shown = choices.map((choice) => ({ ...choice, foreground: choice.color, background }));
  const note = 'Visitors see this only while it is published.';
  return planField(
    'status',
    'string',
    { note, required: true, width: 'half' },
    {
      interface: 'select-dropdown',
      options: { choices },
      display: 'labels',
      displayOptions: { showAsDot: true, choices: shown },
      schema: { default_value: 'draft', is_nullable: false },
    },
  );
}

/** Several words, entered one by one; stored as text with commas between them. */
export function wordsField(field: string, wording: Wording): FieldPlan {
  return planField(field, 'csv', wording, {
    interface: 'tags',
    options: { whitespace: null, capitalization: null, alphabetize: false, allowCustom: true },
    special: ['cast-csv'],
    display: 'labels',
  });
}

/** A moment, stored in UTC and shown to the editor in the editor's own time zone. */
export function momentField(field: string, wording: Wording): FieldPlan {
  const display = { display: 'datetime', displayOptions: { relative: true } };
  return planField(field, 'timestamp', wording, { interface: 'datetime', ...display });
}

/** A calendar day. */
export function dayField(field: string, wording: Wording): FieldPlan {
  return planField(field, 'date', wording, { interface: 'datetime', display: 'datetime' });
}

/** The place in a list; set by dragging rows where the collection is sorted by it. */
export function orderField(field: string): FieldPlan {
  return planField(field, 'integer', { width: 'half' }, { hidden: true });
}
