import { A } from '../../shared/ui/A.tsx';
import { definePage, type SitePage } from '../site/definePage.tsx';
import { formAddress } from '../site/editing.tsx';
import { useSite } from '../site/siteContext.ts';
import type { Finding } from './diagnose.ts';
import type { DoctorReport } from './pageDoctor.ts';

/** The page doctor's report, for editors. */
export const doctorPage = (report: DoctorReport): SitePage =>
  definePage({
    styles: 'search',
    select: () => ({ report }),
    reviews: () => null,
    describe: () => ({ title: 'Page doctor', description: null, path: null, unlisted: true }),
    View: ({ report }) => <Doctor {...report} />,
  });

function Doctor({ findings, unreachable, outside }: DoctorReport) {
  const { links, checked } = outside;
  return (
    <div className="container search-page">
      <h1>Page doctor</h1>
      <p role="status">
        {findings.length === 0
          ? 'Nothing to fix.'
          : `${findings.length} ${findings.length === 1 ? 'thing' : 'things'} to fix.`}
        {checked < links && ` ${checked} of ${links} external links checked so far, three a minute.`}
      </p>
      {unreachable.length > 0 && (
        <p>These collections could not be loaded and were not checked: {unreachable.join(', ')}.</p>
      )}
      {findings.length > 0 && (
        <ul className="search-hits">
          {findings.map((finding) => (
            <li key={finding.kind + finding.what + finding.where}>
              <FoundOne {...finding} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FoundOne({ what, where, why, edit }: Finding) {
  const backendUrl = useSite().preview?.backendUrl ?? null;
  return (
    <>
      <h2>{what}</h2>
      <p>{why}</p>
      <p className="cluster">
        {where !== null && <A href={where}>{where}</A>}
        {edit !== null && backendUrl !== null && (
          <a href={formAddress(backendUrl, edit)} target="_blank" rel="noopener" aria-label={`Edit: ${what}`}>
            Edit
          </a>
        )}
      </p>
    </>
  );
}
