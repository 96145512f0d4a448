import type { ContactQuery } from '../../../shared/contactQuery.ts';
import type { Picture as PictureContent } from '../../../shared/content.ts';
import { countWithNoun } from '../../../shared/countWithNoun.ts';
import {
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  serviceOptions,
  untouchedForm,
} from '../../../shared/enquiryFields.ts';
import { contactAbout, contactPath } from '../../../shared/paths.ts';
import type { StayQuery } from '../../../shared/stay.ts';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Page } from '../../content/collections/pages.ts';
import { mapResult, pageOf, type Result, type SiteContent, valueIn } from '../../content/siteContent.ts';
import { AnswerPromise } from '../components/AnswerPromise.tsx';
import { ContactDetails } from '../components/ContactDetails.tsx';
import { EnquiryPanel, needsAnotherLook } from '../components/EnquiryPanel.tsx';
import { HouseCard } from '../components/HouseCard.tsx';
import { Person, type PersonFound, personOf } from '../components/Person.tsx';
import { SanitizedHtml } from '../components/SanitizedHtml.tsx';
import { UrgentLine } from '../components/Urgent.tsx';
import { WhenLoaded } from '../components/WhenLoaded.tsx';
import { definePage, type SitePage } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { mailAddressOf, useSite } from '../siteContext.ts';
import { stayOf, stayText } from '../stay.ts';
import { stayTotal, totalText } from '../stayPrice.ts';

const builtInTitle = 'Contact Us';
const builtInSubtitle =
  'Tell us about the property and what it needs. Two or three lines will get us started.';

/**
 * The contact page with the form in a given state, as the response to a POST shows it again.
 *
 * @param posted what the posted form was opened for, without which the address says so; and the origin that it is posted
 *   to, empty for that of the page
 */
export function contactPageWith(
  state: EnquiryFormState,
  posted: { readonly about: ContactQuery | null; readonly origin: string } = { about: null, origin: '' },
): SitePage {
  return definePage({
    hasForm: true,
    query: ['about', 'service', 'home', 'guests', 'dogs', 'checkIn', 'checkOut'],
    select: ({ content, query }) => {
      const page = pageOf(content, 'contact');
      const subject = subjectOf(posted.about ?? query, content);
      const isUnknown = (query.service ?? query.home ?? query.about) !== null && !valueIn(subject);
      const shown = { selected: { page, subject }, row: valueIn(page) };
      return { kind: isUnknown ? 'noMatches' : 'found', ...shown };
    },
    describe: ({ page }) => ({
      // After an error the title says so first, because a screen reader reads the title first.
      title: `${needsAnotherLook(state) ? 'Error: ' : ''}${valueIn(page)?.title ?? 'Contact'}`,
      description: valueIn(page)?.heroSubtitle ?? builtInSubtitle,
      path: contactPath,
      picture: valueIn(page)?.heroPicture ?? null,
      kind: 'ContactPage',
      // The home page has the company's price range; this page needs no services to be complete.
      companyServices: [],
    }),
    View: ({ page, subject }) => (
      <div className="container contact-columns">
        <ContactHead page={valueIn(page)} subject={valueIn(subject) ?? null} />
        <div className="contact-main">
          <EnquiryPanel
            action={posted.origin + (valueIn(subject)?.address ?? contactPath)}
            state={state === untouchedForm ? formAbout(valueIn(subject)?.values) : state}
          />
        </div>
        <div className="contact-aside">
          <AnswerPromise />
          <Person person={valueIn(subject)?.person ?? null} answersFor="it" />
          {/* It is for owners. */}
          {!valueIn(subject)?.isForGuests && (
            <WhenLoaded result={page}>
              {(found) => found.content && <SanitizedHtml html={found.content} />}
            </WhenLoaded>
          )}
          <Details />
          <HouseCard />
        </div>
      </div>
    ),
  });
}

/** The contact page with an untouched form. */
export const contactPage = contactPageWith(untouchedForm);

interface ContactHeadProps {
  readonly page: Page | null | undefined;
  /** What the address names; null for nothing. */
  readonly subject: Subject | null;
}

