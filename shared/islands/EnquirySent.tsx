import { useEffect, useRef } from 'react';
import type { Delivery } from '../deliveryStatus.ts';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { useDelivery } from './useDelivery.ts';

/** A message that the contact API has taken. */
export interface SentEnquiry {
  readonly text: string;
  /** The submission's number. */
  readonly reference: string;
  readonly delivery: Delivery;
}

interface EnquirySentProps {
  /** Ids within begin with it. */
  readonly id: string;
  readonly sent: SentEnquiry;
  readonly apiBase: string;
}

/** Says that a message was sent, takes the focus with it, and follows where the message is. */
export function EnquirySent({ id, sent, apiBase }: EnquirySentProps) {
  const { text, reference } = sent;
  const { delivery, givenUp } = useDelivery({ apiBase, reference, first: sent.delivery, following: true });
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
        <p>
          Reference number: <span className="contact-reference">{reference}</span>
        </p>
      </div>
      <DeliveryTimeline id={id} delivery={delivery ?? sent.delivery} givenUp={givenUp} />
    </div>
  );
}
