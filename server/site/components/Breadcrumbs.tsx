import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { TrailStep } from '../seo/pageDescription.ts';

/** The pages above a page, then the page itself. The page's structured data has the same trail. */
export function Breadcrumbs({ trail }: { readonly trail: readonly TrailStep[] }) {
  useStyles('breadcrumbs');
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumb">
      <ol>
        {trail.map(({ name, path }, at) => (
          <li key={path}>
            {at < trail.length - 1 ? <A href={path}>{name}</A> : <span aria-current="page">{name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
