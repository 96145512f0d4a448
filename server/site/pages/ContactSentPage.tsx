import type { SentPageState } from '../../../shared/deliveryStatus.ts';
import { AfterSending, sentText, sentTitle } from '../../../shared/islands/SentMessage.tsx';
import { contactPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Island } from '../blocks/Island.tsx';
import { definePage, type SitePage } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/**
 * The page after a message was sent. With script its island follows the delivery; without, the page loads
 * itself again. That stands in its `noscript` and not in a `Refresh` header, which no script could stop from
 * loading the page under its reader.
 */
export function contactSentPageWith(state: SentPageState): SitePage {
  return definePage({
    styles: 'contact',
    load: () => ({}),
    isAbsent: () => state.thanks === null && state.delivery === null && state.refreshSeconds === null,
    describe: () => ({
      title: state.thanks === null ? sentTitle(state.delivery) : sentText,
      description: 'Where your message to us is at this moment.',
      path: null,
      unlisted: true,
      reloadSeconds: state.refreshSeconds,
    }),
    View: () => <ContactSent {...state} />,
  });
}

function ContactSent({ id, thanks, delivery, notice, refreshSeconds }: SentPageState) {
  const { apiBase } = useSite();
  const following = refreshSeconds !== null;
  return (
    <div className="container section contact-sent">
      {thanks !== null && <SentWithoutNumber thanks={thanks} />}
      {thanks === null && id === null && <NoSuchMessage notice={notice} />}
      {id !== null && (
        <Island
          name="sentMessage"
          props={{ id: 'delivery', reference: id, delivery, notice, following, apiBase }}
        />
      )}
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
