import { deliveryFailedText } from '../../../shared/contactWording.ts';
import type { Delivery } from '../../../shared/deliveryStatus.ts';
import type { EnquiryValues } from '../../../shared/enquiryFields.ts';
import { sentTitle } from '../../../shared/islands/SentMessage.tsx';
import { blogPath, contactPath, contactSentPath, servicesPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { AnswerPromise } from '../blocks/AnswerPromise.tsx';
import { EnquiryPanel, enquiryFormId } from '../blocks/EnquiryPanel.tsx';
import { Island } from '../blocks/Island.tsx';
import { UrgentNotice } from '../blocks/Urgent.tsx';
import { definePage, type SitePage } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/** After this time the page is loaded again, where there is no script. */
const refreshSeconds = 3;

/** One message, for its visitor and one moment. */
interface SentPageState {
  readonly record: {
    readonly number: string;
    readonly enquiry: EnquiryValues;
    readonly delivery: Delivery;
    /** What the contact API said for the visitor. */
    readonly thanks: string | null;
  };
  /** Whether anybody knows where it is. */
  readonly hasTimeline: boolean;
  /** Whether there is still something to wait for. */
  readonly following: boolean;
}

/**
 * The page after a message was sent. With script its island follows the delivery; without, the page loads
 * itself again. That stands in its `noscript` and not in a `Refresh` header, which no script could stop from
 * loading the page under its reader. Below a failed delivery stands the form with what was typed.
 *
 * @param state a text where there is no message to show: why
 */
export function contactSentPageWith(state: SentPageState | string): SitePage {
  const known = typeof state === 'string' ? null : state;
  return definePage({
    styles: 'contact',
    select: () => ({}),
    isAbsent: () => known === null,
    reviews: () => null,
    describe: () => ({
      title: sentTitle(known?.record.delivery ?? null),
      description: 'Where your message to us is at this moment.',
      path: null,
      unlisted: true,
      reload: known?.following
        ? { seconds: refreshSeconds, address: contactSentPath(known.record.number) }
        : null,
    }),
    View: () => (
      <div className="container section contact-sent">
        {typeof state === 'string' ? <NoSuchMessage notice={state} /> : <KnownMessage {...state} />}
      </div>
    ),
  });
}

function KnownMessage({ record, hasTimeline, following }: SentPageState) {
  const { apiBase } = useSite();
  const { number, delivery, thanks, enquiry } = record;
  const hasFailed = delivery.final === 'failed';
  const again = hasFailed ? `#${enquiryFormId}` : contactSentPath(number);
  return (
    <>
      <Island
        name="sentMessage"
        props={{ id: 'delivery', number, delivery, hasTimeline, thanks, following, apiBase, again }}
      />
      {hasFailed ? (
        // What was typed is shown only here, where the message did not arrive.
        <EnquiryPanel state={{ values: enquiry, errors: {}, failure: deliveryFailedText }} />
      ) : (
        <Meanwhile />
      )}
    </>
  );
}

/** What follows, and what there is to do until then. */
function Meanwhile() {
  return (
    <>
      <AnswerPromise />
      <UrgentNotice />
      <p className="cluster">
        <LinkButton href={servicesPath} look="outline">
          See our services
        </LinkButton>
        <LinkButton href={blogPath} look="outline">
          Read our notes
        </LinkButton>
      </p>
    </>
  );
}

/** For an address that holds no number, or one that nobody knows. */
function NoSuchMessage({ notice }: { readonly notice: string }) {
  return (
    <>
      <header className="contact-sent-head">
        <h1>{sentTitle(null)}</h1>
      </header>
      <p className="notice">{notice}</p>
      <p>
        <LinkButton href={contactPath}>Write to us again</LinkButton>
      </p>
    </>
  );
}
