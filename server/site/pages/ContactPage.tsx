import { contactWording } from '../../../shared/contactWording.ts';
import type { Page } from '../../../shared/content.ts';
import type { EnquiryFormState } from '../../../shared/enquiryFields.ts';
import { untouchedForm } from '../../../shared/islands/ContactForm.tsx';
import { contactPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { ContactDetails } from '../blocks/ContactDetails.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { Island } from '../blocks/Island.tsx';
import { SanitisedHtml } from '../blocks/SanitisedHtml.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue, type SitePage } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

const builtInTitle = 'Contact Us';
const builtInSubtitle =
  'Tell us about the property and what it needs. Two or three lines will get us started.';

/** The contact page with the form in a given state, as the response to a POST shows it again. */
export function contactPageWith(state: EnquiryFormState): SitePage {
  const needsAnotherLook = state.failure !== null || Object.keys(state.errors).length > 0;
  return definePage({
    styles: 'contact',
    load: ({ content }) => ({ page: content.page('contact') }),
    describe: ({ page }) => ({
      // A page that comes back with an error says so first: it is what a screen reader reads first.
      title: needsAnotherLook ? 'Error: Contact' : 'Contact',
      description: loadedValue(page)?.heroSubtitle ?? builtInSubtitle,
      path: contactPath,
      picture: loadedValue(page)?.heroPicture ?? null,
      aboutCompany: true,
    }),
    View: ({ queries }) => (
      <>
        <WhenLoaded query={queries.page} notice="hero" fallback={<ContactHero page={null} />}>
          {(page) => <ContactHero page={page} />}
        </WhenLoaded>
        <div className="section container contact-columns">
          <EnquiryPanel state={state} />
          <div className="contact-aside">
            <WhenLoaded query={queries.page} notice="block">
              {(page) => page?.content && <SanitisedHtml html={page.content} />}
            </WhenLoaded>
            <Details />
          </div>
        </div>
      </>
    ),
  });
}

/** The contact page as a visitor first meets it. */
export const contactPage = contactPageWith(untouchedForm);

function ContactHero({ page }: { readonly page: Page | null }) {
  return (
    <Hero
      title={page?.heroTitle ?? page?.title ?? builtInTitle}
      subtitle={page?.heroSubtitle ?? builtInSubtitle}
      picture={page?.heroPicture ?? null}
      scene="road"
      shape="compact"
    />
  );
}

function EnquiryPanel({ state }: { readonly state: EnquiryFormState }) {
  const { contactEmail, takesEnquiries, apiBase } = useSite();
  return (
    <div className="panel contact-panel">
      {!takesEnquiries && state.failure === null && <FormUnavailable address={contactEmail} />}
      <Island
        name="contactForm"
        props={{
          id: 'enquiry',
          state: state === untouchedForm ? null : state,
          mailAddress: contactEmail,
          apiBase,
        }}
      />
    </div>
  );
}

function Details() {
  const { settings, contactEmail } = useSite();
  return (
    <WhenLoaded
      query={settings}
      notice="block"
      fallback={<ContactDetails details={{ email: contactEmail }} />}
    >
      {(loaded) => <ContactDetails details={loaded} />}
    </WhenLoaded>
  );
}

/** Says before anybody types that the form cannot be sent, and where to write instead. */
function FormUnavailable({ address }: { readonly address: string }) {
  const [before, after] = contactWording({ kind: 'notConfigured' }, address).split(address);
  return (
    <p className="notice contact-unavailable">
      {before}
      <A href={`mailto:${encodeURI(address)}`}>{address}</A>
      {after}
    </p>
  );
}
