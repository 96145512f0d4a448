import { useEffect, useRef } from 'react';
import type { Delivery } from '../deliveryStatus.ts';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { useDelivery } from './useDelivery.ts';

/** A message that the contact API has taken. */
export interface SentEnquiry {
  readonly text: string;
  /** Null: the message has no number by which its delivery could be followed. */
  readonly delivery: Delivery | null;
}

interface EnquirySentProps {
  /** Ids within begin with it. */
  readonly id: string;
  readonly sent: SentEnquiry;
  readonly apiBase: string;
}

/** Says that a message was sent, takes the focus with it, and follows where the message is. */
export function EnquirySent({ id, sent, apiBase }: EnquirySentProps) {
  const { text, delivery } = sent;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus();
  }, []);
  return (
    <div className="contact-success">
      <div className="notice notice-success" role="status" tabIndex={-1} ref={notice}>
        <p>
          <strong>{text}</strong>
        </p>
        {delivery && (
          <p>
            Reference number: <span className="contact-reference">{delivery.reference}</span>
          </p>
        )}
      </div>
      {delivery && <FollowedMessage id={id} first={delivery} apiBase={apiBase} />}
    </div>
  );
}

interface FollowedMessageProps {
  readonly id: string;
  readonly first: Delivery;
  readonly apiBase: string;
}

function FollowedMessage({ id, first, apiBase }: FollowedMessageProps) {
  const { reference } = first;
  const { delivery, givenUp } = useDelivery({ apiBase, reference, first, following: true });
  return <DeliveryTimeline id={id} delivery={delivery ?? first} givenUp={givenUp} />;
}
