import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { homeFacts } from '../../content/homeWords.ts';

/** How many guests a home sleeps, its bedrooms and baths, on one line; nothing if content has none of it. */
export function HomeFacts({ home }: { readonly home: Home }) {
  const facts = homeFacts(home);
  useStyles(facts.length > 0 && 'dotList', facts.length > 0 && 'homeFacts');
  if (facts.length === 0) return null;
  return (
    <ul className="dot-list home-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
