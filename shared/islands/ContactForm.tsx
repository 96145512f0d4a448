import { useEffect, useRef } from 'react';
import { savedText, successText } from '../contactWording.ts';
import { shortReference } from '../deliveryStatus.ts';
import {
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  enquiryFields,
} from '../enquiryFields.ts';
import { enquiryMailLink } from '../enquiryMailLink.ts';
import { contactPath, privacyPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import type { CallChoice } from '../ui/CallChoices.tsx';
import { EnquiryFields, enquiryControlId } from '../ui/EnquiryFields.tsx';
import { ErrorSummary } from '../ui/FormField.tsx';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { focusInSight } from './enquiryForm.ts';
import { useDelivery } from './followDelivery.ts';
import { type SentWithText, useEnquiry } from './useEnquiry.ts';

/** The form as a visitor first meets it. */
export const untouchedForm: EnquiryFormState = { values: emptyEnquiryValues, errors: {}, failure: null };

interface ContactFormProps {
  /** The form's own id; those within it begin with it. */
  readonly id: string;
  /** Null: as a visitor first meets it. */
  readonly state: EnquiryFormState | null;
  /** Where visitors may write to by e-mail; null: no address is known. */
  readonly mailAddress: string | null;
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
  /** The number for what cannot wait; null: there is none. */
  readonly urgent: CallChoice | null;
  /** The number to call when the form fails. */
  readonly call: CallChoice | null;
  /** How soon the company says that it answers; null where it does not. */
  readonly promise: string | null;
}

/**
 * The contact form: a plain POST to its page, which draws it again with everything typed when it fails. The
 * fragment brings the reader back to the form then, since no script moves the focus. Hydrated, it checks and sends
 * by itself and follows the delivery below its title.
 */
export function ContactForm({ id, state, mailAddress, apiBase, urgent, call, promise }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const first = state ?? untouchedForm;
  const enquiry = useEnquiry(form, { first, mailAddress, apiBase });
  const { sending, errors, failure, sent, hints } = enquiry;
  const problems = enquiryFields.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ controlId: enquiryControlId(id, name), message }];
  });
  return (
    <div className="contact-stage">
      {sent && (
        <EnquirySent
          id={`${id}-sent`}
          sent={sent}
          apiBase={apiBase}
          mailAddress={mailAddress}
          call={call}
          promise={promise}
          onWriteAgain={enquiry.writeAgain}
        />
      )}
      <form
        className="form contact-form"
        id={id}
        method="post"
        action={`${contactPath}#${id}`}
        ref={form}
        onSubmit={enquiry.onSubmit}
        onInput={enquiry.onInput}
        aria-busy={sending}
        aria-labelledby={`${id}-title`}
        inert={sent !== null}
      >
        <h2 id={`${id}-title`}>Send us a message</h2>
        <ErrorSummary id={`${id}-errors`} errors={problems} />
        {failure !== null && <SendFailure {...failure} mailAddress={mailAddress} call={call} />}
        <EnquiryFields
          id={id}
          values={first.values}
          errors={errors}
          belowEmail={<MeantAddress email={hints.email} onAccept={enquiry.acceptEmail} />}
        />
        <div role="status">
          {hints.isUrgent && urgent && (
            <p className="notice urgent-words">
              {urgent.reason}? Call us, it is quicker: <A href={urgent.href}>{urgent.phone}</A> {urgent.when}
            </p>
          )}
        </div>
        <p className="small">
          We use what you send to answer you, and for nothing else.{' '}
          <A href={privacyPath}>How we treat your details</A>
        </p>
        <button type="submit" className="button" disabled={sending}>
          {sending ? 'Sending...' : 'Send Message'}
        </button>
      </form>
    </div>
  );
}

interface MeantAddressProps {
  readonly email: string | null;
  readonly onAccept: (email: string) => void;
}

