import { countWithNoun } from '../../shared/countWithNoun.ts';
import { A } from '../../shared/ui/A.tsx';
import { useStyles } from '../../shared/useStyles.ts';
import type { SitePage } from '../site/definePage.tsx';
import { formAddress } from '../site/editing.tsx';
import { screen } from '../site/pages/ErrorPage.tsx';
import { useSite } from '../site/siteContext.ts';
import type { Finding } from './diagnose.ts';
import type { DoctorReport } from './pageDoctor.ts';

/** The page doctor's report, for editors. */
export const doctorPage = (report: DoctorReport): SitePage =>
  screen('Page doctor', () => <Doctor {...report} />);

function Doctor({ findings, counts, unreachable }: DoctorReport) {
  useStyles('search');
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const kinds = [...Map.groupBy(findings, ({ kind }) => kind)];
  return (
    <div className="container search-page">
      <h1>Page doctor</h1>
      <p role="status">
        {findings.length === 0 ? 'Nothing to fix.' : `${countWithNoun(total, 'thing')} to fix.`}
      </p>
      {unreachable.length > 0 && (
        <p>These collections could not be loaded and were not checked: {unreachable.join(', ')}.</p>
      )}
      {findings.length > 0 && (
        <ul className="search-hits">
          {kinds.map(([kind, [first, ...others]]) => (
            <li key={kind}>
              {first && <FoundOne {...first} />}
              {others.length > 0 && (
                <details>
                  <summary>And {(counts[kind] ?? 0) - 1} more like this</summary>
                  <ul>
                    {others.map((finding) => (
                      <li key={finding.what + finding.where}>
                        <p>{finding.what}</p>
                        <Ways {...finding} />
                      </li>
                    ))}
                  </ul>
                  {(counts[kind] ?? 0) > others.length + 1 && <p>These are the first {others.length + 1}.</p>}
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FoundOne(finding: Finding) {
  return (
    <>
      <h2>{finding.what}</h2>
      <p>{finding.why}</p>
      <Ways {...finding} />
    </>
  );
}

/** Where a finding shows, and the form that mends it. */
function Ways({ what, where, edit }: Finding) {
  const backendUrl = useSite().preview?.backendUrl ?? null;
  return (
    <p className="cluster">
      {where !== null && <A href={where}>{where}</A>}
      {edit !== null && backendUrl !== null && (
        <a href={formAddress(backendUrl, edit)} target="_blank" rel="noopener" aria-label={`Edit: ${what}`}>
          Edit
        </a>
      )}
    </p>
  );
}
