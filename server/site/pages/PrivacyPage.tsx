import { contactPath, privacyPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Page } from '../../content/collections/pages.ts';
import { withoutTitle } from '../../content/parse/sanitizeHtml.ts';
import { pageOf, valueIn } from '../../content/siteContent.ts';
import { SanitizedHtml } from '../components/SanitizedHtml.tsx';
import { definePage } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { siteWords } from '../layout/Brand.tsx';
import { mailAddressOf, useSite } from '../siteContext.ts';

/** The privacy page: an editor's text, or the built-in one, which is true of the site as delivered. */
export const privacyPage = definePage({
  select: ({ content }) => {
    const page = pageOf(content, 'privacy');
    return { kind: 'found', selected: { page }, row: valueIn(page) };
  },
  describe: ({ page }) => ({
    title: valueIn(page)?.title ?? 'Privacy',
    description:
      'What this website learns about its visitors, what happens to a message that you send us, and who to ask about it.',
    path: privacyPath,
  }),
  View: ({ page }) => (
    <article className="container section text-page">
      <PrivacyText page={valueIn(page)} />
    </article>
  ),
});

function PrivacyText({ page }: { readonly page: Page | null | undefined }) {
  useStyles('textPage');
  const editable = useEditable();
  const row = editedRow('pages', page);
  const title = page?.heroTitle ?? page?.title ?? 'Privacy';
  const html = withoutTitle(page?.content ?? null, title);
  if (!page || html === null) return <DefaultPrivacy />;
  return (
    <>
      <header className="page-intro">
        <EditLink row={row} />
        <h1 {...editable(row, 'heroTitle')}>{title}</h1>
        {page.heroSubtitle !== null && <p className="lead">{page.heroSubtitle}</p>}
      </header>
      <SanitizedHtml html={html} mark={editable(row, 'content')} />
      <KeptMessages />
    </>
  );
}

/** How long the site keeps messages, which depends on its configuration: an editor's text cannot know. */
function KeptMessages() {
  const days = useSite().keepsEnquiriesDays;
  return (
    <div className="prose">
      <h2>How long we keep your message</h2>
      {days === null ? (
        <p>
          This website keeps what you send us for a quarter of an hour, to tell you whether it has arrived.
          The email stays with those who answer you.
        </p>
      ) : (
        <p>
          This website keeps what you send us for {days === 1 ? 'a day' : `${days} days`}, so that no message
          is lost: your words and details, which page led you to the form, the link of a campaign if one
          brought you here, and when the message was sent and delivered. Then it is erased.
        </p>
      )}
    </div>
  );
}

function DefaultPrivacy() {
  const site = useSite();
  const { name } = siteWords(site);
  const mailAddress = mailAddressOf(site);
  return (
    <>
      <header className="page-intro">
        <h1>Privacy</h1>
        <p className="lead">What this website learns about you, in plain words. It is not much.</p>
      </header>
      <div className="prose">
        <h2>When you only read</h2>
        <p>
          You need no account here, and we set no cookies. If you choose a color theme or close a notice, your
          browser remembers that in its own storage and does not send it to us. Until you close the tab, it
          also remembers the dates and guests of a booking search, and the campaign whose link led you here,
          which goes along if you write to us. Like every web server, ours keeps a short log of requests to
          find faults: the time, the page, and how it was answered. To fend off abuse it remembers network
          addresses for an hour at most; they are not in the log.
        </p>
        <h2>When you write to us</h2>
        <p>
          The contact form asks for your name, your email address and a message. Phone number, service and the
          wish for a meeting are up to you. We use these details to answer you, and for nothing else. They
          travel over an encrypted connection and reach {name} as an email; the company that delivers this
          email handles it on our behalf. While you wait, the page shows you how far your message has come;
          should it not arrive, it puts your words back into the form.
        </p>
        <p>
          An unfinished message may stay in your own browser until you close the tab, so that a reload does
          not cost you what you have typed.
        </p>
        <h2>When you search for a rental</h2>
        <p>
          The search on the rental pages is provided by our booking partner. Once you open one of these pages,
          parts of it may be loaded from that company, which then sees your network address. Dates and number
          of guests go to its website when you press the search button, and its own privacy rules hold there.
        </p>
        <h2>When something breaks</h2>
        <p>
          If a page fails, a technical report may go to the service with which we track errors: what happened,
          where in the program, on which page and in which kind of browser. It travels through our own server,
          which leaves your network address out. Nothing that you have typed is part of it.
        </p>
        <p>
          For some visits, and for the minute before an error, a recording of how the page was used may go
          along: where it was scrolled and clicked, with every text, entry and picture replaced by blanks. To
          keep such a recording together, your browser remembers a random number until you close the tab. A
          browser that sends Global Privacy Control is never recorded.
        </p>
        <h2>How fast our pages are</h2>
        <p>
          Your browser may tell us how long a page took to appear and to react: the kind of page and up to
          five numbers, which we add up and do not keep. They hold nothing that identifies you. For one visit
          in ten, the service with which we track errors learns as well how long each part of the page took to
          load and to run.
        </p>
        <h2>Your rights</h2>
        <p>
          You may ask what we hold about you, have it corrected, or have it deleted. Write to{' '}
          {mailAddress !== null && (
            <>
              <A href={`mailto:${mailAddress}`}>{mailAddress}</A> or use{' '}
            </>
          )}
          <A href={contactPath}>the contact form</A>. We do not sell personal details, and we do not pass them
          on for advertising.
        </p>
      </div>
      <KeptMessages />
    </>
  );
}
