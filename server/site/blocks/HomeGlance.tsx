import { counted } from '../../../shared/homeWords.ts';
import type { Home } from '../../content/collections/homes.ts';

/** The facts of every home in one order; what content does not say is left out. */
function factsOf(home: Home): readonly { readonly name: string; readonly value: string }[] {
  const { dogs, leastAge } = home;
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    ['Wi-Fi', home.wifi],
    ['Air conditioning', home.airConditioning],
    ['Parking', home.parking],
    ['Stairs', home.stairs],
    ['Check-in', home.checkIn],
    ['Check-out', home.checkOut],
    ['Dogs', dogs === null ? null : dogs === 0 ? 'No dogs' : `Up to ${counted(dogs, 'dog')}`],
    ['Who may book', leastAge === null ? null : `Guests of ${leastAge} and older`],
    ['Cancellation', home.cancellation],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

/** The facts of a home, and its beds by room. */
export function HomeGlance({ home }: { readonly home: Home }) {
  const rooms = home.rooms.map(({ room, beds }) => ({ name: room, value: beds }));
  const facts = factsOf(home);
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
  readonly facts: ReturnType<typeof factsOf>;
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
