import type { ServiceSummary } from '../content.ts';
import type { Drawing } from '../drawings.ts';
import { priceText } from '../money.ts';
import { servicePath } from '../paths.ts';
import { viewName } from '../viewName.ts';
import { A } from './A.tsx';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';

/** `sizes` of the picture of a card in a grid of three columns. */
export const cardSizes = '(min-width: 61rem) 24rem, (min-width: 46rem) 52vw, 90vw';

/** The same for a grid that becomes rows with small pictures on narrow screens. */
const lineSizes = '(min-width: 61rem) 24rem, (min-width: 40rem) 52vw, 6.5rem';

interface ServiceCardProps {
  readonly service: ServiceSummary;
  /** Whether it is shown as a row on narrow screens. */
  readonly line?: boolean;
  /** Shown if the service has no picture. */
  readonly drawing?: Drawing | undefined;
}

/** The subject of a service, for choosing its drawing and scene. */
export const subjectOfService = ({ slug, title }: Pick<ServiceSummary, 'slug' | 'title'>): string =>
  `${slug} ${title}`;

/** A service in a list; the whole card links to its page. */
export function ServiceCard({ service, line = false, drawing }: ServiceCardProps) {
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
