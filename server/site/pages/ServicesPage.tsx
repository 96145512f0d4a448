import { servicesPath } from '../../../shared/paths.ts';
import { LoadedCallToAction } from '../blocks/CallToActionBand.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { ServiceList } from '../blocks/ServiceList.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage } from '../definePage.tsx';

/** Every published service, in the editor's order. */
export const servicesPage = definePage({
  styles: 'services',
  load: ({ content }) => ({ services: content.services(), call: content.callToAction() }),
  own: ['services'],
  describe: () => ({
    title: 'Services',
    description:
      'Property management, maintenance, cleaning, snow removal, painting and more for homes in Central Oregon.',
    path: servicesPath,
  }),
  View: ({ queries }) => (
    <>
      <Hero
        title="Services for every season"
        subtitle="Choose one, or hand us the whole list. The same people keep the notes on your house either way."
        scene="road"
      />
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
