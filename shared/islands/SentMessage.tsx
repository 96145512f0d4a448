import { successText } from '../contactWording.ts';
import { type Delivery, type SentPageState, shortReference } from '../deliveryStatus.ts';
import { blogPath, servicesPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { useDelivery } from './followDelivery.ts';
import { usePageTitle } from './usePageTitle.ts';

interface SentMessageProps extends Pick<SentPageState, 'delivery' | 'notice'> {
  /** Ids within the timeline begin with it. */
  readonly id: string;
  /** The submission's number. */
  readonly reference: string;
  /** Whether there is still something to wait for. */
  readonly following: boolean;
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
  /** The page's own address. */
  readonly address: string;
  /** Where to write the message again. */
  readonly again: string;
}

/** The title of a message that is on its way. */
export const sentText = 'Message sent';

/** The title of the page of a message, by where the message is. */
export function sentTitle(delivery: Delivery | null): string {
  if (delivery === null) return 'Your message';
  return delivery.final === 'failed' ? 'Your message did not arrive' : sentText;
}

/** A message on its way, as its own page shows it: followed by script, or by loading the page again. */
export function SentMessage({ id, reference, notice, following, apiBase, ...page }: SentMessageProps) {
  const first = page.delivery;
  const { delivery, givenUp } = useDelivery({ apiBase, reference, first, following });
  const failed = delivery?.final === 'failed';
  usePageTitle(sentTitle(delivery));
  return (
    <>
      <header className="contact-sent-head">
        <h1>{sentTitle(delivery)}</h1>
        {delivery !== null && !failed && <p className="lead">{successText}</p>}
        <p>
          Reference number: <strong className="contact-reference">{shortReference(reference)}</strong>
        </p>
      </header>
      {delivery === null && notice !== null && <p className="notice">{notice}</p>}
      {delivery !== null && <DeliveryTimeline id={id} delivery={delivery} givenUp={givenUp} />}
      <NextStep {...page} delivery={delivery} open={!givenUp && !delivery?.final} />
    </>
  );
}

interface NextStepProps extends Pick<SentMessageProps, 'delivery' | 'address' | 'again'> {
  /** There is still something to wait for. */
  readonly open: boolean;
}

function NextStep({ address, again, delivery, open }: NextStepProps) {
  if (open) {
    return (
      <p className="small">
        This page updates itself every few seconds. <A href={address}>Look now</A>
      </p>
    );
  }
  if (delivery === null || delivery.final === 'failed') {
    return (
      <p>
        <LinkButton href={again}>Write to us again</LinkButton>
      </p>
    );
  }
  return <AfterSending />;
}

/** Where to go on once a message needs nothing more. */
export function AfterSending() {
  return (
    <p className="cluster">
      <LinkButton href={servicesPath}>See our services</LinkButton>
      <LinkButton href={blogPath} look="outline">
        Read the blog
      </LinkButton>
    </p>
  );
}
