import { type DrawingName, drawingsFor } from '../../../shared/drawings.ts';
import { contactPath, servicesPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Service } from '../../content/collections/services.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { ServiceCard, subjectOfService } from './ServiceCard.tsx';

interface ServiceListProps {
  readonly services: readonly Service[];
  /** Drawings that the page shows already. */
  readonly usedDrawings?: readonly DrawingName[];
}

/** Services as a grid of cards; in a narrow column the first is large and the others are lines. */
export function ServiceList({ services, usedDrawings = [] }: ServiceListProps) {
  useStyles(services.length === 0 && 'notices');
  const editable = useEditable();
  if (services.length === 0) {
    return (
      <p className="empty">
        No services are listed at the moment. <A href={contactPath}>Tell us what you need</A>
      </p>
    );
  }
  const drawingOf = drawingsFor(services, subjectOfService, usedDrawings);
  return (
    <ul className="grid grid-lines">
      {services.map((service, position) => (
        <li key={service.id} {...editable(editedRow('services', service), 'title', 'summary', 'thumbnail')}>
          <EditLink row={editedRow('services', service)} />
          <ServiceCard service={service} line={position > 0} drawing={drawingOf(service)} />
        </li>
      ))}
    </ul>
  );
}

/** For the heading of a list that shows only some services. */
export function AllServicesLink() {
  return (
    <A href={servicesPath} className="link-arrow">
      See all services <Icon name="arrow" />
    </A>
  );
}
