import { successText } from '../../../shared/contactWording.ts';
import type { Delivery } from '../../../shared/deliveryStatus.ts';
import { DeliveryTimeline } from '../../../shared/islands/DeliveryTimeline.tsx';
import { blogPath, contactPath, contactSentPath, servicesPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { definePage, type SitePage } from '../definePage.tsx';

/** What the page of a sent message shows, for one visitor and one moment. */
export interface SentPageState {
  /** The submission's number, already checked; null where the address holds none. */
  readonly id: string | null;
  /** Where the message is; null: not known, and `notice` says why. */
  readonly delivery: Delivery | null;
  readonly notice: string | null;
  /** Whether the page will load itself again (its route sets the `Refresh` header). */
  readonly refreshing: boolean;
}

/** The page after a message was sent. */
export function contactSentPageWith(state: SentPageState): SitePage {
  return definePage({
    styles: 'contact',
    ask: () => ({}),
    isAbsent: () => state.delivery === null && !state.refreshing,
    describe: () => ({
      title: titleOf(state),
      description: 'Where your message to us is at this moment.',
      path: null,
      unlisted: true,
    }),
    View: () => <ContactSent {...state} />,
  });
}

function titleOf({ delivery }: SentPageState): string {
  if (delivery === null) return 'Your message';
  return delivery.final === 'failed' ? 'Your message did not arrive' : 'Message sent';
}

function ContactSent(state: SentPageState) {
  const { id, delivery, notice } = state;
  return (
    <div className="container-narrow section contact-sent">
      <header className="contact-sent-head">
        <h1>{titleOf(state)}</h1>
        {delivery !== null && delivery.final !== 'failed' && <p className="lead">{successText}</p>}
        {id !== null && (
          <p>
            Reference number: <strong className="contact-reference">{id}</strong>
          </p>
        )}
      </header>
      {notice !== null && <p className="notice">{notice}</p>}
      {delivery !== null && <DeliveryTimeline id="delivery" delivery={delivery} />}
      <NextStep {...state} />
    </div>
  );
}

function NextStep({ id, delivery, refreshing }: SentPageState) {
  if (id !== null && refreshing) {
    return (
      <p className="small">
        This page looks again by itself every few seconds. <A href={contactSentPath(id)}>Look now</A>
      </p>
    );
  }
  if (delivery === null || delivery.final === 'failed') {
    return (
      <p>
        <LinkButton href={contactPath}>Write to us again</LinkButton>
      </p>
    );
  }
  return (
    <p className="cluster">
      <LinkButton href={servicesPath}>See our services</LinkButton>
      <LinkButton href={blogPath} look="outline">
        Read the blog
      </LinkButton>
    </p>
  );
}
