import type { ContentSource, Service, ServiceSummary } from '../../../shared/content.ts';
import { contactPath, servicePath, servicesPath } from '../../../shared/paths.ts';
import { pendingQuery, type Query, settledQuery } from '../../../shared/query.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { subjectOfService } from '../../../shared/ui/ServiceCard.tsx';
import { Breadcrumbs } from '../blocks/Breadcrumbs.tsx';
import { LoadedCallToAction } from '../blocks/CallToActionBand.tsx';
import { CheckList } from '../blocks/CheckList.tsx';
import { Hero, UnreachableHero } from '../blocks/Hero.tsx';
import { Points } from '../blocks/Points.tsx';
import { relatedServices } from '../blocks/relatedServices.ts';
import { SanitisedHtml } from '../blocks/SanitisedHtml.tsx';
import { chooseScene } from '../blocks/Scene.tsx';
import { Section } from '../blocks/Section.tsx';
import { AllServicesLink, ServiceList } from '../blocks/ServiceList.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/** One service: what it is, what is included, how it goes, and what stands beside it. */
export const servicePage = definePage({
  styles: 'services',
  load: ({ content, params }) => {
    const service = content.service(params.slug ?? '');
    return {
      service,
      features: loadFeatures(content, service),
      services: content.services(),
      call: content.callToAction(),
    };
  },
  primary: 'service',
  describe: ({ service }, { params }) => {
    const found = loadedValue(service);
    if (found === null) return { title: 'Service not found', description: null, path: null };
    return {
      title: found?.title ?? 'Service not found',
      description: found?.summary ?? found?.description ?? null,
      path: servicePath(params.slug ?? ''),
      picture: found?.heroPicture ?? found?.picture ?? null,
      ...(found && {
        trail: trailOf(found),
      }),
    };
  },
  View: ({ queries }) => (
    <WhenLoaded
      query={queries.service}
      notice="hero"
      fallback={<UnreachableHero title="Service not found" scene="canyon" />}
    >
      {(service) =>
        service === null ? (
          <ServiceNotFound />
        ) : (
          <>
            <ServiceHero service={service} />
            <ServiceBody service={service} features={queries.features} />
            <ServiceSteps service={service} />
            <WhenLoaded query={queries.services} notice="section" fallback={null}>
              {(services) => <RelatedServices current={service} services={services} />}
            </WhenLoaded>
            <LoadedCallToAction query={queries.call} />
          </>
        )
      }
    </WhenLoaded>
  ),
});

const trailOf = ({ title, slug }: Service) => [
  { name: 'Services', path: servicesPath },
  { name: title, path: servicePath(slug) },
];

/** The features of a service are loaded by its id, which only the loaded service has. */
function loadFeatures(content: ContentSource, service: Query<Service | null>): Query<readonly string[]> {
  const found = loadedValue(service);
  if (found !== undefined) return found ? content.serviceFeatures(found.id) : settledQuery({ ok: [] });
  return pendingQuery(
    service.then((result) => {
      if (!('ok' in result)) return result;
      return result.ok ? content.serviceFeatures(result.ok.id) : { ok: [] };
    }),
  );
}

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
    >
      <QuoteButton service={service.slug} />
    </Hero>
  );
}

interface ServiceBodyProps {
  readonly service: Service;
  readonly features: Query<readonly string[]>;
}

/** What a service is in the words of its editor, and what is included. */
function ServiceBody({ service, features }: ServiceBodyProps) {
  return (
    <div className="section">
      <div className="container service-body">
        {service.content ? (
          <SanitisedHtml html={service.content} />
        ) : (
          service.description && <p className="lead">{service.description}</p>
        )}
        <WhenLoaded query={features} notice="block">
          {(lines) =>
            lines.length > 0 && (
              <section className="panel included" aria-labelledby="included">
                <h2 id="included">{service.featuresTitle ?? "What's Included"}</h2>
                <CheckList lines={lines} />
                <QuoteButton service={service.slug} />
              </section>
            )
          }
        </WhenLoaded>
      </div>
    </div>
  );
}

/** How the service goes, where we work and what happens next: what an owner has promised, and no more. */
function ServiceSteps({ service: { steps, next } }: { readonly service: Service }) {
  const { serviceArea, areaNote, answerPromise } = loadedValue(useSite().settings) ?? {};
  const facts = [
    { name: 'Where we work', words: serviceArea && [withPeriod(serviceArea), areaNote] },
    { name: 'What happens next', words: [answerPromise, next] },
  ].flatMap(({ name, words }) => {
    const text = (words || []).filter(Boolean).join(' ');
    return text === '' ? [] : [{ name, text }];
  });
  if (steps.length === 0 && facts.length === 0) return null;
  return (
    <Section id="how" title={steps.length > 0 ? 'How it works' : 'Good to know'} className="section-tint">
      {steps.length > 0 && <Points points={steps} look="steps" />}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

interface RelatedServicesProps {
  readonly current: Service;
  readonly services: readonly ServiceSummary[];
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
      title="Service not found"
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
