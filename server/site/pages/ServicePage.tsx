import type { Service, ServiceSummary } from '../../../shared/content.ts';
import { answered, asked, type ContentSource, type Question } from '../../../shared/contentSource.ts';
import { contactPath, servicePath, servicesPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { CheckList } from '../blocks/CheckList.tsx';
import { Hero, UnreachableHero } from '../blocks/Hero.tsx';
import { NotFoundView } from '../blocks/NotFoundView.tsx';
import { SanitisedHtml } from '../blocks/SanitisedHtml.tsx';
import { ServiceList } from '../blocks/ServiceList.tsx';
import { ServiceSteps } from '../blocks/ServiceSteps.tsx';
import { CanyonScene } from '../blocks/scenes/CanyonScene.tsx';
import { RiverScene } from '../blocks/scenes/RiverScene.tsx';
import { sceneOfService } from '../blocks/scenes/sceneOfService.ts';
import { familyOfService } from '../blocks/serviceFamilies.ts';
import { WhenAnswered } from '../blocks/WhenAnswered.tsx';
import { definePage, known } from '../definePage.tsx';

const relatedCount = 3;

/** One service: what it is, what is included, how it goes, and what stands beside it. */
export const servicePage = definePage({
  styles: 'services',
  ask: ({ content, params }) => {
    const service = content.service(params.slug ?? '');
    return {
      service,
      features: askFeatures(content, service),
      services: content.services(),
      call: content.callToAction(),
    };
  },
  primary: 'service',
  describe: ({ service }, { params }) => {
    const found = known(service);
    if (found === null) return { title: 'Service not found', description: null, path: null };
    return {
      title: found?.title ?? 'Service not found',
      description: found?.summary ?? found?.description ?? null,
      path: servicePath(params.slug ?? ''),
      picture: found?.heroPicture ?? found?.picture ?? null,
      ...(found && {
        trail: [
          { name: 'Services', path: servicesPath },
          { name: found.title, path: servicePath(found.slug) },
        ],
      }),
    };
  },
  View: ({ questions }) => (
    <WhenAnswered
      question={questions.service}
      notice="hero"
      otherwise={<UnreachableHero title="Service not found" scene={<CanyonScene />} />}
    >
      {(service) =>
        service === null ? (
          <ServiceNotFound />
        ) : (
          <>
            <ServiceHero service={service} />
            <ServiceBody service={service} features={questions.features} />
            <ServiceSteps family={familyOfService(service.slug, service.title)} />
            <WhenAnswered question={questions.services} notice="section" otherwise={null}>
              {(services) => <RelatedServices current={service} services={services} />}
            </WhenAnswered>
            <WhenAnswered
              question={questions.call}
              notice="section"
              otherwise={<CallToActionBand call={null} />}
            >
              {(call) => <CallToActionBand call={call} />}
            </WhenAnswered>
          </>
        )
      }
    </WhenAnswered>
  ),
});

/** The lines of a service are asked for by its id, which only the service itself tells. */
function askFeatures(content: ContentSource, service: Question<Service | null>): Question<readonly string[]> {
  const found = known(service);
  if (found !== undefined) return found ? content.serviceFeatures(found.id) : answered({ ok: [] });
  return asked(
    service.then((answer) => {
      if (!('ok' in answer)) return answer;
      return answer.ok ? content.serviceFeatures(answer.ok.id) : { ok: [] };
    }),
  );
}

function ServiceHero({ service }: { readonly service: Service }) {
  const title = service.heroTitle ?? service.title;
  const { Scene } = sceneOfService(service.slug, service.title);
  return (
    <Hero
      above={
        <nav className="breadcrumbs" aria-label="Breadcrumb">
          <A href={servicesPath}>
            <Icon name="back" /> All services
          </A>
          {title !== service.title && <span>{service.title}</span>}
        </nav>
      }
      title={title}
      subtitle={service.heroSubtitle ?? service.summary}
      picture={service.heroPicture ?? service.picture}
      scene={<Scene />}
      transition={service.slug}
    >
      <LinkButton href={contactPath}>Request a quote</LinkButton>
    </Hero>
  );
}

interface ServiceBodyProps {
  readonly service: Service;
  readonly features: Question<readonly string[]>;
}

function ServiceBody({ service, features }: ServiceBodyProps) {
  return (
    <div className="section">
      <div className="container service-body">
        {service.content ? (
          <SanitisedHtml html={service.content} />
        ) : (
          service.description && <p className="lead">{service.description}</p>
        )}
        <WhenAnswered question={features} notice="block">
          {(lines) =>
            lines.length > 0 && (
              <section className="panel included" aria-labelledby="included">
                <h2 id="included">{service.featuresTitle ?? "What's Included"}</h2>
                <CheckList lines={lines} />
              </section>
            )
          }
        </WhenAnswered>
      </div>
    </div>
  );
}

interface RelatedServicesProps {
  readonly current: Service;
  readonly services: readonly ServiceSummary[];
}

/** The services that follow this one in the editor's order, beginning again at its end. */
function RelatedServices({ current, services }: RelatedServicesProps) {
  const position = services.findIndex(({ id }) => id === current.id);
  const following = [...services.slice(position + 1), ...services.slice(0, Math.max(position, 0))];
  const related = following.filter(({ id }) => id !== current.id).slice(0, relatedCount);
  if (related.length === 0) return null;
  return (
    <section className="section" aria-labelledby="related">
      <div className="container">
        <div className="section-head">
          <h2 id="related">Related services</h2>
          <A href={servicesPath} className="link-arrow">
            See all services <Icon name="arrow" />
          </A>
        </div>
        <ServiceList services={related} usedDrawings={[sceneOfService(current.slug, current.title).alike]} />
      </div>
    </section>
  );
}

function ServiceNotFound() {
  return (
    <NotFoundView
      title="Service not found"
      text="We do not offer a service under this address. It may have been renamed, or the link may be incomplete."
      scene={<RiverScene />}
    >
      <LinkButton href={servicesPath}>See all services</LinkButton>
      <LinkButton href={contactPath} look="outline">
        Ask us about it
      </LinkButton>
    </NotFoundView>
  );
}
