import type { Drawing } from '../../../shared/drawings.ts';
import { servicePath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { cardSizes } from '../../../shared/ui/PostCard.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { viewName } from '../../../shared/viewName.ts';
import type { Service } from '../../content/collections/services.ts';
import { priceText } from '../money.ts';

/** Like `cardSizes`, for a grid that becomes rows with small pictures on narrow screens. */
const lineSizes = '(min-width: 61rem) 24rem, (min-width: 40rem) 52vw, 6.5rem';

interface ServiceCardProps {
  readonly service: Service;
  /** Whether it is shown as a row on narrow screens. */
  readonly line?: boolean;
  /** Shown if the service has no picture. */
  readonly drawing?: Drawing | undefined;
}

/** The subject of a service, for choosing its drawing and scene. */
export const subjectOfService = ({ slug, title }: Pick<Service, 'slug' | 'title'>): string =>
  `${slug} ${title}`;

/** A service in a list; the whole card links to its page. */
export function ServiceCard({ service, line = false, drawing }: ServiceCardProps) {
  useStyles('card');
  return (
    <article className="card">
      <Picture
        picture={service.picture}
        sizes={line ? lineSizes : cardSizes}
        ratio="landscape"
        decorative
        drawing={drawing}
        transition={viewName('picture', service.slug)}
      />
      <div className="card-body">
        <h3 className="card-title" data-vt={viewName('title', service.slug)}>
          <A href={servicePath(service.slug)} className="card-link">
            {`${service.title} `}
            <Icon name="arrow" />
          </A>
        </h3>
        {service.summary && <p>{service.summary}</p>}
        {service.price && <strong className="card-price">{priceText(service.price)}</strong>}
      </div>
    </article>
  );
}
