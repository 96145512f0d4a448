import { type FieldPlan, planField, type Wording } from './planField.ts';

/** The primary key: counted up, never shown. */
export function idField(): FieldPlan {
  const schema = { is_primary_key: true, has_auto_increment: true };
  return planField('id', 'integer', {}, { hidden: true, schema });
}

/** One line of text, at most 255 characters. */
export function lineField(
  field: string,
  wording: Wording & { readonly placeholder?: string } = {},
): FieldPlan {
  const { placeholder } = wording;
  const options = { trim: true, ...(placeholder === undefined ? {} : { placeholder }) };
  return planField(field, 'string', wording, { options, display: 'raw' });
}

/** Plain text of several lines; `softLength` is what the input counts down from. */
export function textField(
  field: string,
  wording: Wording & { readonly softLength?: number } = {},
): FieldPlan {
  const { softLength } = wording;
  const options = { trim: true, ...(softLength === undefined ? {} : { softLength }) };
  return planField(field, 'text', wording, { interface: 'input-multiline', options });
}

/** Formatted text, with buttons for what the site shows and no others. */
export function htmlField(field: string, wording: Wording = {}): FieldPlan {
  const toolbar = [
    ...['undo', 'redo', 'bold', 'italic', 'underline', 'strikethrough', 'h2', 'h3', 'h4'],
    ...['bullist', 'numlist', 'blockquote', 'table', 'hr', 'customLink', 'customImage', 'customMedia'],
    ...['removeformat', 'code', 'fullscreen'],
  ];
  return planField(field, 'text', wording, { interface: 'input-rich-text-html', options: { toolbar } });
}

/** The last part of an address; no two rows share one. */
export function slugField(note: string): FieldPlan {
  const wording: Wording = { label: 'Address', note, required: true, width: 'half' };
  return planField('slug', 'string', wording, {
    options: { slug: true, trim: true, font: 'monospace' },
    display: 'raw',
    validation: { slug: { _regex: '^[a-z0-9]+(-[a-z0-9]+)*$' } },
    validationMessage: 'Small letters, digits and single hyphens only, for example snow-removal.',
    schema: { is_unique: true, is_nullable: false },
  });
}
