import { useStyles } from '../../../shared/useStyles.ts';
import type { SiteSettings } from '../../content/collections/siteSettings.ts';
import { valueIn } from '../../content/siteContent.ts';
import { useEditableSettings } from '../editing.tsx';
import { useSite } from '../siteContext.ts';

type Facts = Pick<SiteSettings, 'founded' | 'homesInCare' | 'insured' | 'licenceNumber'>;

/**
 * Short facts about the company from the settings; empty fields are left out, and so is a number of homes of 0. An
 * editor may also write the words around a value: `Since 2009`, `over 140 homes`.
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

/** Facts that recommend the company, on one line; nothing if the settings have none, or are unavailable. */
export function CompanyFacts() {
  const settings = valueIn(useSite().settings);
  const facts = settings ? factsOf(settings) : [];
  useStyles(facts.length > 0 && 'dotList');
  const editable = useEditableSettings();
  if (facts.length === 0) return null;
  return (
    <ul
      className="dot-list company-facts"
      {...editable('founded', 'homesInCare', 'insured', 'licenceNumber')}
    >
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
