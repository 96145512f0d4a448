import type { SiteSettings } from '../../content/collections/siteSettings.ts';
import { valueIn } from '../../content/siteContent.ts';
import { useEditableSettings } from '../editing.tsx';
import { useSite } from '../siteContext.ts';

type Facts = Pick<SiteSettings, 'founded' | 'homesInCare' | 'insured' | 'licenceNumber'>;

/**
 * What the settings say of the company in a few words each; nothing for what nobody has entered, and no number of homes
 * that is none. An editor may write the words around a value too: `Since 2009`, `over 140 homes`.
 */
function factsOf({ founded, homesInCare, insured, licenceNumber }: Facts): readonly string[] {
  return [
    founded && (/^\d/.test(founded) ? `Since ${founded}` : founded),
    homesInCare && countOfHomesInCare(homesInCare),
    insured,
    licenceNumber && (/licen[cs]e/i.test(licenceNumber) ? licenceNumber : `License ${licenceNumber}`),
  ].filter((fact) => fact !== null);
}

function countOfHomesInCare(homes: string): string | null {
  if (Number(homes) <= 0) return null;
  if (!/[\d+]$/.test(homes)) return homes;
  return Number(homes) === 1 ? '1 home in our care' : `${homes} homes in our care`;
}

/** What speaks for the company, in one line; nothing where the settings say nothing, or are not there. */
export function CompanyFacts() {
  const settings = valueIn(useSite().settings);
  const facts = settings ? factsOf(settings) : [];
  const editable = useEditableSettings();
  if (facts.length === 0) return null;
  return (
    <ul className="company-facts" {...editable('founded', 'homesInCare', 'insured', 'licenceNumber')}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
