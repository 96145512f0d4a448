import type { HomeSummary } from '../../../shared/content.ts';
import { homeFacts } from '../../../shared/homeWords.ts';

/** How many a home sleeps, its beds and baths, in one fine line; nothing where content says none of it. */
export function HomeFacts({ home }: { readonly home: HomeSummary }) {
  const facts = homeFacts(home);
  if (facts.length === 0) return null;
  return (
    <ul className="home-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
