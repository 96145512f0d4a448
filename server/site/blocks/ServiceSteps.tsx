import { loadedValue } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';
import { Points } from './Points.tsx';
import type { ServiceFamily } from './serviceFamilies.ts';

const builtInArea = 'Bend, Sunriver, Sisters, Redmond, La Pine, Tumalo and Black Butte';

/** How services of a family go, where we work and what happens next. */
export function ServiceSteps({ family: { steps, next } }: { readonly family: ServiceFamily }) {
  const { settings } = useSite();
  return (
    <section className="section section-tint" aria-labelledby="how">
      <div className="container">
        <div className="section-head">
          <h2 id="how">How it works</h2>
        </div>
        <Points points={steps} look="steps" />
        <dl className="facts">
          <div>
            <dt>Where we work</dt>
            <dd>
              {loadedValue(settings)?.serviceArea ?? builtInArea}. A little further out? Ask; we often say
              yes.
            </dd>
          </div>
          <div>
            <dt>What happens next</dt>
            <dd>{next}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
