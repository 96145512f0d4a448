import type { Page } from '../../../shared/content.ts';
import { servicesPath } from '../../../shared/paths.ts';
import { LoadedCallToAction } from '../blocks/CallToActionBand.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { ServiceList } from '../blocks/ServiceList.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue } from '../definePage.tsx';

/** Every published service, in the editor's order. */
export const servicesPage = definePage({
  styles: 'services',
  load: ({ content }) => ({
    page: content.page('services'),
    services: content.services(),
    call: content.callToAction(),
  }),
  own: ['services'],
  describe: ({ page }) => ({
    title: 'Services',
    description:
      'Property management, maintenance, cleaning, snow removal, painting and more for homes in Central Oregon.',
    path: servicesPath,
    picture: loadedValue(page)?.heroPicture ?? null,
  }),
  View: ({ queries }) => (
    <>
      <WhenLoaded query={queries.page} notice="hero" fallback={<ServicesHero page={null} />}>
        {(page) => <ServicesHero page={page} />}
      </WhenLoaded>
      <section className="section" aria-labelledby="all-services">
        <div className="container">
          <h2 id="all-services" className="visually-hidden">
            All services
          </h2>
          <WhenLoaded query={queries.services} notice="section">
            {(services) => <ServiceList services={services} />}
          </WhenLoaded>
        </div>
      </section>
      <LoadedCallToAction query={queries.call} />
    </>
  ),
});

function ServicesHero({ page }: { readonly page: Page | null }) {
  return (
    <Hero
      title={page?.heroTitle ?? 'Services for every season'}
      subtitle={
        page?.heroSubtitle ??
        'Choose one, or hand us the whole list. The same people keep the notes on your house either way.'
      }
      picture={page?.heroPicture ?? null}
      scene="road"
      shape="wide"
    />
  );
}
