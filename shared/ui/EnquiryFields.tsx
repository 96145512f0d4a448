import type { ReactNode } from 'react';
import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryValues,
  enquiryFormId,
  enquiryLabels,
  honeypotField,
  meetingHelp,
  serviceOptions,
  servicePlaceholder,
} from '../enquiryFields.ts';
import { useStyles } from '../useStyles.ts';
import { FormChoice, FormField } from './FormField.tsx';

interface EnquiryFieldsProps {
  readonly values: EnquiryValues;
  readonly errors: EnquiryErrors;
  /** Shown below the fields for e-mail address and phone. */
  readonly belowEmail?: ReactNode;
}

/** The id of a field's control. */
export const enquiryControlId = (name: EnquiryField): string => `${enquiryFormId}-${name}`;

/** The fields of the contact form with their errors. No `maxlength`: a browser would cut what is pasted and say nothing. */
export function EnquiryFields({ values, errors, belowEmail }: EnquiryFieldsProps) {
  useStyles('form');
  const field = (name: EnquiryField) => ({
    id: enquiryControlId(name),
    name,
    label: enquiryLabels[name],
    error: errors[name],
  });
  const line = (name: 'name' | 'email' | 'phone', type: string, autoComplete: string) => {
    const required = name !== 'phone';
    return (
      <FormField {...field(name)} half={name !== 'name'} required={required}>
        {(attributes) => (
          <input {...attributes} {...{ type, autoComplete, required }} defaultValue={values[name]} />
        )}
      </FormField>
    );
  };
  return (
    <>
      {line('name', 'text', 'name')}
      {line('email', 'email', 'email')}
      {line('phone', 'tel', 'tel')}
      {belowEmail}
      <FormField {...field('service')}>
        {(attributes) => (
          <select {...attributes} defaultValue={values.service}>
            <option value="">{servicePlaceholder}</option>
            {serviceOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField {...field('message')} required>
        {(attributes) => <textarea {...attributes} rows={7} defaultValue={values.message} required />}
      </FormField>
      <FormChoice {...field('requestMeeting')} checked={values.requestMeeting} help={meetingHelp} />
      <Honeypot />
    </>
  );
}

/** Off screen, out of the tab order and hidden from assistive technology, so that only a bot fills it in. */
function Honeypot() {
  const id = `${enquiryFormId}-${honeypotField}`;
  return (
    <div className="honeypot" aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
