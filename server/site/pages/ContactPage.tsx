import type { ContactQuery } from '../../../shared/contactQuery.ts';
import {
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  serviceOptions,
  untouchedForm,
} from '../../../shared/enquiryFields.ts';
import { contactAbout, contactPath } from '../../../shared/paths.ts';
import type { Page } from '../../content/collections/pages.ts';
import { mapResult, pageOf, type Result, type SiteContent, valueIn } from '../../content/siteContent.ts';
import { AnswerPromise } from '../blocks/AnswerPromise.tsx';
import { ContactDetails } from '../blocks/ContactDetails.tsx';
import { EnquiryPanel, needsAnotherLook } from '../blocks/EnquiryPanel.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { SanitizedHtml } from '../blocks/SanitizedHtml.tsx';
import { UrgentNotice } from '../blocks/Urgent.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, type SitePage } from '../definePage.tsx';
import { editedRow } from '../editing.tsx';
import { mailAddressOf, useSite } from '../siteContext.ts';

const builtInTitle = 'Contact Us';
const builtInSubtitle =
  'Tell us about the property and what it needs. Two or three lines will get us started.';

/**
 * The contact page with the form in a given state, as the response to a POST shows it again.
 *
 * @param posted what the posted form was opened for; without it the address says so
 */
export function contactPageWith(state: EnquiryFormState, posted?: ContactQuery): SitePage {
  return definePage({
    styles: 'contact',
    hasForm: true,
    query: ['service', 'home'],
    select: ({ content, query }) => ({
      page: pageOf(content, 'contact'),
      subject: subjectOf(posted ?? query, content),
    }),
    findsNothing: ({ subject }, { query }) => (query.service ?? query.home) !== null && !valueIn(subject),
    reviews: () => null,
    describe: ({ page }) => ({
      // After an error the title says so first, because a screen reader reads the title first.
      title: needsAnotherLook(state) ? 'Error: Contact' : 'Contact',
      description: valueIn(page)?.heroSubtitle ?? builtInSubtitle,
      path: contactPath,
      picture: valueIn(page)?.heroPicture ?? null,
      kind: 'ContactPage',
      // The home page has the company's price range; this page needs no services to be complete.
      companyServices: [],
    }),
    View: ({ page, subject }) => (
      <>
        <ContactHero page={valueIn(page)} heading={valueIn(subject)?.heading ?? null} />
        <div className="section container contact-columns">
          <div className="stack">
            <UrgentNotice />
            <EnquiryPanel
              action={valueIn(subject)?.address ?? contactPath}
              state={state === untouchedForm ? formAbout(valueIn(subject)) : state}
            />
          </div>
          <div className="contact-aside">
            <AnswerPromise />
            <WhenLoaded result={page}>
              {(found) => found.content && <SanitizedHtml html={found.content} />}
            </WhenLoaded>
            <Details />
          </div>
        </div>
      </>
    ),
  });
}

/** The contact page with an untouched form. */
export const contactPage = contactPageWith(untouchedForm);

interface ContactHeroProps {
  readonly page: Page | null | undefined;
  /** Replaces the title with the subject of the visit; null if the address names none. */
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

/** The subject that an address names. */
interface Subject {
  /** This page, opened for the subject. */
  readonly address: string;
  readonly heading: string | null;
  /** The initial values of the form. */
  readonly values: EnquiryValues;
}

/** The home or service that the address names; null for none, and for one that content does not have. */
function subjectOf(
  { service, home }: ContactQuery,
  content: Pick<SiteContent, 'homes' | 'services'>,
): Result<Subject | null> {
  if (home !== null) {
    return mapResult(content.homes, (homes) => {
      const found = homes.find(({ slug }) => slug === home);
      const words = [found?.name, found?.town?.name].filter((word) => word !== undefined);
      if (!found) return null;
      const heading = `Ask about ${found.name}`;
      return { address: contactAbout('home', home), heading, values: about(words.join(', ')) };
    });
  }
  if (service === null) return { ok: null };
  const title = valueIn(content.services)?.find(({ slug }) => slug === service)?.title;
  const heading = title === undefined ? null : `A quote for ${title}`;
  const address = contactAbout('service', service);
  const option = serviceOptions.find(({ value }) => value === service)?.value;
  if (option) return { ok: { address, heading, values: { ...emptyEnquiryValues, service: option } } };
  return mapResult(content.services, () =>
    title === undefined ? null : { address, heading, values: { ...about(title), service: 'other' } },
  );
}

/** The untouched form with the initial values of a subject; null without a subject. */
const formAbout = (subject: Subject | null | undefined): EnquiryFormState | null =>
  subject ? { ...untouchedForm, values: subject.values } : null;

/** The message begins with the subject, because the contact API has no field for it. */
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