/** The title beside the form, the number for what cannot wait, and a picture of what the visit is about. */
function ContactHead({ page, subject }: ContactHeadProps) {
  const editable = useEditable();
  const row = editedRow('pages', page);
  const picture = subject?.picture ?? page?.heroPicture ?? null;
  useStyles('contact');
  return (
    <header className="contact-head">
      <EditLink row={row} />
      <h1 {...editable(row, 'heroTitle')}>
        {subject?.heading ?? page?.heroTitle ?? page?.title ?? builtInTitle}
      </h1>
      <p className="lead" {...editable(row, 'heroSubtitle')}>
        {subject?.lead ?? page?.heroSubtitle ?? builtInSubtitle}
      </p>
      <UrgentLine />
      {picture && (
        <Picture
          picture={picture}
          sizes="(min-width: 64rem) 30rem, 1px"
          ratio="landscape"
          mark={editable(row, 'heroPicture')}
        />
      )}
    </header>
  );
}

/** The subject that an address names. */
interface Subject {
  /** This page, opened for the subject. */
  readonly address: string;
  readonly heading: string | null;
  /** In place of the page's own subheading. */
  readonly lead?: string;
  readonly picture?: PictureContent | null;
  readonly person?: PersonFound | null;
  readonly isForGuests?: true;
  /** The initial values of the form. */
  readonly values: EnquiryValues;
}

/** What the address names; null for nothing, and for what content does not have. */
function subjectOf(query: ContactQuery, content: SiteContent): Result<Subject | null> {
  if (query.home !== null) return homeSubject(query.home, query, content);
  if (query.about === 'neighbor')
    return { ok: { address: `${contactPath}?about=neighbor`, ...fromNeighbor } };
  return query.service === null ? { ok: null } : serviceSubject(query.service, content);
}

const fromNeighbor = {
  heading: 'You live next door',
  lead: 'Tell us which house, and what it is about: noise, a car, a lamp, a dog. If it is now, call.',
  isForGuests: true,
  values: { ...emptyEnquiryValues, service: 'other', message: 'I live next door to: ' },
} as const;

function homeSubject(
  slug: string,
  { about: writer, service: _, home: _home, ...stay }: ContactQuery,
  content: SiteContent,
): Result<Subject | null> {
  return mapResult(content.homes, (homes) => {
    const home = homes.find((each) => each.slug === slug);
    if (!home) return null;
    const shown = {
      picture: home.picture,
      person: personOf(home.person, content),
      isForGuests: true,
    } as const;
    if (writer === 'neighbor') {
      const values = { ...fromNeighbor.values, message: `${fromNeighbor.values.message}${home.name}\n\n` };
      return { ...fromNeighbor, ...shown, address: contactAbout('home', slug, { about: writer }), values };
    }
    return {
      ...shown,
      address: contactAbout('home', slug, stay),
      heading: `Ask about ${home.name}`,
      lead: 'Dates, beds, the dog, the stairs: ask whatever you need to know before you book.',
      values: about(homeWords(home, stay)),
    };
  });
}

function serviceSubject(slug: string, content: SiteContent): Result<Subject | null> {
  const service = valueIn(content.services)?.find((each) => each.slug === slug);
  const heading = service ? `A quote for ${service.title}` : null;
  const address = contactAbout('service', slug);
  const person = personOf(service?.person ?? null, content);
  const option = serviceOptions.find(({ value }) => value === slug)?.value;
  if (option) return { ok: { address, heading, person, values: { ...emptyEnquiryValues, service: option } } };
  return mapResult(content.services, () =>
    service ? { address, heading, person, values: { ...about(service.title), service: 'other' } } : null,
  );
}

/** A home with the chosen stay and its price: `Tumalo Barn, July 10 – 17, 2027, 4 guests, a dog ($2,192.25 in all)`. */
function homeWords(home: Home, query: StayQuery): string {
  const stay = stayOf(query);
  const isStay = stay?.kind === 'stay';
  const price = stayTotal(home, stay, query);
  const words = [
    home.name,
    isStay ? stayText(stay, true) : home.town?.name,
    query.guests === null ? undefined : countWithNoun(query.guests, 'guest'),
    query.dogs ? 'a dog' : undefined,
  ].filter((word) => word !== undefined);
  return words.join(', ') + (price?.kind === 'total' ? ` (${totalText(price)})` : '');
}

/** The untouched form with the initial values of a subject. */
const formAbout = (values = emptyEnquiryValues): EnquiryFormState => ({ ...untouchedForm, values });

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
