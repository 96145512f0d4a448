import { deliveryFailedText, unknownReferenceText } from '../../../shared/contactWording.ts';
import type { SentEnquiry } from '../../../shared/deliveryStatus.ts';
import { type EnquiryValues, enquiryFormId, untouchedForm } from '../../../shared/enquiryFields.ts';
import { sentTitle } from '../../../shared/islands/SentMessage.tsx';
import { blogPath, contactPath, contactSentPath, servicesPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { AnswerPromise } from '../components/AnswerPromise.tsx';
import { EnquiryPanel } from '../components/EnquiryPanel.tsx';
import { Island } from '../components/Island.tsx';
import { UrgentNotice } from '../components/Urgent.tsx';
import { definePage, type SitePage } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/** The state of one message at one moment, as its sender sees it. */
interface SentPageState {
  readonly record: SentEnquiry & { readonly number: string; readonly enquiry: EnquiryValues };
  /** Whether the steps of its delivery are known. */
  readonly hasTimeline: boolean;
  /** Whether its delivery is still being followed. */
  readonly following: boolean;
}

/**
 * The page after a message was sent. With script its island follows the delivery; without, a link loads the page again.
 * It does not reload itself, which would throw its reader to the top. Below a failed delivery is the form with what was
 * typed.
 *
 * @param state a text if there is no message to show: the reason
 */
export function contactSentPageWith(state: SentPageState | string): SitePage {
  const known = typeof state === 'string' ? null : state;
  return definePage({
    select: () => ({ kind: 'found', selected: {} }),
    describe: () => ({
      title: sentTitle(known?.record.delivery ?? null),
      description: 'Where your message to us is at this moment.',
      path: null,
      unlisted: true,
    }),
    View: () => (
      <div className="container section contact-sent">
        {typeof state === 'string' ? <NoSuchMessage notice={state} /> : <KnownMessage {...state} />}
      </div>
    ),
  });
}

function KnownMessage({ record, hasTimeline, following }: SentPageState) {
  useStyles('sentMessage');
  const { apiBase } = useSite();
  const { number, delivery, thanks, enquiry } = record;
  const hasFailed = delivery.final === 'failed';
  const again = hasFailed ? `#${enquiryFormId}` : contactSentPath(number);
  return (
    <>
      <Island
        name="sentMessage"
        props={{ number, delivery, hasTimeline, thanks, following, apiBase, again }}
      />
      {hasFailed ? (
        // What was typed is shown only here, for a message that did not arrive.
        <EnquiryPanel state={{ ...untouchedForm, values: enquiry, failure: deliveryFailedText }} />
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

/** For an address without a message number, or with an unknown one, and while nobody can say which it is. */
function NoSuchMessage({ notice }: { readonly notice: string }) {
  useStyles('sentMessage', 'notices');
  return (
    <>
      <header className="contact-sent-head">
        <h1>{sentTitle(null)}</h1>
      </header>
      <p className="notice">{notice}</p>
      {notice === unknownReferenceText && (
        <p>
          <LinkButton href={contactPath}>Write to us again</LinkButton>
        </p>
      )}
    </>
  );
}
