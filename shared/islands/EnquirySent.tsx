import { Fragment, useEffect, useRef } from 'react';
import { notArrivedTitle, sentText } from '../contactWording.ts';
import { isSaved, shortReference } from '../deliveryStatus.ts';
import { type EnquiryValues, writtenLines } from '../enquiryFields.ts';
import { contactSentPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import type { CallChoice } from '../ui/CallChoices.tsx';
import { useStyles } from '../useStyles.ts';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { focusInSight } from './enquiryForm.ts';
import { useDelivery } from './followDelivery.ts';
import { OtherWays, type Ways } from './OtherWays.tsx';
import type { SentWithText } from './useEnquiry.ts';

interface EnquirySentProps {
  readonly sent: SentWithText;
  readonly apiBase: string;
  readonly ways: Ways;
  readonly urgent: CallChoice | null;
  readonly promise: string | null;
  /** Called with the sent values if the message did not arrive, else with null. */
  readonly onWriteAgain: (unsent: EnquiryValues | null) => void;
}

/**
 * Confirms in place of the form that a message was sent, takes the focus and follows the delivery. It covers the form,
 * which keeps its space, so that nothing shifts when the text appears or grows.
 */
export function EnquirySent({ sent, apiBase, ways, urgent, promise, onWriteAgain }: EnquirySentProps) {
  useStyles('enquirySent', 'deliveryTimeline', 'notices');
  const { number, thanks, values } = sent;
  const place = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const { delivery, phase } = useDelivery({ apiBase, number, first: sent.delivery, isPolled: true });
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
          <strong>{hasFailed ? notArrivedTitle : sentText(isSaved(delivery), thanks)}</strong>
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
        <DeliveryTimeline number={number} delivery={delivery} hasEnded={phase === 'over'} />
      )}
      {hasFailed ? (
        <>
          <OtherWays {...ways} first="Nothing that you typed is lost. You can try again" values={values} />
          <p>
            <button type="button" className="button" onClick={() => onWriteAgain(values)}>
              Try again
            </button>
          </p>
        </>
      ) : (
        <>
          <Recap values={values} promise={promise} soonest={urgent ?? ways.call} />
          {/* Placed at the bottom, so that it does not move when content appears above it. */}
          <button type="button" className="button button-outline" onClick={() => onWriteAgain(null)}>
            Write another message
          </button>
        </>
      )}
    </div>
  );
}

interface RecapProps {
  readonly values: EnquiryValues;
  readonly promise: string | null;
  /** The number to call if it cannot wait. */
  readonly soonest: CallChoice | null;
}

/** What happens next, and what was sent. */
const Recap = ({ values, promise, soonest }: RecapProps) => (
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
);
