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

/** Without script, the page reloads after this time. */
const refreshSeconds = 3;

/** The state of one message at one moment, as its sender sees it. */
interface SentPageState {
  readonly record: {
    readonly number: string;
    readonly enquiry: EnquiryValues;
    readonly delivery: Delivery;
    /** The contact API's text for the visitor. */
    readonly thanks: string | null;
  };
  /** Whether the steps of its delivery are known. */
  readonly hasTimeline: boolean;
  /** Whether its delivery is still being followed. */
  readonly following: boolean;
}

/**
 * The page after a message was sent. With script its island follows the delivery; without, the page reloads
 * itself. The reload is in a `noscript` and not in a `Refresh` header, which script could not stop from
 * reloading the page while it is read. Below a failed delivery is the form with what was typed.
 *
 * @param state a text if there is no message to show: the reason
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
        props={{
          number,
          delivery,
          hasTimeline,
          thanks,
          following,
          apiBase,
          again,
        }}
      />
      {hasFailed ? (
        // What was typed is shown only here, for a message that did not arrive.
        <EnquiryPanel state={{ values: enquiry, errors: {}, failure: deliveryFailedText, key: null }} />
      ) : (
        <Meanwhile />
      )}
    </>
  );
}

/** What happens next, and what to do until then. */
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

/** For an address without a message number, or with an unknown one. */
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
