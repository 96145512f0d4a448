import type { Service } from '../../../shared/content.ts';
import type { Query } from '../../../shared/query.ts';
import { CheckList } from './CheckList.tsx';
import { SanitisedHtml } from './SanitisedHtml.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

interface ServiceBodyProps {
  readonly service: Service;
  readonly features: Query<readonly string[]>;
}

/** What a service is in the words of its editor, and what is included. */
export function ServiceBody({ service, features }: ServiceBodyProps) {
  return (
    <div className="section">
      <div className="container service-body">
        {service.content ? (
          <SanitisedHtml html={service.content} />
        ) : (
          service.description && <p className="lead">{service.description}</p>
        )}
        <WhenLoaded query={features} notice="block">
          {(lines) =>
            lines.length > 0 && (
              <section className="panel included" aria-labelledby="included">
                <h2 id="included">{service.featuresTitle ?? "What's Included"}</h2>
                <CheckList lines={lines} />
              </section>
            )
          }
        </WhenLoaded>
      </div>
    </div>
  );
}
