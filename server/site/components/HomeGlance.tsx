import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { bookingFacts } from '../../content/homeWords.ts';
import { NamedTexts } from './NamedTexts.tsx';

/** The facts of a home, and its beds by room. */
export function HomeGlance({ home }: { readonly home: Home }) {
  const rooms = home.rooms.map(({ room, beds }) => ({ name: room, text: beds }));
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
  useStyles('facts');
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <NamedTexts items={facts} className="fact-rows" />
    </section>
  );
}
