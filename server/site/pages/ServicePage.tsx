import { contactPath, servicePath, servicesPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import type { ServiceFeature } from '../../content/collections/serviceFeatures.ts';
import type { Service } from '../../content/collections/services.ts';
import { mapResult, type Result, valueIn } from '../../content/siteContent.ts';
import { Breadcrumbs } from '../blocks/Breadcrumbs.tsx';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { CheckList } from '../blocks/CheckList.tsx';
import { Hero, UnreachableHero } from '../blocks/Hero.tsx';
import { NamedTexts } from '../blocks/NamedTexts.tsx';
import { Answers, Questions, SampleReport } from '../blocks/OwnersAnswers.tsx';
import { Points } from '../blocks/Points.tsx';
import { relatedServices } from '../blocks/relatedServices.ts';
import { SanitizedHtml } from '../blocks/SanitizedHtml.tsx';
import { chooseScene } from '../blocks/Scene.tsx';
import { Section } from '../blocks/Section.tsx';
import { subjectOfService } from '../blocks/ServiceCard.tsx';
import { ServiceCosts } from '../blocks/ServiceCosts.tsx';
import { AllServicesLink, ServiceList } from '../blocks/ServiceList.tsx';
import { UrgentBand } from '../blocks/Urgent.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { priceText } from '../money.ts';
import { useSite } from '../siteContext.ts';

const notFoundTitle = 'Service not found';

/** One service: what it is, what is included, how it works, and related services. */
export const servicePage = definePage({
  styles: 'services',
  absentStyles: 'plain',
  select: ({ content, params }) => {
    const service = mapResult(
      content.services,
      (all) => all.find(({ slug }) => slug === params.slug) ?? null,
    );
    const id = valueIn(service)?.id;
    return {
      service,
      features: mapResult(content.service_features, (all) => all.filter(({ serviceId }) => serviceId === id)),
      services: content.services,
      call: content.cta_settings,
    };
  },
  primary: 'service',
  reviews: ({ service }) => ({ slug: valueIn(service)?.slug ?? '', readers: 'owners' }),
  describe: ({ service }) => {
    const found = valueIn(service);
    if (!found) return { title: notFoundTitle, description: null, path: null };
    return {
      title: found.title,
      description: found.summary ?? found.description,
      path: servicePath(found.slug),
      picture: found.heroPicture ?? found.picture,
      service: found,
      questions: found.questions,
      trail: trailOf(found),
    };
  },
  View: ({ service, features, services, call }) => (
    <WhenLoaded
      result={service}
      fallback={<UnreachableHero title={notFoundTitle} scene="canyon" />}
      absent={<ServiceNotFound />}
    >
      {(found) => (
        <>
          <ServiceHero service={found} />
          {found.urgency && <UrgentBand />}
          <ServiceBody service={found} features={features} />
          <ServiceCosts service={found} />
          <Answers answers={found.answers} row={editedRow('services', found)} />
          <SampleReport service={found} />
          <Questions questions={found.questions} row={editedRow('services', found)} />
          <ServiceSteps service={found} />
          <RelatedServices current={found} services={valueIn(services) ?? []} />
          <CallToActionBand call={valueIn(call)} />
        </>
      )}
    </WhenLoaded>
  ),
});

const trailOf = ({ title, slug }: Service) => [
  { name: 'Services', path: servicesPath },
  { name: title, path: servicePath(slug) },
];

function ServiceHero({ service }: { readonly service: Service }) {
  const { scene } = chooseScene(subjectOfService(service));
  return (
    <Hero
      above={<Breadcrumbs trail={trailOf(service)} />}
      title={service.heroTitle ?? service.title}
      subtitle={service.heroSubtitle ?? service.summary}
      picture={service.heroPicture ?? service.picture}
      scene={scene}
      transition={service.slug}
      row={editedRow('services', service)}
    >
      <QuoteButton service={service.slug} />
      {service.price && (
        <p className="hero-price">
          <A href="#costs">{priceText(service.price)}</A>
        </p>
      )}
    </Hero>
  );
}

interface ServiceBodyProps {
  readonly service: Service;
  readonly features: Result<readonly ServiceFeature[]>;
}

/** The editor's description of a service, and what is included. */
function ServiceBody({ service, features }: ServiceBodyProps) {
  const editable = useEditable();
  const row = editedRow('services', service);
  // An empty section would be a gap between two others.
  if (!service.content && !service.description && valueIn(features)?.length === 0) return null;
  return (
    <div className="section">
      <div className="container service-body">
        {service.content ? (
          <SanitizedHtml html={service.content} mark={editable(row, 'content')} />
        ) : (
          service.description && (
            <p className="lead" {...editable(row, 'description')}>
              {service.description}
            </p>
          )
        )}
        <WhenLoaded result={features}>
          {(included) =>
            included.length > 0 && (
              <section
                className="panel included"
                aria-labelledby="included"
                {...editable(row, 'features_title', 'features')}
              >
                <EditLink row={row} />
                <h2 id="included">{service.featuresTitle ?? "What's Included"}</h2>
                <CheckList lines={included.map(({ text }) => text)} />
                <QuoteButton service={service.slug} />
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
  if (steps.length === 0 && facts.length === 0) return null;
  return (
    <Section
      id="how"
      title={steps.length > 0 ? 'How it works' : 'Good to know'}
      className="section-tint"
      row={editedRow('services', service)}
      fields={['steps', 'what_happens_next']}
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
