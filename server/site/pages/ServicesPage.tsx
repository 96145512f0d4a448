import { servicesPath } from '../../../shared/paths.ts';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { ServiceList } from '../blocks/ServiceList.tsx';
import { RoadScene } from '../blocks/scenes/RoadScene.tsx';
import { WhenAnswered } from '../blocks/WhenAnswered.tsx';
import { definePage } from '../definePage.tsx';

/** Every published service, in the editor's order. */
export const servicesPage = definePage({
  styles: 'services',
  ask: ({ content }) => ({ services: content.services(), call: content.callToAction() }),
  own: ['services'],
  describe: () => ({
    title: 'Services',
    description:
      'Property management, maintenance, cleaning, snow removal, painting and more for homes in Central Oregon.',
    path: servicesPath,
  }),
  View: ({ questions }) => (
    <>
      <Hero
        title="Services for every season"
        subtitle="Choose one, or hand us the whole list. The same people keep the notes on your house either way."
        scene={<RoadScene />}
      />
      <section className="section" aria-labelledby="all-services">
        <div className="container">
          <h2 id="all-services" className="visually-hidden">
            All services
          </h2>
          <WhenAnswered question={questions.services} notice="section">
            {(services) => <ServiceList services={services} />}
          </WhenAnswered>
        </div>
      </section>
      <WhenAnswered question={questions.call} notice="section" otherwise={<CallToActionBand call={null} />}>
        {(call) => <CallToActionBand call={call} />}
      </WhenAnswered>
    </>
  ),
});
