import { deliveryFailedText } from '../../../shared/contactWording.ts';
import type { SentPageState } from '../../../shared/deliveryStatus.ts';
import type { EnquiryValues } from '../../../shared/enquiryFields.ts';
import { AfterSending, sentText, sentTitle } from '../../../shared/islands/SentMessage.tsx';
import { contactPath, contactSentPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { EnquiryPanel, enquiryFormId } from '../blocks/EnquiryPanel.tsx';
import { Island } from '../blocks/Island.tsx';
import { definePage, type SitePage } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

interface Origin {
  /** The page's own address, with its query. */
  readonly address: string;
  /** What was typed, where this process knows it by that address. */
  readonly typed: EnquiryValues | null;
}

/**
 * The page after a message was sent. With script its island follows the delivery; without, the page loads
 * itself again. That stands in its `noscript` and not in a `Refresh` header, which no script could stop from
 * loading the page under its reader. Below a failed delivery stands the form with what was typed.
 */
export function contactSentPageWith(state: SentPageState, origin?: Origin): SitePage {
  const { refreshSeconds: seconds } = state;
  const { address, typed } = origin ?? { address: contactSentPath(state.id ?? ''), typed: null };
  return definePage({
    styles: 'contact',
    select: () => ({}),
    isAbsent: () => state.thanks === null && state.delivery === null && state.refreshSeconds === null,
    describe: () => ({
      title: state.thanks === null ? sentTitle(state.delivery) : sentText,
      description: 'Where your message to us is at this moment.',
      path: null,
      unlisted: true,
      reload: seconds === null ? null : { seconds, address },
    }),
    View: () => <ContactSent {...state} address={address} typed={typed} />,
  });
}

function ContactSent({
  id,
  thanks,
  delivery,
  notice,
  refreshSeconds,
  address,
  typed,
}: SentPageState & Origin) {
  const { apiBase } = useSite();
  const following = refreshSeconds !== null;
  const givenBack = delivery?.final === 'failed' ? typed : null;
  return (
    <div className="container section contact-sent">
      {thanks !== null && <SentWithoutNumber thanks={thanks} />}
      {thanks === null && id === null && <NoSuchMessage notice={notice} />}
      {id !== null && (
        <Island
          name="sentMessage"
          props={{
            id: 'delivery',
            reference: id,
            delivery,
            notice,
            following,
            apiBase,
            address,
            again: givenBack ? `#${enquiryFormId}` : typed ? address : contactPath,
          }}
        />
      )}
      {givenBack && <EnquiryPanel state={{ values: givenBack, errors: {}, failure: deliveryFailedText }} />}
    </div>
  );
}

/** For a message without a submission id: its delivery cannot be followed. */
function SentWithoutNumber({ thanks }: { readonly thanks: string }) {
  return (
    <>
      <header className="contact-sent-head">
        <h1>{sentText}</h1>
        <p className="lead">{thanks}</p>
      </header>
      <AfterSending />
    </>
  );
}

/** For an address that holds no number. */
function NoSuchMessage({ notice }: { readonly notice: string | null }) {
  return (
    <>
      <header className="contact-sent-head">
        <h1>{sentTitle(null)}</h1>
      </header>
      {notice !== null && <p className="notice">{notice}</p>}
      <p>
        <LinkButton href={contactPath}>Write to us again</LinkButton>
      </p>
    </>
  );
}
