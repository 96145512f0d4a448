import { savedText, successText } from '../contactWording.ts';
import { type Delivery, shortReference } from '../deliveryStatus.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { useDelivery } from './followDelivery.ts';
import { usePageTitle } from './usePageTitle.ts';

interface SentMessageProps {
  /** Ids within the timeline begin with it. */
  readonly id: string;
  /** The message's number. */
  readonly reference: string;
  /** Where it is; null: nobody will know. */
  readonly delivery: Delivery | null;
  /** What the contact API said for the visitor. */
  readonly thanks: string | null;
  /** Whether there is still something to wait for. */
  readonly following: boolean;
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
  /** Where to write the message again. */
  readonly again: string;
}

/** The title of the page of a message, by whether it is known and where it is. */
export function sentTitle(isKnown: boolean, delivery: Delivery | null): string {
  if (!isKnown) return 'Your message';
  if (delivery?.final === 'failed') return 'Your message did not arrive';
  return delivery?.event === 'saved' ? 'Message saved' : 'Message sent';
}

/** A message on its way, as its own page shows it: followed by script, or by loading the page again. */
export function SentMessage({ id, reference, thanks, following, apiBase, again, ...page }: SentMessageProps) {
  const { delivery, givenUp } = useDelivery({ apiBase, reference, first: page.delivery, following });
  const failed = delivery?.final === 'failed';
  const title = sentTitle(true, delivery);
  usePageTitle(title);
  return (
    <>
      <header className="contact-sent-head">
        <h1>{title}</h1>
        {!failed && (
          <p className="lead">{delivery?.event === 'saved' ? savedText : (thanks ?? successText)}</p>
        )}
        <p>
          Reference number: <strong className="contact-reference">{shortReference(reference)}</strong>
        </p>
      </header>
      {delivery !== null && <DeliveryTimeline id={id} delivery={delivery} givenUp={givenUp} />}
      {delivery !== null && delivery.final === null && !givenUp ? (
        <p className="small">This page updates itself every few seconds.</p>
      ) : failed ? (
        <p>
          <LinkButton href={again}>Write to us again</LinkButton>
        </p>
      ) : null}
    </>
  );
}
