import { A } from '../../shared/ui/A.tsx';
import { definePage, type SitePage } from '../site/definePage.tsx';
import { useSite } from '../site/siteContext.ts';
import type { Finding, Severity } from './diagnose.ts';
import type { DoctorReport } from './pageDoctor.ts';

const groups: readonly { readonly severity: Severity; readonly title: string }[] = [
  { severity: 'broken', title: 'Visitors meet this' },
  { severity: 'weak', title: 'Fewer people find or can read this' },
  { severity: 'untidy', title: 'Worth a look' },
];

/** What there is to mend, for those who write. */
export const doctorPage = (report: DoctorReport): SitePage =>
  definePage({
    styles: 'search',
    select: () => ({ report }),
    reviews: () => null,
    describe: () => ({ title: 'Page doctor', description: null, path: null, unlisted: true }),
    View: ({ report }) => <Doctor {...report} />,
  });

function Doctor({ findings, unreachable, outside }: DoctorReport) {
  const { links, asked } = outside;
  return (
    <div className="container search-page">
      <h1>Page doctor</h1>
      <p role="status">
        {findings.length === 0
          ? 'Nothing to mend.'
          : `${findings.length} ${findings.length === 1 ? 'thing' : 'things'} to mend.`}
        {asked < links &&
          ` ${asked} of ${links} links to elsewhere have been tried: three a minute, while somebody looks.`}
      </p>
      {unreachable.length > 0 && (
        <p>The content service has not given {unreachable.join(', ')}: nothing could be found there.</p>
      )}
      {groups.map(({ severity, title }) => {
        const all = findings.filter((finding) => finding.severity === severity);
        if (all.length === 0) return null;
        return (
          <section key={severity} aria-labelledby={severity}>
            <h2 id={severity} className="search-group">
              {title}
            </h2>
            <ul className="search-hits">
              {all.map((finding) => (
                <li key={finding.kind + finding.what + finding.where}>
                  <FoundOne {...finding} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function FoundOne({ what, where, why, edit }: Finding) {
  const { adminUrl } = useSite();
  return (
    <>
      <h3>{what}</h3>
      <p>{why}</p>
      <p className="cluster">
        {where !== null && <A href={where}>{where}</A>}
        {edit !== null && adminUrl !== null && (
          <a href={adminUrl + formPath(edit)} target="_blank" rel="noopener" aria-label={`Edit: ${what}`}>
            Edit
          </a>
        )}
      </p>
    </>
  );
}

/** Where the admin app has a form, below `/admin`. */
function formPath({ collection, id }: NonNullable<Finding['edit']>): string {
  const place = collection === 'directus_files' ? '/files' : `/content/${encodeURIComponent(collection)}`;
  return id === null ? place : `${place}/${encodeURIComponent(id)}`;
}
