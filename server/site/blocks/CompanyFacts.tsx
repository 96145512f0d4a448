import type { SiteSettings } from '../../../shared/content.ts';
import { loadedValue } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

type Facts = Pick<SiteSettings, 'founded' | 'homesInCare' | 'insured' | 'licenceNumber'>;

/** What the settings say of the company in a few words each; nothing for what nobody has entered. */
function factsOf({ founded, homesInCare, insured, licenceNumber }: Facts): readonly string[] {
  return [
    founded && `Since ${founded}`,
    homesInCare && `${homesInCare} homes in our care`,
    insured,
    licenceNumber && `License ${licenceNumber}`,
  ].filter((fact) => fact !== null);
}

/** What speaks for the company, in one line; nothing where the settings say nothing, or are not there. */
export function CompanyFacts() {
  const settings = loadedValue(useSite().settings);
  const facts = settings ? factsOf(settings) : [];
  if (facts.length === 0) return null;
  return (
    <ul className="company-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
