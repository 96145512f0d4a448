import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryValues,
  emptyEnquiryValues,
  enquiryBounds,
  enquiryFields,
  enquiryLabels,
  honeypotField,
  serviceOptions,
  servicePlaceholder,
} from '../enquiryFields.ts';
import { contactPath, privacyPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import { ErrorSummary, FormChoice, FormField } from '../ui/FormField.tsx';
import { SendFailure } from '../ui/SendFailure.tsx';

/** What the contact form shows: what was typed, what is wrong with it, and whether it could be sent. */
export interface EnquiryFormState {
  readonly values: EnquiryValues;
  readonly errors: EnquiryErrors;
  /** Why a well-filled form was not sent, in words for the visitor. */
  readonly failure: string | null;
  readonly sending: boolean;
}

/** The form as a visitor first meets it. */
export const untouchedForm: EnquiryFormState = {
  values: emptyEnquiryValues,
  errors: {},
  failure: null,
  sending: false,
};

interface ContactFormProps {
  /** The form's own id; those within it begin with it. */
  readonly id: string;
  readonly state: EnquiryFormState;
  /** Where visitors may write to by e-mail. */
  readonly mailAddress: string;
}

/**
 * The contact form: a plain POST to its page, which draws it again with everything typed when it fails.
 * The fragment brings the reader back to the form then, since no script moves the focus.
 */
export function ContactForm({ id, state, mailAddress }: ContactFormProps) {
  const { values, errors, failure, sending } = state;
  const controlId = (name: EnquiryField) => `${id}-${name}`;
  const field = (name: EnquiryField) => ({
    id: controlId(name),
    name,
    label: enquiryLabels[name],
    error: errors[name],
  });
  const problems = enquiryFields.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ controlId: controlId(name), message }];
  });
  return (
    <form className="form contact-form" id={id} method="post" action={`${contactPath}#${id}`}>
      <h2>Send us a message</h2>
      <ErrorSummary id={`${id}-errors`} errors={problems} />
      {failure !== null && <SendFailure failure={failure} values={values} mailAddress={mailAddress} />}
      <FormField {...field('name')} required help={`Up to ${enquiryBounds.name} characters.`}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            autoComplete="name"
            maxLength={enquiryBounds.name}
            defaultValue={values.name}
            required
          />
        )}
      </FormField>
      <FormField {...field('email')} half required help={`Up to ${enquiryBounds.email} characters.`}>
        {(attributes) => (
          <input
            {...attributes}
            type="email"
            autoComplete="email"
            maxLength={enquiryBounds.email}
            defaultValue={values.email}
            required
          />
        )}
      </FormField>
      <FormField {...field('phone')} half help={`Up to ${enquiryBounds.phone} characters.`}>
        {(attributes) => (
          <input
            {...attributes}
            type="tel"
            autoComplete="tel"
            maxLength={enquiryBounds.phone}
            defaultValue={values.phone}
          />
        )}
      </FormField>
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
      <FormField {...field('message')} required help={`Up to ${enquiryBounds.message} characters.`}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={7}
            maxLength={enquiryBounds.message}
            defaultValue={values.message}
            required
          />
        )}
      </FormField>
      <FormChoice {...field('requestMeeting')} checked={values.requestMeeting} />
      <Honeypot id={`${id}-${honeypotField}`} />
      <p className="small">
        We use what you send to answer you, and for nothing else.{' '}
        <A href={privacyPath}>How we treat your details</A>
      </p>
      <button type="submit" className="button" disabled={sending}>
        {sending ? 'Sending...' : 'Send Message'}
      </button>
    </form>
  );
}

/** Off screen, out of the tab order and unknown to assistive technology: only a program fills it in. */
function Honeypot({ id }: { readonly id: string }) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
