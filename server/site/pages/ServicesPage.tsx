import { servicesPath } from '../../../shared/paths.ts';
import { words } from '../../../shared/words.ts';
import { pageOf, valueIn } from '../../content/siteContent.ts';
import { CallToActionBand } from '../components/CallToActionBand.tsx';
import { PageHero } from '../components/PageHero.tsx';
import { Section } from '../components/Section.tsx';
import { ServiceList } from '../components/ServiceList.tsx';
import { WhenLoaded } from '../components/WhenLoaded.tsx';
import { definePage, judgeOwn } from '../definePage.tsx';

/** Every published service, in the editor's order. */
export const servicesPage = definePage({
  select: ({ content }) => {
    const page = pageOf(content, 'services');
    const { services, cta_settings: call } = content;
    return judgeOwn(services, { selected: { page, services, call }, row: valueIn(page) });
  },
  describe: ({ page }) => ({
    title: 'Services',
    description: `${words.services.description} for homes in ${words.region}.`,
    path: servicesPath,
    kind: 'CollectionPage',
    picture: valueIn(page)?.heroPicture ?? null,
  }),
  View: ({ page, services, call }) => (
    <>
      <PageHero
        page={valueIn(page)}
        title={words.services.title}
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
