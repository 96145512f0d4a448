import { known } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

const steps = [
  {
    title: 'You tell us about the house',
    text: 'Where it is, who uses it and when, and what has been on your mind. A few lines and a photograph are plenty.',
  },
  {
    title: 'We walk through it once',
    text: 'We look before we promise. Then you have a written quote: what we would do, in which order, and at what price.',
  },
  {
    title: 'The work is done and shown',
    text: 'The crew arrives in the window that we agreed on. You have photographs and notes the same day, near or far.',
  },
];

const builtInArea = 'Bend, Sunriver, Sisters, Redmond, La Pine, Tumalo and Black Butte';

/** How it works, where we work and what happens next: the same for every service. */
export function ServiceSteps() {
  const { settings } = useSite();
  return (
    <section className="section section-tint" aria-labelledby="how">
      <div className="container">
        <div className="section-head">
          <h2 id="how">How it works</h2>
        </div>
        <ol className="steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <dl className="facts">
          <div>
            <dt>Where we work</dt>
            <dd>
              {known(settings)?.serviceArea ?? builtInArea}. A little further out? Ask; we often say yes.
            </dd>
          </div>
          <div>
            <dt>What happens next</dt>
            <dd>
              A person from our office answers within one working day, asks what is still open, and proposes a
              time to meet at the house. Nothing costs anything until you have agreed to it in writing.
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
