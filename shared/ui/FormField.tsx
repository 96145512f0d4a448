import type { ReactNode } from 'react';

/** What joins a control to its label, its help and its error. */
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
  /** Stands beside another half where there is room. */
  readonly half?: boolean;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}

/** A labelled control with its help and, where there is one, its error. */
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

/** A checkbox and its words, as one thing to press. */
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
  readonly id: string;
  /** What is wrong, with the id of the control where it can be put right. */
  readonly errors: readonly { readonly controlId: string; readonly message: string }[];
}

/** All problems of a form at once, each a link to its control; nothing where there is none. */
export function ErrorSummary({ id, errors }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  return (
    <div role="alert" className="notice notice-error" aria-labelledby={`${id}-title`} id={id} tabIndex={-1}>
      <h3 id={`${id}-title`} className="error-summary-title">
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
      {error}
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
