import { savedText, successText } from '../contactWording.ts';
import { type Delivery, isSaved, shortReference } from '../deliveryStatus.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { useDelivery } from './followDelivery.ts';
import { usePageTitle } from './usePageTitle.ts';

interface SentMessageProps {
  /** Ids within the timeline begin with it. */
  readonly id: string;
  /** The message's number. */
  readonly number: string;
  readonly delivery: Delivery;
  /** Whether anybody knows where it is. */
  readonly hasTimeline: boolean;
  /** What the contact API said for the visitor. */
  readonly thanks: string | null;
  /** Whether there is still something to wait for. */
  readonly following: boolean;
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
  /** Where to write the message again. */
  readonly again: string;
}

/** The title of the page of a message; null: nobody knows it. */
export function sentTitle(delivery: Delivery | null): string {
  if (delivery === null) return 'Your message';
  if (delivery.final === 'failed') return 'Your message did not arrive';
  return isSaved(delivery) ? 'Message saved' : 'Message sent';
}

/** A message on its way, as its own page shows it: followed by script, or by loading the page again. */
export function SentMessage({ id, number, hasTimeline, thanks, apiBase, again, ...page }: SentMessageProps) {
  const { delivery, hasEnded } = useDelivery(apiBase, number, page.delivery, page.following);
  const hasFailed = delivery.final === 'failed';
  const title = sentTitle(delivery);
  usePageTitle(title);
  return (
    <>
      <header className="contact-sent-head">
        <h1>{title}</h1>
        {!hasFailed && <p className="lead">{isSaved(delivery) ? savedText : (thanks ?? successText)}</p>}
        <p>
          Reference number: <strong className="contact-reference">{shortReference(number)}</strong>
        </p>
      </header>
      {hasTimeline && <DeliveryTimeline id={id} number={number} delivery={delivery} hasEnded={hasEnded} />}
      {hasFailed ? (
        <p>
          <LinkButton href={again}>Write to us again</LinkButton>
        </p>
      ) : (
        delivery.final === null &&
        !hasEnded && <p className="small">This page updates itself every few seconds.</p>
      )}
    </>
  );
}
