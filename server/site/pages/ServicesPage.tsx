import { servicesPath } from '../../../shared/paths.ts';
import { words } from '../../../shared/words.ts';
import { pageOf, valueIn } from '../../content/siteContent.ts';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Section } from '../blocks/Section.tsx';
import { ServiceList } from '../blocks/ServiceList.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage } from '../definePage.tsx';

/** Every published service, in the editor's order. */
export const servicesPage = definePage({
  styles: 'services',
  select: ({ content }) => ({
    page: pageOf(content, 'services'),
    services: content.services,
    call: content.cta_settings,
  }),
  own: ['services'],
  describe: ({ page }) => ({
    title: 'Services',
    description: `Property management, maintenance, cleaning, snow removal, painting and more for homes in ${words.region}.`,
    path: servicesPath,
    kind: 'CollectionPage',
    picture: valueIn(page)?.heroPicture ?? null,
  }),
  View: ({ page, services, call }) => (
    <>
      <PageHero
        page={valueIn(page)}
        title="Services for every season"
        subtitle="Choose one, or hand us the whole list. The same people keep the notes on your house either way."
        scene="road"
        shape="wide"
      />
      <Section id="all-services" title="All services" hidesHeading>
        <WhenLoaded result={services} notice="section">
          {(all) => <ServiceList services={all} />}
        </WhenLoaded>
      </Section>
      <CallToActionBand call={valueIn(call)} />
    </>
  ),
});
