import type { ContentSource, Service } from '../../../shared/content.ts';
import { contactPath, servicePath, servicesPath } from '../../../shared/paths.ts';
import { pendingQuery, type Query, settledQuery } from '../../../shared/query.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { subjectOfService } from '../../../shared/ui/ServiceCard.tsx';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { Hero, UnreachableHero } from '../blocks/Hero.tsx';
import { RelatedServices } from '../blocks/RelatedServices.tsx';
import { chooseScene } from '../blocks/Scene.tsx';
import { ServiceBody } from '../blocks/ServiceBody.tsx';
import { ServiceSteps } from '../blocks/ServiceSteps.tsx';
import { familyOfService } from '../blocks/serviceFamilies.ts';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue } from '../definePage.tsx';

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
        trail: [
          { name: 'Services', path: servicesPath },
          { name: found.title, path: servicePath(found.slug) },
        ],
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
            <ServiceSteps family={familyOfService(service.slug, service.title)} />
            <WhenLoaded query={queries.services} notice="section" fallback={null}>
              {(services) => <RelatedServices current={service} services={services} />}
            </WhenLoaded>
            <WhenLoaded query={queries.call} notice="section" fallback={<CallToActionBand call={null} />}>
              {(call) => <CallToActionBand call={call} />}
            </WhenLoaded>
          </>
        )
      }
    </WhenLoaded>
  ),
});

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
  const title = service.heroTitle ?? service.title;
  const { scene } = chooseScene(subjectOfService(service));
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
      scene={scene}
      transition={service.slug}
    >
      <LinkButton href={contactPath}>Request a quote</LinkButton>
    </Hero>
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
