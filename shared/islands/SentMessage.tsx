import { notArrivedTitle, sentText } from '../contactWording.ts';
import { type Delivery, isSaved, type SentEnquiry, shortReference } from '../deliveryStatus.ts';
import { contactSentPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useStyles } from '../useStyles.ts';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { useDelivery } from './followDelivery.ts';
import { usePageTitle } from './usePageTitle.ts';

interface SentMessageProps extends SentEnquiry {
  readonly number: string;
  /** Whether its delivery status is known, or will be. */
  readonly hasTimeline: boolean;
  /** Whether it is new enough to be polled. */
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

/** The page of a sent message. Script keeps its status up to date; without, a link loads the page again. */
export function SentMessage(props: SentMessageProps) {
  useStyles('sentMessage', 'deliveryTimeline');
  const { number, hasTimeline, thanks, apiBase, again, ...page } = props;
  const { delivery, phase } = useDelivery({
    apiBase,
    number: hasTimeline ? number : null,
    first: page.delivery,
    isPolled: page.following,
  });
  const hasFailed = delivery.final === 'failed';
  const title = sentTitle(delivery);
  usePageTitle(title);
  return (
    <>
      <header className="contact-sent-head">
        <h1>{title}</h1>
        {!hasFailed && <p className="lead">{sentText(isSaved(delivery), thanks)}</p>}
        <p>
          Reference number: <strong className="contact-reference">{shortReference(number)}</strong>
        </p>
      </header>
      {hasTimeline && <DeliveryTimeline number={number} delivery={delivery} hasEnded={phase === 'over'} />}
      {hasFailed ? (
        <p>
          <LinkButton href={again}>Write to us again</LinkButton>
        </p>
      ) : (
        hasTimeline &&
        delivery.final === null && (
          <p className="small">
            {phase === 'polling' ? (
              'This page updates itself every few seconds.'
            ) : (
              <A href={contactSentPath(number)}>Look again</A>
            )}
          </p>
        )
      )}
    </>
  );
}
