import type { ServiceSummary } from '../content.ts';
import { servicePath } from '../paths.ts';
import { A } from './A.tsx';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';

/** How wide a card of a grid of three is shown. */
export const cardSizes = '(min-width: 68rem) 24rem, (min-width: 46rem) 45vw, 90vw';

/** The same in a list that turns into lines with small pictures where it is narrow. */
const lineSizes = '(min-width: 68rem) 24rem, (min-width: 40rem) 45vw, 6.5rem';

interface ServiceCardProps {
  readonly service: ServiceSummary;
  /** Whether a narrow window shows it as a line. */
  readonly line?: boolean;
}

/** A service in a list: the whole card leads to its page. */
export function ServiceCard({ service, line = false }: ServiceCardProps) {
  return (
    <article className="card">
      <Picture picture={service.picture} sizes={line ? lineSizes : cardSizes} ratio="landscape" decorative />
      <div className="card-body">
        <h3 className="card-title">
          <A href={servicePath(service.slug)} className="card-link">
            {service.title} <Icon name="arrow" />
          </A>
        </h3>
        {service.summary && <p>{service.summary}</p>}
      </div>
    </article>
  );
}
