import type { Service, ServiceSummary } from '../../../shared/content.ts';
import { servicesPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { subjectOfService } from '../../../shared/ui/ServiceCard.tsx';
import { chooseScene } from './Scene.tsx';
import { ServiceList } from './ServiceList.tsx';

const relatedCount = 3;

interface RelatedServicesProps {
  readonly current: Service;
  readonly services: readonly ServiceSummary[];
}

/** The services that follow this one in the editor's order, beginning again at its end. */
export function RelatedServices({ current, services }: RelatedServicesProps) {
  const position = services.findIndex(({ id }) => id === current.id);
  const following = [...services.slice(position + 1), ...services.slice(0, Math.max(position, 0))];
  const related = following.filter(({ id }) => id !== current.id).slice(0, relatedCount);
  if (related.length === 0) return null;
  return (
    <section className="section related-services" aria-labelledby="related">
      <div className="container">
        <div className="section-head">
          <h2 id="related">Related services</h2>
          <A href={servicesPath} className="link-arrow">
            See all services <Icon name="arrow" />
          </A>
        </div>
        <ServiceList services={related} usedDrawings={[chooseScene(subjectOfService(current)).alike]} />
      </div>
    </section>
  );
}
