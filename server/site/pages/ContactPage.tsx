import type { ContactQuery } from '../../../shared/contactQuery.ts';
import type { ContentSource, Page } from '../../../shared/content.ts';
import {
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  serviceOptions,
} from '../../../shared/enquiryFields.ts';
import { untouchedForm } from '../../../shared/islands/ContactForm.tsx';
import { contactPath } from '../../../shared/paths.ts';
import { mapQuery, type Query, settledQuery } from '../../../shared/query.ts';
import { ContactDetails } from '../blocks/ContactDetails.tsx';
import { EnquiryPanel } from '../blocks/EnquiryPanel.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { SanitisedHtml } from '../blocks/SanitisedHtml.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue, type SitePage } from '../definePage.tsx';
import { mailAddressOf, useSite } from '../siteContext.ts';

const builtInTitle = 'Contact Us';
const builtInSubtitle =
  'Tell us about the property and what it needs. Two or three lines will get us started.';

/** The contact page with the form in a given state, as the response to a POST shows it again. */
export function contactPageWith(state: EnquiryFormState): SitePage {
  const needsAnotherLook = state.failure !== null || Object.keys(state.errors).length > 0;
  return definePage({
    styles: 'contact',
    query: ['service', 'home'],
    load: ({ content, query }) => ({ page: content.page('contact'), values: loadValues(content, query) }),
    describe: ({ page, values }, { query }) => ({
      // A page that comes back with an error says so first: it is what a screen reader reads first.
      title: needsAnotherLook ? 'Error: Contact' : 'Contact',
      description: loadedValue(page)?.heroSubtitle ?? builtInSubtitle,
      path: contactPath,
      picture: loadedValue(page)?.heroPicture ?? null,
      aboutCompany: true,
      // Endlessly many addresses ask about something that there is not; they are the page without a question.
      unlisted: (query.service ?? query.home) !== null && loadedValue(values) === null,
    }),
    View: ({ queries }) => (
      <>
        <WhenLoaded query={queries.page} notice="hero" fallback={<ContactHero page={null} />}>
          {(page) => <ContactHero page={page} />}
        </WhenLoaded>
        <div className="section container contact-columns">
          {state === untouchedForm ? (
            <WhenLoaded query={queries.values} notice="block" fallback={<EnquiryPanel state={null} />}>
              {(values) => <EnquiryPanel state={values && { ...untouchedForm, values }} />}
            </WhenLoaded>
          ) : (
            <EnquiryPanel state={state} />
          )}
          <div className="contact-aside">
            <AnswerPromise />
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

/**
 * What stands in the form from the beginning: the service or the home that the visitor comes from. Null for none, and
 * for one that content does not know.
 */
function loadValues(content: ContentSource, { service, home }: ContactQuery): Query<EnquiryValues | null> {
  if (home !== null) {
    return mapQuery(content.homes(), (homes) => {
      const found = homes.find(({ slug }) => slug === home);
      return found
        ? about([found.name, found.town?.name].filter((word) => word !== undefined).join(', '))
        : null;
    });
  }
  const option = serviceOptions.find(({ value }) => value === service)?.value;
  if (service === null || option !== undefined) {
    return settledQuery({ ok: option === undefined ? null : { ...emptyEnquiryValues, service: option } });
  }
  return mapQuery(content.services(), (services) => {
    const found = services.find(({ slug }) => slug === service);
    return found ? { ...about(found.title), service: 'other' } : null;
  });
}

/** The message begins with what it is about, because the contact API has no field for it. */
const about = (subject: string): EnquiryValues => ({
  ...emptyEnquiryValues,
  message: `About: ${subject}\n\n`,
});

function Details() {
  const site = useSite();
  return (
    <WhenLoaded
      query={site.settings}
      notice="block"
      fallback={<ContactDetails details={{ email: mailAddressOf(site) }} />}
    >
      {(loaded) => <ContactDetails details={loaded} />}
    </WhenLoaded>
  );
}

/** How soon the company says that it answers. */
function AnswerPromise() {
  const promise = loadedValue(useSite().settings)?.answerPromise ?? null;
  return promise === null ? null : <p className="lead answer-promise">{promise}</p>;
}
