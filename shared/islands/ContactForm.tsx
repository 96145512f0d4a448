import { Fragment, useEffect, useRef } from 'react';
import { notArrivedTitle, savedText, successText } from '../contactWording.ts';
import { isSaved, shortReference } from '../deliveryStatus.ts';
import {
  type EnquiryFormState,
  type EnquiryValues,
  enquiryFields,
  untouchedForm,
  writtenLines,
} from '../enquiryFields.ts';
import { enquiryMailLink } from '../enquiryMailLink.ts';
import { contactSentPath, privacyPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import type { CallChoice } from '../ui/CallChoices.tsx';
import { EnquiryFields, enquiryControlId } from '../ui/EnquiryFields.tsx';
import { ErrorSummary } from '../ui/FormField.tsx';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { focusInSight } from './enquiryForm.ts';
import { useDelivery } from './followDelivery.ts';
import { type SentWithText, useEnquiry } from './useEnquiry.ts';

interface ContactFormProps extends Ways {
  /** The form's id, and the prefix of the ids within. */
  readonly id: string;
  /** The page that it is posted to. */
  readonly action: string;
  /** Null: the initial state. */
  readonly state: EnquiryFormState | null;
  /** Base URL of our JSON endpoints; empty: same origin. */
  readonly apiBase: string;
  /** The phone number for urgent matters, if any. */
  readonly urgent: CallChoice | null;
  /** The company's promise how soon it answers, if any. */
  readonly promise: string | null;
}

/** Other ways to reach the company when the form fails. */
interface Ways {
  /** The company's e-mail address; null if none is known. */
  readonly mailAddress: string | null;
  readonly call: CallChoice | null;
}

const sendingText = 'Sending...';

/**
 * The contact form. Without script it is a plain POST to its page, which on failure renders it again with everything
 * typed; the fragment scrolls back to the form. Once hydrated, it validates and sends by itself and shows the delivery
 * status in its place.
 */
export function ContactForm(props: ContactFormProps) {
  const { id, action, state, mailAddress, apiBase, urgent, call, promise } = props;
  const form = useRef<HTMLFormElement>(null);
  const first = state ?? untouchedForm;
  const enquiry = useEnquiry(form, { first, apiBase });
  const { step, hints } = enquiry;
  const { values, errors, failure } = step.name === 'filling' ? step.state : untouchedForm;
  const isSending = step.name === 'sending';
  const problems = enquiryFields.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ controlId: enquiryControlId(id, name), message }];
  });
  const ways = { mailAddress, call };
  return (
    <div className="contact-stage">
      {step.name === 'sent' && (
        <EnquirySent
          id={`${id}-sent`}
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
        id={id}
        method="post"
        action={`${action}#${id}`}
        ref={form}
        onSubmit={enquiry.onSubmit}
        onInput={enquiry.onInput}
        onBlur={enquiry.onBlur}
        aria-busy={isSending}
        aria-labelledby={`${id}-title`}
        inert={step.name === 'sent'}
      >
        <h2 id={`${id}-title`}>Send us a message</h2>
        <ErrorSummary id={`${id}-errors`} errors={problems} />
        {failure !== null && (
          <div className="notice notice-error contact-failure" role="alert" tabIndex={-1}>
            <p className="form-error">{failure}</p>
            <p>
              {/* If the POST body could not be parsed, there is nothing to show again. */}
              {values.message === ''
                ? 'Your browser may still hold what you typed on the page before this one. You can try again'
                : 'Nothing that you typed is lost. You can try again below'}
              <OtherWays {...ways} values={values} />
            </p>
          </div>
        )}
        <EnquiryFields
          id={id}
          values={first.values}
          errors={errors}
          belowEmail={<MeantAddress email={hints.email} onAccept={enquiry.acceptEmail} />}
        />
        <div role="status">
          {hints.isUrgent && urgent && (
            <p className="notice urgent-words">
              {urgent.reason} Call us, it is quicker: <A href={urgent.href}>{urgent.phone}</A> {urgent.when}
            </p>
          )}
        </div>
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

/** The rest of a sentence that begins with "You can try again": an e-mail with everything typed, or a call. */
const OtherWays = ({ mailAddress, call, values }: Ways & { readonly values: EnquiryValues }) => (
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

interface EnquirySentProps {
  /** Prefix of the ids within. */
  readonly id: string;
  readonly sent: SentWithText;
  readonly apiBase: string;
  readonly ways: Ways;
  readonly urgent: CallChoice | null;
  readonly promise: string | null;
  /** Called with the sent values if the message did not arrive, else with null. */
  readonly onWriteAgain: (unsent: EnquiryValues | null) => void;
}

/**
 * Confirms that a message was sent, takes the focus and follows the delivery. It covers the form, which keeps its
 * space, so that nothing shifts when the text appears or grows.
 */
function EnquirySent({ id, sent, apiBase, ways, urgent, promise, onWriteAgain }: EnquirySentProps) {
  const soonest = urgent ?? ways.call;
  const { text, number, values } = sent;
  const place = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const { delivery, hasEnded } = useDelivery(apiBase, number, sent.delivery, number !== null);
  const hasFailed = delivery.final === 'failed';
  useEffect(() => {
    if (notice.current) focusInSight(notice.current, place.current);
    // It may become shorter with news of the delivery, and what stands below must not move.
    if (words.current) words.current.style.minHeight = `${words.current.offsetHeight}px`;
  }, []);
  return (
    <div className="contact-success" ref={place}>
      <div
        className={hasFailed ? 'notice notice-error' : 'notice notice-success'}
        role="status"
        tabIndex={-1}
        ref={notice}
      >
        <p ref={words}>
          <strong>
            {hasFailed ? notArrivedTitle : isSaved(delivery) || text !== savedText ? text : successText}
          </strong>
        </p>
        {number !== null && (
          <p>
            Reference number:{' '}
            <A href={contactSentPath(number)} className="contact-reference">
              {shortReference(number)}
            </A>
          </p>
        )}
      </div>
      {number !== null && (
        <DeliveryTimeline id={id} number={number} delivery={delivery} hasEnded={hasEnded} />
      )}
      {hasFailed ? (
        <>
          <p>
            Nothing that you typed is lost. You can try again
            <OtherWays {...ways} values={values} />
          </p>
          <p>
            <button type="button" className="button" onClick={() => onWriteAgain(values)}>
              Try again
            </button>
          </p>
        </>
      ) : (
        <div className="contact-recap">
          {promise !== null && <p>{promise}</p>}
          {soonest && (
            <p>
              If it cannot wait, call <A href={soonest.href}>{soonest.phone}</A>.
            </p>
          )}
          <h2>What you wrote</h2>
          <dl>
            {writtenLines(values).map(({ label, text }) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </Fragment>
            ))}
          </dl>
          <p className="contact-written">{values.message}</p>
        </div>
      )}
      {/* Placed at the bottom, so that it does not move when content appears above it. */}
      {!hasFailed && (
        <button type="button" className="button button-outline" onClick={() => onWriteAgain(null)}>
          Write another message
        </button>
      )}
    </div>
  );
}
