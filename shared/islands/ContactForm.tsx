import { useEffect, useRef } from 'react';
import { type Delivery, shortReference } from '../deliveryStatus.ts';
import {
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  enquiryFields,
} from '../enquiryFields.ts';
import { enquiryMailLink } from '../enquiryMailLink.ts';
import { contactPath, privacyPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
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
  const { sending, errors, failure, sent, nearBounds } = enquiry;
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
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>Send us a message</h2>
      {sent && (
        <EnquirySent
          id={`${id}-sent`}
          sent={sent}
          apiBase={apiBase}
          mailAddress={mailAddress}
          onFailed={enquiry.restore}
        />
      )}
      <ErrorSummary id={`${id}-errors`} errors={problems} />
      {failure !== null && <SendFailure {...failure} mailAddress={mailAddress} />}
      <EnquiryFields id={id} values={first.values} errors={errors} nearBounds={nearBounds} />
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

interface SendFailureProps {
  readonly failure: string;
  readonly values: EnquiryValues;
  readonly mailAddress: string | null;
}

/** Why the message was not sent, and the other way that is left: everything typed, in a mail. */
function SendFailure({ failure, values, mailAddress }: SendFailureProps) {
  return (
    <div className="notice notice-error contact-failure" role="alert" tabIndex={-1}>
      <p className="form-error">{failure}</p>
      <OtherWay values={values} mailAddress={mailAddress} />
    </div>
  );
}

function OtherWay({ values, mailAddress }: Pick<SendFailureProps, 'values' | 'mailAddress'>) {
  return (
    <p>
      {isFilled(values)
        ? 'Nothing that you typed is lost. You can try again below'
        : 'Your browser may still hold what you typed on the page before this one. You can try again'}
      {mailAddress !== null && (
        <>
          , or <A href={enquiryMailLink(mailAddress, values)}>send it to {mailAddress} by email</A>
        </>
      )}
      .
    </p>
  );
}

/** A post that could not be read leaves nothing to show again. */
const isFilled = (values: EnquiryValues): boolean =>
  Object.values(values).some((value) => value !== '' && value !== false);

interface EnquirySentProps {
  /** Ids within begin with it. */
  readonly id: string;
  readonly sent: SentWithText;
  readonly apiBase: string;
  readonly mailAddress: string | null;
  /** Called with what was typed when the message turns out not to arrive. */
  readonly onFailed: (values: EnquiryValues) => void;
}

/** Says that a message was sent, takes the focus with it, and follows where the message is. */
function EnquirySent({ id, sent, ...following }: EnquirySentProps) {
  const { text, delivery, values } = sent;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice.current) focusInSight(notice.current, notice.current.closest('form'));
  }, []);
  return (
    <div className="contact-success">
      <div className="notice notice-success" role="status" tabIndex={-1} ref={notice}>
        <p>
          <strong>{text}</strong>
        </p>
        {delivery && (
          <p>
            Reference number: <span className="contact-reference">{shortReference(delivery.reference)}</span>
          </p>
        )}
      </div>
      {delivery && <FollowedMessage id={id} first={delivery} values={values} {...following} />}
    </div>
  );
}

interface FollowedMessageProps extends Omit<EnquirySentProps, 'sent'> {
  readonly first: Delivery;
  readonly values: EnquiryValues;
}

function FollowedMessage({ id, first, values, apiBase, mailAddress, onFailed }: FollowedMessageProps) {
  const { reference } = first;
  const { delivery, givenUp } = useDelivery({ apiBase, reference, first, following: true });
  const shown = delivery ?? first;
  const failed = shown.final === 'failed';
  useEffect(() => {
    if (failed) onFailed(values);
  }, [failed, onFailed, values]);
  return (
    <>
      <DeliveryTimeline id={id} delivery={shown} givenUp={givenUp} />
      {failed && <OtherWay values={values} mailAddress={mailAddress} />}
    </>
  );
}
