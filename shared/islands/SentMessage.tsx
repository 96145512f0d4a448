import { notArrivedTitle, savedText, successText } from '../contactWording.ts';
import { type Delivery, isSaved, shortReference } from '../deliveryStatus.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { useDelivery } from './followDelivery.ts';
import { usePageTitle } from './usePageTitle.ts';

interface SentMessageProps {
  /** The message's number. */
  readonly number: string;
  readonly delivery: Delivery;
  /** Whether its delivery status is known, or will be. */
  readonly hasTimeline: boolean;
  /** The contact API's text for the visitor. */
  readonly thanks: string | null;
  /** Whether its status can still change, so that polling makes sense. */
  readonly following: boolean;
  /** Base URL of our JSON endpoints; empty: same origin. */
  readonly apiBase: string;
  /** Link to a form to write the message again. */
  readonly again: string;
}

/** The page title for a message; null: the message is unknown. */
export function sentTitle(delivery: Delivery | null): string {
  if (delivery === null) return 'Your message';
  if (delivery.final === 'failed') return notArrivedTitle;
  return isSaved(delivery) ? 'Message saved' : 'Message sent';
}

/** The page of a sent message. Its status is updated by script, or without script by reloading the page. */
export function SentMessage(props: SentMessageProps) {
  const { number, hasTimeline, thanks, apiBase, again, ...page } = props;
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
      {hasTimeline && (
        <DeliveryTimeline id="delivery" number={number} delivery={delivery} hasEnded={hasEnded} />
      )}
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
