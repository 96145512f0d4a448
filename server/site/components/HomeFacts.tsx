import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { homeFacts } from '../../content/homeWords.ts';

/** How many guests a home sleeps, its bedrooms and baths, on one line; nothing if content has none of it. */
export function HomeFacts({ home }: { readonly home: Home }) {
  useStyles('dotList', 'homeFacts');
  const facts = homeFacts(home);
  if (facts.length === 0) return null;
  return (
    <ul className="dot-list home-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
