import { frontPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { words } from '../../../shared/words.ts';
import { isUnreachable, valueIn } from '../../content/siteContent.ts';
import { ConnectionError } from '../components/ConnectionError.tsx';
import { useEditableSettings } from '../editing.tsx';
import { siteNameOf, siteTitleOf } from '../seo/documentHead.ts';
import { type Site, useSite } from '../siteContext.ts';

interface SiteWords {
  /** The company's full name; the title of documents is `site_title`, see `documentHead`. */
  readonly name: string;
  /** The name for narrow screens. */
  readonly shortName: string;
  readonly tagline: string;
}

/** The site's names and tagline from the settings, or built-in ones if the settings have none. */
export function siteWords({ settings, productName }: Site): SiteWords {
  const known = valueIn(settings);
  return {
    name: siteNameOf(known, productName),
    shortName: siteTitleOf(known, productName),
    tagline: known?.tagline ?? words.tagline,
  };
}

/** The site's mark and name, linked to the home page, and its tagline. */
export function Brand() {
  const site = useSite();
  const { name, shortName, tagline } = siteWords(site);
  const editable = useEditableSettings();
  const notice = isUnreachable(site.settings) && !site.isLoading && <ConnectionError variant="inline" />;
  return (
    <div className="brand">
      <A href={frontPath} className="brand-link">
        <BrandMark />
        <span className="brand-name" {...editable('siteName')}>
          {name}
        </span>
        {shortName.length < name.length && (
          <span className="brand-short" {...editable('siteTitle')}>
            {shortName}
          </span>
        )}
      </A>{' '}
      {notice}
      <p className="brand-tagline" {...editable('tagline')}>
        {tagline} {notice}
      </p>
    </div>
  );
}

function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M1 26L11.5 9l5 7.5L20 11l11 15z" />
      <circle cx="23.5" cy="6.5" r="3" />
    </svg>
  );
}
