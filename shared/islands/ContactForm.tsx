import { useRef } from 'react';
import { type EnquiryFormState, emptyEnquiryValues, enquiryFields } from '../enquiryFields.ts';
import { contactPath, privacyPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import { EnquiryFields, enquiryControlId } from '../ui/EnquiryFields.tsx';
import { ErrorSummary } from '../ui/FormField.tsx';
import { SendFailure } from '../ui/SendFailure.tsx';
import { EnquirySent } from './EnquirySent.tsx';
import { useEnquiry } from './useEnquiry.ts';

/** The form as a visitor first meets it. */
export const untouchedForm: EnquiryFormState = { values: emptyEnquiryValues, errors: {}, failure: null };

interface ContactFormProps {
  /** The form's own id; those within it begin with it. */
  readonly id: string;
  /** Null: as a visitor first meets it. */
  readonly state: EnquiryFormState | null;
  /** Where visitors may write to by e-mail. */
  readonly mailAddress: string;
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
}

/**
 * The contact form: a plain POST to its page, which draws it again with everything typed when it fails. The
 * fragment brings the reader back to the form then, since no script moves the focus. Hydrated, it checks and sends
 * by itself and follows the delivery below its title.
 */
export function ContactForm({ id, state, mailAddress, apiBase }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const first = state ?? untouchedForm;
  const enquiry = useEnquiry(form, { first, mailAddress, apiBase });
  const { sending, errors, failure, sent } = enquiry;
  const problems = enquiryFields.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ controlId: enquiryControlId(id, name), message }];
  });
  return (
    <form
      className="form contact-form"
      id={id}
      method="post"
      action={`${contactPath}#${id}`}
      ref={form}
      onSubmit={enquiry.onSubmit}
      onInput={enquiry.onInput}
      aria-busy={sending}
    >
      <h2>Send us a message</h2>
      {sent && <EnquirySent id={`${id}-sent`} sent={sent} apiBase={apiBase} />}
      <ErrorSummary id={`${id}-errors`} errors={problems} />
      {failure !== null && <SendFailure {...failure} mailAddress={mailAddress} />}
      <EnquiryFields id={id} values={first.values} errors={errors} />
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
