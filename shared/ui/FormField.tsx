import type { ReactNode } from 'react';
import { useStyles } from '../useStyles.ts';

/** Attributes that associate a control with its label, help and error. */
interface ControlAttributes {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface FormFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly required?: boolean;
  /** Takes half of the row on wide screens. */
  readonly half?: boolean;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}

/** A control with its label and, if any, its error. */
export function FormField({ id, name, label, error, required, half, children }: FormFieldProps) {
  return (
    <div className={half ? 'field field-half' : 'field'}>
      <label htmlFor={id}>
        {label}
        {!required && <span className="field-optional"> (optional)</span>}
      </label>
      <FieldError id={`${id}-error`} error={error} />
      {children({ id, name, ...control(id, error) })}
    </div>
  );
}

interface FormChoiceProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly checked: boolean;
  readonly help: string;
}

/** A checkbox and its label, as one click target. */
export function FormChoice({ id, name, label, error, checked, help }: FormChoiceProps) {
  return (
    <div className="field">
      <FieldError id={`${id}-error`} error={error} />
      <label className="choice">
        <input id={id} type="checkbox" name={name} defaultChecked={checked} {...control(id, error, help)} />
        {label}
      </label>
      <span className="field-help" id={`${id}-help`}>
        {help}
      </span>
    </div>
  );
}

interface ErrorSummaryProps {
  /** The id of its title. */
  readonly id: string;
  /** Each error, with the id of the control that it belongs to. */
  readonly errors: readonly { readonly controlId: string; readonly message: string }[];
}

/** All errors of a form, each as a link to its control; renders nothing without errors. */
export function ErrorSummary({ id, errors }: ErrorSummaryProps) {
  useStyles(errors.length > 0 && 'notices');
  if (errors.length === 0) return null;
  return (
    <div role="alert" className="notice notice-error" aria-labelledby={id}>
      <h3 id={id} className="error-summary-title">
        {errors.length === 1 ? 'One field needs another look' : `${errors.length} fields need another look`}
      </h3>
      <ul>
        {errors.map(({ controlId, message }) => (
          <li key={controlId}>
            <a href={`#${controlId}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <span className="field-error" id={id}>
      <span className="visually-hidden">Error: </span>
      <span>{error}</span>
    </span>
  );
}

function control(id: string, error: string | undefined, help?: string) {
  const described = [...(error === undefined ? [] : [`${id}-error`]), ...(help ? [`${id}-help`] : [])];
  return {
    ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }),
    ...(error === undefined ? {} : { 'aria-invalid': true as const }),
  };
}
