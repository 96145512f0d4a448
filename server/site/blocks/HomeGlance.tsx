import { bookingFacts } from '../../../shared/homeWords.ts';
import type { Home } from '../../content/collections/homes.ts';

/** The facts of a home, and its beds by room. */
export function HomeGlance({ home }: { readonly home: Home }) {
  const rooms = home.rooms.map(({ room, beds }) => ({ name: room, value: beds }));
  const facts = bookingFacts(home);
  return (
    <>
      {rooms.length > 0 && <Facts id="beds" title="Beds by room" facts={rooms} />}
      {facts.length > 0 && <Facts id="facts" title="Good to know before you book" facts={facts} />}
    </>
  );
}

interface FactsProps {
  readonly id: string;
  readonly title: string;
  readonly facts: ReturnType<typeof bookingFacts>;
}

function Facts({ id, title, facts }: FactsProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="nearby">
        {facts.map(({ name, value }, at) => (
          // By position: an editor may name two rooms alike.
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