/** Asks whether another address was meant, and takes it at a press. */
function MeantAddress({ email, onAccept }: MeantAddressProps) {
  return (
    <div role="status">
      {email !== null && (
        <p className="small">
          Did you mean{' '}
          <button type="button" className="link-button" onClick={() => onAccept(email)}>
            {email}
          </button>
          ?
        </p>
      )}
    </div>
  );
}

interface SendFailureProps extends OtherWaysProps {
  readonly failure: string;
}

/** Why the message was not sent, and the other way that is left: everything typed, in a mail. */
function SendFailure({ failure, ...ways }: SendFailureProps) {
  return (
    <div className="notice notice-error contact-failure" role="alert" tabIndex={-1}>
      <p className="form-error">{failure}</p>
      <p>
        {isFilled(ways.values)
          ? 'Nothing that you typed is lost. You can try again below'
          : 'Your browser may still hold what you typed on the page before this one. You can try again'}
        <OtherWays {...ways} />
      </p>
    </div>
  );
}

interface OtherWaysProps {
  readonly mailAddress: string | null;
  readonly values: EnquiryValues;
  readonly call: CallChoice | null;
}

/** The end of a sentence that begins with what else can be done. */
const OtherWays = ({ mailAddress, values, call }: OtherWaysProps) => (
  <>
    {mailAddress !== null && (
      <>
        , or <A href={enquiryMailLink(mailAddress, values)}>send it to {mailAddress} by email</A>
      </>
    )}
    {call && (
      <>
        , or <A href={call.href}>call {call.phone}</A>
      </>
    )}
    .
  </>
);

/** A post that could not be read leaves nothing to show again. */
const isFilled = (values: EnquiryValues): boolean =>
  Object.values(values).some((value) => value !== '' && value !== false);

interface EnquirySentProps {
  /** Ids within begin with it. */
  readonly id: string;
  readonly sent: SentWithText;
  readonly apiBase: string;
  readonly mailAddress: string | null;
  readonly call: CallChoice | null;
  readonly promise: string | null;
  /** Called with what was sent where that did not arrive. */
  readonly onWriteAgain: (unsent: EnquiryValues | null) => void;
}

/**
 * Says that a message was sent, takes the focus with it, and follows where the message is. It lies over the form,
 * whose room it takes, so that nothing moves when the words come or grow.
 */
function EnquirySent({ id, sent, apiBase, mailAddress, call, promise, onWriteAgain }: EnquirySentProps) {
  const { text, delivery: first, values } = sent;
  const place = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const reference = first?.reference ?? '';
  const { delivery, givenUp } = useDelivery({ apiBase, reference, first, following: first !== null });
  const failed = delivery?.final === 'failed';
  const isSaved = delivery?.event === 'saved';
  useEffect(() => {
    if (notice.current) focusInSight(notice.current, place.current);
  }, []);
  return (
    <div className="contact-success" ref={place}>
      <div className="notice notice-success" role="status" tabIndex={-1} ref={notice}>
        <p>
          <strong>{isSaved || text !== savedText ? text : successText}</strong>
        </p>
        {reference !== '' && (
          <p>
            Reference number: <span className="contact-reference">{shortReference(reference)}</span>
          </p>
        )}
      </div>
      {delivery && <DeliveryTimeline id={id} delivery={delivery} givenUp={givenUp} />}
      {!failed && (
        <div className="contact-recap">
          {promise !== null && <p>{promise}</p>}
          <h2>What you wrote</h2>
          <p className="contact-written">{values.message}</p>
        </div>
      )}
      {failed && (
        <p>
          Nothing that you typed is lost. You can try again
          <OtherWays mailAddress={mailAddress} values={values} call={call} />
        </p>
      )}
      {/* At the foot, so that it stays where it is when something comes above it. */}
      <button
        type="button"
        className={failed ? 'button' : 'button button-outline'}
        onClick={() => onWriteAgain(failed ? values : null)}
      >
        {failed ? 'Try again' : 'Write another message'}
      </button>
    </div>
  );
}
