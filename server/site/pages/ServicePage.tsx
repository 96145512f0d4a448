import { contactAbout, contactPath, servicePath, servicesPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { ServiceFeature } from '../../content/collections/serviceFeatures.ts';
import type { Service } from '../../content/collections/services.ts';
import { paragraphsOf } from '../../content/parse/paragraphsOf.ts';
import { withoutTitle } from '../../content/parse/sanitizeHtml.ts';
import { mapResult, type Result, type SiteContent, valueIn } from '../../content/siteContent.ts';
import { Breadcrumbs } from '../components/Breadcrumbs.tsx';
import { CallToActionBand } from '../components/CallToActionBand.tsx';
import { CheckList } from '../components/CheckList.tsx';
import { Hero, UnreachableHero } from '../components/Hero.tsx';
import { NamedTexts } from '../components/NamedTexts.tsx';
import { Answers, Questions, SampleReport } from '../components/OwnersAnswers.tsx';
import { Person, type PersonFound, personOf } from '../components/Person.tsx';
import { Points } from '../components/Points.tsx';
import { relatedServices } from '../components/relatedServices.ts';
import { SanitizedHtml } from '../components/SanitizedHtml.tsx';
import { chooseScene } from '../components/Scene.tsx';
import { Section } from '../components/Section.tsx';
import { subjectOfService } from '../components/ServiceCard.tsx';
import { ServiceCosts } from '../components/ServiceCosts.tsx';
import { AllServicesLink, ServiceList } from '../components/ServiceList.tsx';
import { UrgentNotice } from '../components/Urgent.tsx';
import { WhenLoaded } from '../components/WhenLoaded.tsx';
import { definePage, judgeRow } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { priceText } from '../money.ts';
import { useSite } from '../siteContext.ts';

const notFoundTitle = 'Service not found';

/** One service: what it is, what is included, how it works, and related services. */
export const servicePage = definePage({
  select: ({ content, params }) => {
    const named = mapResult(content.services, (all) => all.find(({ slug }) => slug === params.slug) ?? null);
    const { services, cta_settings: call } = content;
    const show = (service: Service) => ({
      selected: {
        service,
        features: featuresOf(service, content),
        services,
        call,
        person: personOf(service.person, content),
      },
      row: service,
      subject: service.slug,
    });
    return judgeRow(named, show, {
      absent: { title: notFoundTitle, element: <ServiceNotFound /> },
      unavailable: {
        title: notFoundTitle,
        element: <UnreachableHero title={notFoundTitle} scene="canyon" />,
      },
    });
  },
  describe: ({ service }) => ({
    title: service.title,
    description: service.summary ?? paragraphsOf(service.description)[0] ?? null,
    path: servicePath(service.slug),
    picture: service.heroPicture ?? service.picture,
    service,
    questions: service.questions,
    trail: trailOf(service),
  }),
  View: ({ service, features, services, call, person }) => (
    <>
      <ServiceHero service={service} />
      <ServiceBody service={service} features={features} person={person} />
      <ServiceCosts service={service} />
      <Answers answers={service.answers} row={editedRow('services', service)} />
      <SampleReport service={service} />
      <Questions questions={service.questions} row={editedRow('services', service)} />
      <ServiceSteps service={service} />
      <RelatedServices current={service} services={valueIn(services) ?? []} />
      <CallToActionBand call={valueIn(call)} />
    </>
  ),
});

const featuresOf = (service: Service, { service_features: features }: SiteContent) =>
  mapResult(features, (all) => all.filter(({ serviceId }) => serviceId === service.id));

const headingOf = ({ heroTitle, title }: Service): string => heroTitle ?? title;

const trailOf = ({ title, slug }: Service) => [
  { name: 'Services', path: servicesPath },
  { name: title, path: servicePath(slug) },
];

function ServiceHero({ service }: { readonly service: Service }) {
  useStyles('service');
  const { scene } = chooseScene(subjectOfService(service));
  return (
    <Hero
      above={<Breadcrumbs trail={trailOf(service)} />}
      title={headingOf(service)}
      subtitle={service.heroSubtitle ?? service.summary}
      picture={service.heroPicture ?? service.picture}
      scene={scene}
      transition={service.slug}
      row={editedRow('services', service)}
    >
      <ServiceButton service={service} />
      {service.price && (
        <p className="hero-price">
          <A href="#costs">{priceText(service.price)}</A>
        </p>
      )}
    </Hero>
  );
}

/** The service's own button, or the one to the contact form. */
function ServiceButton({ service: { slug, actionText, actionUrl } }: { readonly service: Service }) {
  if (actionText === null && actionUrl === null) return <QuoteButton service={slug} />;
  return (
    <LinkButton href={actionUrl ?? contactAbout('service', slug)} fallback={contactPath}>
      {actionText ?? 'Learn More'}
    </LinkButton>
  );
}

interface ServiceBodyProps {
  readonly service: Service;
  readonly features: Result<readonly ServiceFeature[]>;
  readonly person: PersonFound | null;
}

/** The editor's description of a service, and what is included. */
function ServiceBody({ service, features, person }: ServiceBodyProps) {
  useStyles('service', 'panel');
  const editable = useEditable();
  const row = editedRow('services', service);
  const content = withoutTitle(service.content, headingOf(service));
  // An empty section would be a gap between two others.
  const isEmpty = !content && !service.description && !service.urgency && person === null;
  if (isEmpty && valueIn(features)?.length === 0) return null;
  return (
    <div className="section">
      <div className="container service-body">
        <div className="stack">
          {content ? (
            <SanitizedHtml html={content} mark={editable(row, 'content')} />
          ) : (
            paragraphsOf(service.description).map((paragraph, position) => (
              <p key={position} className="lead" {...editable(row, 'description')}>
                {paragraph}
              </p>
            ))
          )}
          <Person person={person} answersFor={service.title} />
          {service.urgency && !valueIn(features)?.length && <UrgentNotice />}
        </div>
        <WhenLoaded result={features}>
          {(included) =>
            included.length > 0 && (
              <section
                className="panel included"
                aria-labelledby="included"
                {...editable(row, 'featuresTitle', 'features')}
              >
                <EditLink row={row} />
                <h2 id="included">{service.featuresTitle ?? "What's Included"}</h2>
                <CheckList lines={included.map(({ text }) => text)} />
                <ServiceButton service={service} />
                {service.urgency && <UrgentNotice />}
              </section>
            )
          }
        </WhenLoaded>
      </div>
    </div>
  );
}

/** How the service works, where we work and what happens next: only what the owner has promised in content. */
function ServiceSteps({ service }: { readonly service: Service }) {
  const { steps, next } = service;
  const { serviceArea, areaNote, answerPromise } = valueIn(useSite().settings) ?? {};
  const facts = [
    { name: 'Where we work', words: serviceArea && [withPeriod(serviceArea), areaNote] },
    { name: 'What happens next', words: [answerPromise, next] },
  ].flatMap(({ name, words }) => {
    const text = (words || []).filter(Boolean).join(' ');
    return text === '' ? [] : [{ name, text }];
  });
  useStyles(facts.length > 0 && 'facts');
  if (steps.length === 0 && facts.length === 0) return null;
  return (
    <Section
      id="how"
      title={steps.length > 0 ? 'How it works' : 'Good to know'}
      className="section-tint"
      row={editedRow('services', service)}
      fields={['steps', 'next']}
    >
      {steps.length > 0 && <Points points={steps} look="steps" />}
      {facts.length > 0 && <NamedTexts items={facts} className="facts" />}
    </Section>
  );
}

const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

interface RelatedServicesProps {
  readonly current: Service;
  readonly services: readonly Service[];
}

function RelatedServices({ current, services }: RelatedServicesProps) {
  const related = relatedServices(current, services);
  if (related.length === 0) return null;
  const { alike } = chooseScene(subjectOfService(current));
  return (
    <Section id="related" title="Related services" aside={<AllServicesLink />} className="related-services">
      <ServiceList services={related} usedDrawings={[alike]} />
    </Section>
  );
}

function ServiceNotFound() {
  return (
    <Hero
      title={notFoundTitle}
      subtitle="We do not offer a service under this address. It may have been renamed, or the link may be incomplete."
      scene="river"
    >
      <LinkButton href={servicesPath}>See all services</LinkButton>
      <LinkButton href={contactPath} look="outline">
        Ask us about it
      </LinkButton>
    </Hero>
  );
}
