import { useRef } from 'react';
import {
  type EnquiryFormState,
  enquiryFields,
  enquiryFormId,
  keyField,
  personField,
  untouchedForm,
} from '../enquiryFields.ts';
import { privacyPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import type { CallChoice } from '../ui/CallChoices.tsx';
import { EnquiryFields, enquiryControlId } from '../ui/EnquiryFields.tsx';
import { ErrorSummary } from '../ui/FormField.tsx';
import { useStyles } from '../useStyles.ts';
import { EnquirySent } from './EnquirySent.tsx';
import { OtherWays, type Ways } from './OtherWays.tsx';
import { useEnquiry } from './useEnquiry.ts';

interface ContactFormProps extends Ways {
  /** The page that it is posted to. */
  readonly action: string;
  readonly state: EnquiryFormState;
  /** Base URL of our JSON endpoints; empty: same origin. */
  readonly apiBase: string;
  /** The phone number for urgent matters, if any. */
  readonly urgent: CallChoice | null;
  /** The company's promise how soon it answers, if any. */
  readonly promise: string | null;
}

const sendingText = 'Sending...';

/**
 * The contact form. Without script it is a plain POST to its page, which on failure renders it again with everything
 * typed; the fragment scrolls back to the form. Once hydrated, it validates and sends by itself and shows the delivery
 * status in its place.
 */
export function ContactForm(props: ContactFormProps) {
  useStyles('form', 'contactForm');
  const { action, state, mailAddress, apiBase, urgent, call, promise } = props;
  const form = useRef<HTMLFormElement>(null);
  const enquiry = useEnquiry(form, { first: state, apiBase });
  const { step, hints } = enquiry;
  const shown = step.name === 'filling' ? step.state : untouchedForm;
  const { errors } = shown;
  const isSending = step.name === 'sending';
  const problems = enquiryFields.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ controlId: enquiryControlId(name), message }];
  });
  const ways = { mailAddress, call };
  return (
    <div className="contact-stage">
      {step.name === 'sent' && (
        <EnquirySent
          sent={step.sent}
          apiBase={apiBase}
          ways={ways}
          urgent={urgent}
          promise={promise}
          onWriteAgain={enquiry.writeAgain}
        />
      )}
      <form
        className="form contact-form"
        id={enquiryFormId}
        method="post"
        action={`${action}#${enquiryFormId}`}
        ref={form}
        onSubmit={enquiry.onSubmit}
        onInput={enquiry.onInput}
        onBlur={enquiry.onBlur}
        aria-busy={isSending}
        aria-labelledby="enquiry-title"
        inert={step.name === 'sent'}
      >
        {/* A text field keeps what the script writes into it: with each render, React would reset one of type hidden. */}
        <input hidden name={keyField} defaultValue={state.key ?? ''} />
        <h2 id="enquiry-title">Send us a message</h2>
        <ErrorSummary id="enquiry-errors" errors={problems} />
        <Failure state={shown} ways={ways} />
        <EnquiryFields
          values={state.values}
          errors={errors}
          belowEmail={<MeantAddress email={hints.email} onAccept={enquiry.acceptEmail} />}
        />
        <UrgentHint choice={hints.isUrgent ? urgent : null} />
        <p className="small">
          We use what you send to answer you, and for nothing else.{' '}
          <A href={privacyPath}>How we treat your details</A>
        </p>
        {/* Takes the focus from the button, which is disabled while the message is sent. */}
        <p className="visually-hidden contact-sending" role="status" tabIndex={-1}>
          {isSending && sendingText}
        </p>
        <button type="submit" className="button" disabled={isSending}>
          {isSending ? sendingText : 'Send Message'}
        </button>
      </form>
    </div>
  );
}

interface FailureProps {
  readonly state: EnquiryFormState;
  readonly ways: Ways;
}

/** Why the message was not sent, and what to do; nothing if it is not sent yet. */
function Failure({ state: { failure, values, isHeld }, ways }: FailureProps) {
  useStyles(failure !== null && 'notices');
  if (failure === null) return null;
  // If the POST body could not be parsed, there is nothing to show again.
  const first =
    values.message === ''
      ? 'Your browser may still hold what you typed on the page before this one. You can try again'
      : 'Nothing that you typed is lost. You can try again below';
  return (
    <div className="notice notice-error contact-failure" role="alert" tabIndex={-1}>
      <p className="form-error">{failure}</p>
      {isHeld && (
        <p>
          <input type="hidden" name={personField} value="yes" />
          <button type="submit" className="button">
            Send
          </button>
        </p>
      )}
      <OtherWays {...ways} first={first} values={values} />
    </div>
  );
}

/** Leads to the phone, if the message is about something too urgent for an answer by e-mail. */
const UrgentHint = ({ choice }: { readonly choice: CallChoice | null }) => (
  <div role="status">
    {choice && (
      <p className="notice urgent-words">
        {choice.reason} Call us, it is quicker: <A href={choice.href}>{choice.phone}</A> {choice.when}
      </p>
    )}
  </div>
);

interface MeantAddressProps {
  readonly email: string | null;
  readonly onAccept: (email: string) => void;
}

/** Asks whether another e-mail address was meant; a click accepts it. */
function MeantAddress({ email, onAccept }: MeantAddressProps) {
  return (
    <div role="status">
      {email !== null && (
        <p className="small">
          Did you mean{' '}
          <button type="button" className="text-button" onClick={() => onAccept(email)}>
            {email}
          </button>
          ?
        </p>
      )}
    </div>
  );
}
