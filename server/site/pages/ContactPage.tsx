import type { ContactQuery } from '../../../shared/contactQuery.ts';
import {
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  serviceOptions,
} from '../../../shared/enquiryFields.ts';
import { untouchedForm } from '../../../shared/islands/ContactForm.tsx';
import { contactPath } from '../../../shared/paths.ts';
import type { Page } from '../../content/collections/pages.ts';
import { mapResult, pageOf, type Result, type SiteContent, valueIn } from '../../content/siteContent.ts';
import { AnswerPromise } from '../blocks/AnswerPromise.tsx';
import { ContactDetails } from '../blocks/ContactDetails.tsx';
import { EnquiryPanel } from '../blocks/EnquiryPanel.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { SanitisedHtml } from '../blocks/SanitisedHtml.tsx';
import { UrgentNotice } from '../blocks/Urgent.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, type SitePage } from '../definePage.tsx';
import { editedRow } from '../editing.tsx';
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
    select: ({ content, query }) => ({
      page: pageOf(content, 'contact'),
      values: valuesAbout(query, content),
      heading: headingFor(query, content),
    }),
    isEmpty: ({ values }, { query }) => (query.service ?? query.home) !== null && !valueIn(values),
    reviews: () => null,
    describe: ({ page }) => ({
      // A page that comes back with an error says so first: it is what a screen reader reads first.
      title: needsAnotherLook ? 'Error: Contact' : 'Contact',
      description: valueIn(page)?.heroSubtitle ?? builtInSubtitle,
      path: contactPath,
      picture: valueIn(page)?.heroPicture ?? null,
      kind: 'ContactPage',
      // What the company costs stands on the home page; this one needs no services to be complete.
      companyServices: [],
    }),
    View: ({ page, values, heading }) => (
      <>
        <ContactHero page={valueIn(page)} heading={heading} />
        <div className="section container contact-columns">
          <div className="stack">
            <UrgentNotice />
            <EnquiryPanel state={state === untouchedForm ? formWith(valueIn(values)) : state} />
          </div>
          <div className="contact-aside">
            <AnswerPromise />
            <WhenLoaded result={page}>
              {(found) => found.content && <SanitisedHtml html={found.content} />}
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

interface ContactHeroProps {
  readonly page: Page | null | undefined;
  /** Why the visitor has come; null where the address does not say. */
  readonly heading: string | null;
}

function ContactHero({ page, heading }: ContactHeroProps) {
  return (
    <Hero
      title={heading ?? page?.heroTitle ?? page?.title ?? builtInTitle}
      subtitle={page?.heroSubtitle ?? builtInSubtitle}
      picture={page?.heroPicture ?? null}
      row={editedRow('pages', page)}
      scene="road"
      shape="compact"
    />
  );
}

/** Why a visitor has come, by the home or service that the address names; null for none, and for an unknown one. */
function headingFor(
  { service, home }: ContactQuery,
  content: Pick<SiteContent, 'homes' | 'services'>,
): string | null {
  const about = home === null ? null : valueIn(content.homes)?.find(({ slug }) => slug === home);
  if (about) return `Ask about ${about.name}`;
  const wanted = service === null ? null : valueIn(content.services)?.find(({ slug }) => slug === service);
  return wanted ? `A quote for ${wanted.title}` : null;
}

/**
 * What stands in the form from the beginning: the service or the home that the visitor comes from. Null for none, and
 * for one that content does not know.
 */
function valuesAbout(
  { service, home }: ContactQuery,
  content: Pick<SiteContent, 'homes' | 'services'>,
): Result<EnquiryValues | null> {
  if (home !== null) {
    return mapResult(content.homes, (homes) => {
      const found = homes.find(({ slug }) => slug === home);
      return found
        ? about([found.name, found.town?.name].filter((word) => word !== undefined).join(', '))
        : null;
    });
  }
  const option = serviceOptions.find(({ value }) => value === service)?.value;
  if (service === null || option !== undefined) {
    return { ok: option === undefined ? null : { ...emptyEnquiryValues, service: option } };
  }
  return mapResult(content.services, (services) => {
    const found = services.find(({ slug }) => slug === service);
    return found ? { ...about(found.title), service: 'other' } : null;
  });
}

/** The form that nobody has touched, with what it is asked about; null: as a visitor first meets it. */
function formWith(values: EnquiryValues | null | undefined): EnquiryFormState | null {
  return values ? { ...untouchedForm, values } : null;
}

/** The message begins with what it is about, because the contact API has no field for it. */
const about = (subject: string): EnquiryValues => ({
  ...emptyEnquiryValues,
  message: `About: ${subject}\n\n`,
});

function Details() {
  const site = useSite();
  return (
    <WhenLoaded result={site.settings} fallback={<ContactDetails details={{ email: mailAddressOf(site) }} />}>
      {(settings) => <ContactDetails details={settings} />}
    </WhenLoaded>
  );
}
